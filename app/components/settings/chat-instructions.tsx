import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { MAX_INSTRUCTIONS_LENGTH } from '#core/instructions/instructions-schema.ts'
import { TextArea } from '../form/text-area.tsx'

type ChatInstructionsProps = { chatId: string; instructions: string | null }

/** What the replies of a chat should follow, in its options. */
export function ChatInstructions({ chatId, instructions }: ChatInstructionsProps) {
  return (
    <Form method="post" action={paths.chat(chatId)} key={`instructions of ${chatId}`}>
      <h2>Instructions for this chat</h2>
      <input type="hidden" name="redirectTo" value={paths.chatOptions(chatId)} />
      <TextArea
        label="What should the replies of this chat follow?"
        hint="Added to the instructions in your settings; these count more."
        name="instructions"
        rows={4}
        maxLength={MAX_INSTRUCTIONS_LENGTH}
        defaultValue={instructions ?? ''}
      />
      <button type="submit" className="button" name="intent" value="instruct">
        Save instructions
      </button>
    </Form>
  )
}
