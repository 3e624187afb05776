export type IconName =
  | 'archive'
  | 'arrow-down'
  | 'chat'
  | 'check'
  | 'clock'
  | 'close'
  | 'code'
  | 'copy'
  | 'document'
  | 'download'
  | 'edit'
  | 'image'
  | 'keyboard'
  | 'menu'
  | 'mark'
  | 'more'
  | 'pin'
  | 'plus'
  | 'print'
  | 'retry'
  | 'search'
  | 'send'
  | 'settings'
  | 'share'
  | 'sheet'
  | 'stop'
  | 'sun'
  | 'thumb-down'
  | 'thumb-up'
  | 'trash'

/**
 * A decorative icon of styles/icons.css; the control around it has the label.
 * An `.icon-button` needs no such element: it takes the class `i-<name>` itself.
 */
export function Icon({ name }: { name: IconName }) {
  return <i className={`icon i-${name}`} aria-hidden="true" />
}
