const SUGGESTED_PROMPTS = [
  'What is the weather in Paris?',
  'Write an essay about rain',
  'Show me some code',
  'Make a spreadsheet of monthly expenses',
]

type EmptyChatProps = { action: string; model: string; onPrompt(text: string): void }

/** A chat before its first message, with a few suggested prompts. */
export function EmptyChat({ action, model, onPrompt }: EmptyChatProps) {
  return (
    <div className="empty-chat">
      <h1>Where shall we begin?</h1>
      <form method="post" action={action} className="suggested-prompts">
        <input type="hidden" name="model" value={model} />
        <input type="hidden" name="intent" value="send" />
        {SUGGESTED_PROMPTS.map((prompt) => (
          <button
            type="submit"
            key={prompt}
            name="text"
            value={prompt}
            onClick={(event) => {
              event.preventDefault()
              onPrompt(prompt)
            }}
          >
            {prompt}
          </button>
        ))}
      </form>
    </div>
  )
}
