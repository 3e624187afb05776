import { useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { paths } from '#app/paths.ts'

/**
 * Opens a document beside its chat when a reply that was asked for here begins to
 * write it, unless the person is typing in another one.
 *
 * @param openId the document that is open
 * @returns the function that is told of a document when it is begun
 */
export function useOpenDocument(chatId: string, openId: string | undefined) {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const [wanted, setWanted] = useState<string>()

  useEffect(() => {
    // The navigation to a new chat's address comes first.
    if (wanted === undefined || state !== 'idle') return
    setWanted(undefined)
    if (wanted === openId || isEditingDocument()) return
    navigate(paths.chatDocument(chatId, wanted), { preventScrollReset: true })
  }, [wanted, state, openId, chatId, navigate])

  return setWanted
}

function isEditingDocument(): boolean {
  const { activeElement } = document
  if (!activeElement?.closest('.document-pane')) return false
  return activeElement.matches('input, textarea, [contenteditable], [role=grid]')
}
