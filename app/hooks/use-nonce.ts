import { createContext, useContext } from 'react'

const NonceContext = createContext<string | undefined>(undefined)

export const NonceProvider = NonceContext.Provider

/**
 * The nonce of the page's Content-Security-Policy. Known while the server
 * renders only: a browser hides it from scripts, and needs it no more.
 */
export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
