import type { Block, BlockText, Inline } from '#components/markdown/markdown-tokens.ts'
import { parseMarkdown } from '#components/markdown/parse-markdown.ts'

/** Markdown as the HTML of CommonMark, to compare with what another parser makes of it. */
export function commonMarkHtml(markdown: string): string {
  return parseMarkdown(markdown)
    .blocks.map(({ block }) => blockHtml(block))
    .join('')
}

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.depth}>${text(block.text)}</h${block.depth}>`
    case 'paragraph':
      return block.tight ? text(block.text) : `<p>${text(block.text)}</p>`
    case 'code': {
      const language = block.language ? ` class="language-${block.language}"` : ''
      return `<pre><code${language}>${escapeHtml(block.text)}</code></pre>`
    }
    case 'quote':
      return `<blockquote>${block.blocks.map(blockHtml).join('')}</blockquote>`
    case 'list': {
      const items = block.items.map(
        ({ checked, blocks }) =>
          `<li>${checked === null ? '' : `<input${checked ? ' checked=""' : ''} disabled="" type="checkbox">`}${blocks.map(blockHtml).join('')}</li>`,
      )
      if (block.start === null) return `<ul>${items.join('')}</ul>`
      return `<ol${block.start === 1 ? '' : ` start="${block.start}"`}>${items.join('')}</ol>`
    }
    case 'table': {
      const rows = block.rows.map((cells, row) => {
        const tag = row === 0 ? 'th' : 'td'
        const full = block.align.map((align, column) => {
          const cell = cells[column]
          return `<${tag}${align ? ` align="${align}"` : ''}>${cell ? text(cell) : ''}</${tag}>`
        })
        return `<tr>${full.join('')}</tr>`
      })
      const [head, ...body] = rows
      return `<table><thead>${head}</thead>${body.length > 0 ? `<tbody>${body.join('')}</tbody>` : ''}</table>`
    }
    case 'math':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'footnote':
      return `<p>${block.blocks.map(blockHtml).join('')}</p>`
    case 'rule':
      return '<hr>'
    case 'plain':
      return escapeHtml(block.text)
  }
}

function text({ pieces }: BlockText): string {
  return pieces.map(inlineHtml).join('')
}

function inlineHtml(piece: Inline): string {
  switch (piece.type) {
    case 'text':
      return escapeHtml(piece.text)
    case 'code':
      return `<code>${escapeHtml(piece.text)}</code>`
    case 'break':
      return '<br>'
    case 'math':
      return escapeHtml(piece.text)
    case 'note':
      return `[^${escapeHtml(piece.note.label)}]`
    case 'link':
      return `<a href="${escapeHtml(piece.href)}">${piece.children.map(inlineHtml).join('')}</a>`
    case 'image':
      return `<img src="${escapeHtml(piece.href)}" alt="${escapeHtml(piece.alt)}">`
    default:
      return `<${piece.type}>${piece.children.map(inlineHtml).join('')}</${piece.type}>`
  }
}

function escapeHtml(value: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return value.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
