import type { createCodePainter } from './paint-code.ts'

type CreatePainter = typeof createCodePainter

/**
 * On the server the highlighter is there from the start. A browser loads it when there
 * is code to colour that has not come coloured with the page; it is no part of the
 * page's own scripts.
 */
let create: CreatePainter | undefined = import.meta.env.SSR
  ? (await import('./paint-code.ts')).createCodePainter
  : undefined

/** The function that makes a painter; undefined until it has been loaded. */
export function loadedPainter(): CreatePainter | undefined {
  return create
}

/** Loads the highlighter. @throws when the network does not give it */
export async function loadPainter(): Promise<CreatePainter> {
  create ??= (await import('./paint-code.ts')).createCodePainter
  return create
}
