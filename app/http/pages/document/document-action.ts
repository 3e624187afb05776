import type { PageActionArgs } from '../page-action.ts'

/** What an action of a document's page is given: the form, and whose document it is for. */
type DocumentAction = PageActionArgs & { id: string; userId: string }

/** Actions of a document's page by the form's `intent`; an action may answer by itself. */
export type DocumentActions = Record<
  string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most actions give nothing
  (action: DocumentAction) => Promise<Response | void>
>
