/** What one asks for often, by the kind of the document: the button's text and the request. */
const QUICK_ACTIONS: Record<string, readonly (readonly [label: string, instruction: string])[]> = {
  text: [
    ['Shorten', 'Shorten it.'],
    ['Lengthen', 'Lengthen it with more detail.'],
    ['Friendlier', 'Change the tone: friendly.'],
    ['More formal', 'Change the tone: formal.'],
    ['Fix spelling and grammar', 'Fix spelling and grammar, and change nothing else.'],
    ['Translate', 'Translate it into English; if it is English, into Spanish.'],
  ],
  code: [
    ['Add comments', 'Add comments that say why, where they help.'],
    ['Explain', 'Explain what it does.'],
    ['Find the bug', 'Find the bug and correct it; if there is none, say so.'],
  ],
  sheet: [
    ['Clean the data', 'Clean the data: spaces, spelling and formats of numbers and dates.'],
    ['Fill gaps', 'Fill the empty cells with what the others make likely.'],
  ],
}

/** The quick actions of a kind of document. */
export function quickActionsOf(kind: string) {
  return QUICK_ACTIONS[kind] ?? []
}
