import { type ChatModelId, DEFAULT_CHAT_MODEL, isChatModelId } from '#core/ai/chat-models.ts'
import { MODEL_COOKIE } from '../../preferences.ts'

const YEAR_SECONDS = 365 * 24 * 3600
const COOKIE = new RegExp(`(?:^|;\\s*)${MODEL_COOKIE}=([\\w-]{1,40})`)

/** The model that the person chose last. */
export function chosenModel(request: Request): ChatModelId {
  const value = request.headers.get('cookie')?.match(COOKIE)?.[1]
  return isChatModelId(value) ? value : DEFAULT_CHAT_MODEL
}

/** Remembers a choice that a form brought (scripts write the cookie themselves). */
export function modelCookie(model: ChatModelId): string {
  return `${MODEL_COOKIE}=${model}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
