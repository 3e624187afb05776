import { type ReactNode, useState } from 'react'

type ReasoningProps = {
  isThinking: boolean
  /** For how long the model thought; undefined where that was not told. */
  seconds: number | undefined
  children: ReactNode
}

/**
 * What the model thought before it answered. It can be watched while it is
 * written and folds when that is done, unless the reader has chosen otherwise.
 */
export function Reasoning({ isThinking, seconds, children }: ReasoningProps) {
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? isThinking
  return (
    <details
      className={isThinking ? 'reasoning thinking' : 'reasoning'}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) setChoice(currentTarget.open)
      }}
    >
      <summary className={isThinking ? 'pulse' : undefined}>
        {isThinking ? 'Thinking…' : thoughtText(seconds)}
      </summary>
      {/* Laid out from its end, which is followed while it grows. */}
      <div className="reasoning-body">{children}</div>
    </details>
  )
}

/** Says for how long the model thought. */
export function thoughtText(seconds: number | undefined): string {
  if (seconds === undefined) return 'Reasoning'
  if (seconds < 1) return 'Thought for a moment'
  if (seconds < 60) return `Thought for ${seconds} s`
  const rest = seconds % 60
  return `Thought for ${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ''}`
}
