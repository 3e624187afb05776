import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { MAX_INSTRUCTIONS_LENGTH } from '#core/instructions/instructions-schema.ts'
import { TextArea } from '../form/text-area.tsx'
import type { SettingsFailure } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'

type InstructionsSectionProps = {
  instructions: string | null
  failure: SettingsFailure | undefined
}

/** What every reply to the user should follow. */
export function InstructionsSection({ instructions, failure }: InstructionsSectionProps) {
  return (
    <SettingsSection id="instructions" title="Instructions">
      <Form method="post" action={paths.settings()} className="settings-form">
        <input type="hidden" name="intent" value="instructions" />
        <TextArea
          label="What should the assistant know about you, and how should it answer?"
          hint="Every reply follows this, from your next message on. A chat can have instructions of its own, in its options."
          name="instructions"
          rows={6}
          maxLength={MAX_INSTRUCTIONS_LENGTH}
          placeholder="For example: I am a nurse in Porto. Answer briefly, and in metric units."
          defaultValue={failure?.values.instructions ?? instructions ?? ''}
          error={failure?.errors.instructions}
        />
        <button type="submit" className="button">
          Save instructions
        </button>
      </Form>
    </SettingsSection>
  )
}
