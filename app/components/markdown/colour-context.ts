import { createContext, useContext } from 'react'
import { COLOURED_CHARACTERS } from './markdown-bounds.ts'

/** The texts of a page whose code the server colours; null where each text decides for itself. */
const ColouredTexts = createContext<ReadonlySet<string> | null>(null)
export const ColouredTextsProvider = ColouredTexts.Provider

/** Whether the server colours the code of the text around it. */
export const ColourContext = createContext(true)

/** Whether the server colours the code of a text: a page has colours for so much code. */
export function useIsColoured(text: string, countCode: (text: string) => number): boolean {
  const texts = useContext(ColouredTexts)
  // In a browser code is coloured when it comes, however much there is.
  if (!import.meta.env.SSR) return true
  return texts ? texts.has(text) : countCode(text) <= COLOURED_CHARACTERS
}
