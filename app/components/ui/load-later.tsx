import { type ComponentProps, type ComponentType, lazy, useEffect, useState } from 'react'
import { tell } from './tell.ts'

const NOT_LOADED =
  'This part of the page could not be loaded. Check the connection, then try again or reload the page.'

/**
 * A component that the browser loads when it is first shown; a `Suspense` is to be around
 * it. Where it cannot be loaded — the connection is away, or the server has been updated
 * since — the page stays, a toast says so, and what was opened is closed again. The next
 * time that it is shown, it is tried again.
 *
 * @param load imports the module whose default export is the component
 */
// biome-ignore lint/suspicious/noExplicitAny: the props are inferred from the component
export function loadLater<Component extends ComponentType<any>>(
  load: () => Promise<{ default: Component }>,
) {
  type Props = ComponentProps<Component>
  const loading = () => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: Missing })))
  let current = loading()

  function Missing({ onClose }: { onClose?: () => void }) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
    useEffect(() => {
      current = loading()
      tell(NOT_LOADED)
      onClose?.()
    }, [])
    return null
  }

  return function LoadedLater(props: Props) {
    const [Shown] = useState(() => current)
    return <Shown {...props} />
  }
}
