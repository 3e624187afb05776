import sprite from './sprite.svg?no-inline'

export type IconName =
  | 'arrow-down'
  | 'check'
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

/** A decorative icon of the sprite; the control around it has the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
