import { useEffect, useState } from 'react'
import { Icon } from './icons/icon.tsx'

type CopyButtonProps = { text: string | (() => string); label: string; className?: string }

const CONFIRM_MS = 1_500

/** Copies a text, and says for a moment that it did. Not shown without JavaScript. */
export function CopyButton({ text, label, className = 'icon-button' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }

  return (
    <button
      type="button"
      className={`${className} needs-js`}
      title={label}
      aria-label={copied ? 'Copied' : label}
      onClick={copy}
    >
      <Icon name={copied ? 'check' : 'copy'} />
    </button>
  )
}
