import { Icon, type IconName } from '../icon.tsx'

type Starter = { icon: IconName; title: string; detail: string; text: string }

/** What a new chat can begin with; the demo model answers each of them too. */
const STARTERS: Starter[] = [
  {
    icon: 'document',
    title: 'Write an essay',
    detail: 'about rain, to edit beside the chat',
    text: 'Write an essay about rain',
  },
  {
    icon: 'code',
    title: 'Write a Python script',
    detail: 'and run it in the browser',
    text: 'Write a Python script that prints the first 20 prime numbers',
  },
  {
    icon: 'sheet',
    title: 'Make a spreadsheet',
    detail: 'of monthly expenses',
    text: 'Make a spreadsheet of monthly expenses',
  },
  {
    icon: 'sun',
    title: 'What is the weather',
    detail: 'in Paris today?',
    text: 'What is the weather in Paris?',
  },
]

/** The greeting of a chat before its first message. */
export function Greeting() {
  return (
    <div className="empty-chat">
      <h1>Where shall we begin?</h1>
    </div>
  )
}

type StartersProps = { action: string; model: string; onPrompt(text: string): void }

/** A few tasks that a new chat can begin with. */
export function Starters({ action, model, onPrompt }: StartersProps) {
  return (
    <form method="post" action={action} className="starters" aria-label="Ideas to begin with">
      <input type="hidden" name="model" value={model} />
      <input type="hidden" name="intent" value="send" />
      {STARTERS.map(({ icon, title, detail, text }) => (
        <button
          type="submit"
          key={text}
          name="text"
          value={text}
          onClick={(event) => {
            event.preventDefault()
            onPrompt(text)
          }}
        >
          <Icon name={icon} />
          <span>
            {title} <small>{detail}</small>
          </span>
        </button>
      ))}
    </form>
  )
}
