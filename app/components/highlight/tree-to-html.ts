import type { createLowlight } from 'lowlight'
import { escapeHtml } from './escape-html.ts'

type Root = ReturnType<ReturnType<typeof createLowlight>['highlight']>
type Node = Root['children'][number]

/** Coloured pieces of a piece of code at most; a piece of more, such as one of a minified file, is shown plain. */
const MAX_SPANS = 2_500

/** A piece of code as HTML. */
export type CodeHtml = {
  html: string
  /**
   * Where a reader of the code may begin anew: the offset of the last line that no
   * string, comment or the like reaches into. One that is not indented is preferred.
   * 0 where there is none.
   */
  checkpoint: number
  /** How much of the HTML is what stands before the checkpoint. */
  htmlCheckpoint: number
}

/**
 * Writes a highlighter's tree as HTML: its texts, escaped, and spans with its classes.
 * Nested as deep as it may be, since code decides how deep that is.
 */
export function treeToHtml(tree: Root): CodeHtml {
  let html = ''
  let length = 0
  let spans = 0
  let indented = NOWHERE
  let unindented = NOWHERE
  const open: { nodes: Node[]; at: number }[] = [{ nodes: tree.children as Node[], at: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const node = level.nodes[level.at]
    level.at += 1
    if (!node) {
      open.pop()
      if (open.length > 0) html += '</span>'
    } else if (node.type === 'text') {
      if (open.length === 1) {
        const place = (line: number) => ({
          checkpoint: length + line,
          htmlCheckpoint: html.length + escapeHtml(node.value.slice(0, line)).length,
        })
        const lines = lastLines(node.value, firstCharacter(level.nodes[level.at]))
        if (lines.any > 0) indented = place(lines.any)
        if (lines.unindented > 0) unindented = place(lines.unindented)
      }
      html += escapeHtml(node.value)
      length += node.value.length
    } else if (node.type === 'element') {
      spans += 1
      if (spans > MAX_SPANS) return plainHtml(textOf(tree))
      html += `<span class="${classesOf(node.properties.className)}">`
      open.push({ nodes: node.children as Node[], at: 0 })
    }
  }
  return { html, ...(unindented.checkpoint > 0 ? unindented : indented) }
}

const NOWHERE = { checkpoint: 0, htmlCheckpoint: 0 }

/** Code as it is, where it is not coloured. */
export function plainHtml(code: string): CodeHtml {
  const html = escapeHtml(code)
  return {
    html,
    checkpoint: code.lastIndexOf('\n') + 1,
    htmlCheckpoint: html.lastIndexOf('\n') + 1,
  }
}

/**
 * Where the last lines of a text begin: any, and one that begins with a letter or the
 * like; 0 where there is none.
 *
 * @param next the character behind the text; empty where it is the end
 */
function lastLines(text: string, next: string) {
  let any = 0
  for (let at = text.lastIndexOf('\n'); at >= 0; at = text.lastIndexOf('\n', at - 1)) {
    const first = text.charAt(at + 1) || next
    if (first) any ||= at + 1
    if (first && /[^\s)\]}]/.test(first)) return { any, unindented: at + 1 }
    if (at === 0) break
  }
  return { any, unindented: 0 }
}

function firstCharacter(node: Node | undefined): string {
  let first = node
  while (first?.type === 'element') first = first.children[0] as Node | undefined
  return first?.type === 'text' ? first.value.charAt(0) : ''
}

function classesOf(classes: unknown): string {
  return Array.isArray(classes) ? escapeHtml(classes.join(' ')) : ''
}

function textOf(tree: Root): string {
  let text = ''
  const waiting = [...(tree.children as Node[])].reverse()
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'text') text += node.value
    else if (node.type === 'element') waiting.push(...[...(node.children as Node[])].reverse())
  }
  return text
}
