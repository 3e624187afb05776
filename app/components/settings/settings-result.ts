/** What a form of the settings was refused with. */
export type SettingsFailure = {
  message: string
  errors: Record<string, string>
  values: Record<string, string>
}

/** What a form of the settings has done, or why it was refused. */
export type SettingsResult =
  | { done: string; newToken?: { name: string; token: string } | undefined }
  | SettingsFailure

/** The refusal of one of the forms; undefined where another was refused, or none. */
export function failureOf(
  result: SettingsResult | undefined,
  intent: string,
): SettingsFailure | undefined {
  return result && 'message' in result && result.values.intent === intent ? result : undefined
}
