import { MODEL_COOKIE } from '#app/preferences.ts'
import { CHAT_MODELS } from '#core/ai/chat-models.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** Which model answers; remembered in a cookie, so that the server renders the choice. */
export function ModelSelect({ model }: { model: string }) {
  return (
    <label className="model-select">
      <span className="sr-only">Model</span>
      <select
        name="model"
        defaultValue={model}
        onChange={({ currentTarget: { value } }) => {
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
          document.cookie = `${MODEL_COOKIE}=${value}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
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
