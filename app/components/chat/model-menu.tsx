import { useRouteLoaderData } from '@remix-run/react'
import { useId } from 'react'
import { modelCookie } from '#app/model-cookie.ts'
import { CHAT_MODELS } from '#core/ai/chat-models.ts'
import type { AppFrameData } from '../sidebar/app-frame.tsx'

type ModelMenuProps = { model: string; onSelect(model: string): void }

/**
 * Selects the model that answers: radio buttons in a popover, which need no
 * JavaScript. The choice is kept in a cookie, so that the server can render it.
 */
export function ModelMenu({ model, onSelect }: ModelMenuProps) {
  const id = useId()
  const providerNames = useRouteLoaderData<AppFrameData>('routes/_app')?.modelNames
  const name = CHAT_MODELS.find((each) => each.id === model)?.name ?? model
  return (
    <>
      <button
        type="button"
        className="menu-button model-button"
        aria-label={`Model: ${name}`}
        {...{ popovertarget: id }}
      >
        {name}
      </button>
      <fieldset id={id} className="menu-pop model-menu" data-menu="start" {...{ popover: 'auto' }}>
        <legend className="sr-only">Model</legend>
        {CHAT_MODELS.map(({ id, name, description }) => (
          <label key={id} className="menu-entry">
            <input
              type="radio"
              name="model"
              value={id}
              defaultChecked={id === model}
              onChange={() => {
                // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
                document.cookie = modelCookie(id)
                onSelect(id)
              }}
            />
            <span>
              {name} {providerNames?.[id] && <code>{providerNames[id]}</code>}
              <small>{description}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
