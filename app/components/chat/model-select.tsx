import { modelCookie } from '#app/model-cookie.ts'
import { CHAT_MODELS } from '#core/ai/chat-models.ts'

/** Selects the model that answers. The choice is kept in a cookie, so that the server can render it. */
export function ModelSelect({ model }: { model: string }) {
  return (
    <label className="model-select">
      <span className="sr-only">Model</span>
      <select
        name="model"
        defaultValue={model}
        onChange={({ currentTarget: { value } }) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
          document.cookie = modelCookie(value)
        }}
      >
        {CHAT_MODELS.map(({ id, name, description }) => (
          <option key={id} value={id} title={description}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
