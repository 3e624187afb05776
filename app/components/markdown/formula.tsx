import { lazyFormulas } from './load-formulas.ts'

type FormulaProps = { source: string; display: boolean }

/** A formula: its source until what renders it has been loaded, and where it is none. */
export function Formula({ source, display }: FormulaProps) {
  const html = lazyFormulas.useModule()?.formulaHtml(source, display)
  const className = display ? 'math block' : 'math'
  if (!html) return <code className={className}>{source}</code>
  return (
    <span
      className={className}
      // A long formula must be scrollable by keyboard.
      {...(display && { role: 'group', tabIndex: 0, 'aria-label': 'Formula' })}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: MathML of a renderer that trusts nothing
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
