import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/**
 * The nonce of the page's Content-Security-Policy. It is known only while the
 * server renders: browsers hide it from scripts, which do not need it.
 */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
