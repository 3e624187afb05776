import { type RefObject, useEffect, useState } from 'react'
import { isComposing } from '#hooks/use-composer-keys.ts'

type Prompt = { id: string; name: string; text: string }

type PromptListProps = {
  /** What stands after the slash. */
  query: string
  field: RefObject<HTMLTextAreaElement>
  onPick(text: string): void
  onClose(): void
}

const LIST_ID = 'prompt-list'

/** The user's own prompts, chosen with the keys while the focus stays in the field. */
export function PromptList({ query, field, onPick, onClose }: PromptListProps) {
  const [prompts, setPrompts] = useState<Prompt[]>([])
  const [active, setActive] = useState(0)
  const words = query.toLowerCase()
  const shown = prompts.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, 20)
  const index = Math.min(active, shown.length - 1)
  const isOpen = shown.length > 0

  useEffect(() => {
    void loadPrompts().then(setPrompts)
  }, [])

  useEffect(() => {
    const area = field.current
    if (!area || !isOpen) return
    const attributes = {
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': LIST_ID,
      'aria-autocomplete': 'list',
      'aria-activedescendant': `${LIST_ID}-${index}`,
    }
    for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(attributes)) area.removeAttribute(name)
    }
  }, [field, isOpen, index])

  useEffect(() => {
    const area = field.current
    if (!area || !isOpen) return
    function choose(event: KeyboardEvent) {
      if (isComposing(event) || event.shiftKey) return
      const picked = shown[index]
      if (event.key === 'ArrowDown') setActive((index + 1) % shown.length)
      else if (event.key === 'ArrowUp') setActive((index - 1 + shown.length) % shown.length)
      else if (event.key === 'Escape') onClose()
      else if ((event.key === 'Enter' || event.key === 'Tab') && picked) onPick(picked.text)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    area.addEventListener('keydown', choose)
    return () => area.removeEventListener('keydown', choose)
  })

  if (!isOpen) return null
  return (
    <div id={LIST_ID} role="listbox" aria-label="Your prompts" className="prompt-list">
      {shown.map(({ id, name, text }, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys of the list
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={id}
          id={`${LIST_ID}-${place}`}
          role="option"
          aria-selected={place === index}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(text)}
        >
          {name}
          <small>{text.slice(0, 120)}</small>
        </div>
      ))}
    </div>
  )
}

/** Gives none where they cannot be loaded: the message can be written without. */
async function loadPrompts(): Promise<Prompt[]> {
  try {
    const response = await fetch('/settings/prompts.json')
    if (!response.ok) return []
    return ((await response.json()) as { prompts: Prompt[] }).prompts
  } catch {
    return []
  }
}
