import { isAppError } from '../app-error.ts'

/** What a tool call has given: its output, or why it failed, as the model is told. */
export type ToolOutcome = { toolCallId: string; toolName: string } & (
  | { output: unknown }
  | { errorText: string }
)

/** Only the text of an AppError is written for users; any other error's text is not shown. */
export function toolErrorText(error: unknown): string {
  return isAppError(error) ? error.message : 'The tool failed.'
}
