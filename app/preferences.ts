/** The cookie that holds the chosen model; not a secret, so scripts may write it. */
export const MODEL_COOKIE = 'chat-model'
