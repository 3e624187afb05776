export type IconName =
  | 'arrow-down'
  | 'close'
  | 'code'
  | 'copy'
  | 'document'
  | 'edit'
  | 'image'
  | 'menu'
  | 'more'
  | 'plus'
  | 'retry'
  | 'send'
  | 'sheet'
  | 'stop'
  | 'thumb-down'
  | 'thumb-up'

/**
 * A decorative icon of styles/icons.css; the control around it has the label.
 * An `.icon-button` needs no such element: it takes the class `i-<name>` itself.
 */
export function Icon({ name }: { name: IconName }) {
  return <i className={`icon i-${name}`} aria-hidden="true" />
}
