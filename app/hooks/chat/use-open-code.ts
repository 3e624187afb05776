import { useNavigate } from '@remix-run/react'
import { useCallback } from 'react'
import { paths } from '#app/paths.ts'

/**
 * Makes a document of a block of code and opens it, beside the chat where it is one's own.
 *
 * @returns the function that is given the block; it tells whether the document was stored
 */
export function useOpenCode(chatId: string, readOnly: boolean) {
  const navigate = useNavigate()
  return useCallback(
    async (block: Element): Promise<boolean> => {
      // Loaded when it is needed: few open the code of a reply.
      const { storeCode } = await import('./store-code.ts')
      const id = await storeCode(block)
      if (!id) return false
      const place = readOnly ? paths.document(id) : paths.chatDocument(chatId, id)
      navigate(place, { preventScrollReset: true })
      return true
    },
    [navigate, chatId, readOnly],
  )
}
