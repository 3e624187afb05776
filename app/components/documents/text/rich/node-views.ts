import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view'
import { codeInfo } from '../markdown/pasted-values.ts'

type Place = () => number | undefined

/** The elements of nodes that hold controls: tasks with their box, code with its language. */
export const nodeViews: Record<string, NodeViewConstructor> = {
  list_item: (node, view, place) =>
    node.attrs.checked === null ? item() : task(node, view, place),
  code_block: (node, view, place) => code(node, view, place),
}

function item(): NodeView {
  const dom = document.createElement('li')
  return {
    dom,
    contentDOM: dom,
    update: (node) => node.type.name === 'list_item' && node.attrs.checked === null,
  }
}

function task(first: Node, view: EditorView, place: Place): NodeView {
  const dom = element('li', 'task')
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.contentEditable = 'false'
  const contentDOM = element('div', 'task-text')
  dom.append(box, contentDOM)
  box.addEventListener('change', () => {
    setAttribute(view, place, 'checked', box.checked)
    box.checked = Boolean(view.state.doc.nodeAt(place() ?? 0)?.attrs.checked)
  })
  const show = (node: Node) => {
    box.checked = node.attrs.checked
    box.setAttribute('aria-label', node.firstChild?.textContent.slice(0, 200) || 'Empty task')
  }
  show(first)
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type.name !== 'list_item' || node.attrs.checked === null) return false
      show(node)
      return true
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: ({ target }) => target === box || target === dom,
  }
}

function code(first: Node, view: EditorView, place: Place): NodeView {
  const dom = element('figure', 'code')
  const caption = document.createElement('figcaption')
  caption.contentEditable = 'false'
  const language = document.createElement('input')
  language.className = 'code-language'
  language.setAttribute('aria-label', 'Language of the code')
  language.placeholder = 'code'
  language.spellcheck = false
  language.autocapitalize = 'off'
  language.autocomplete = 'off'
  caption.append(language)
  const pre = document.createElement('pre')
  const contentDOM = document.createElement('code')
  contentDOM.spellcheck = false
  pre.append(contentDOM)
  dom.append(caption, pre)
  const show = (node: Node) => {
    if (document.activeElement !== language) language.value = node.attrs.info
    language.disabled = !view.editable
  }
  language.addEventListener('change', () => {
    setAttribute(view, place, 'info', codeInfo(language.value))
  })
  language.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    language.dispatchEvent(new Event('change'))
    view.focus()
  })
  show(first)
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type.name !== 'code_block') return false
      show(node)
      return true
    },
    stopEvent: ({ target }) => target instanceof globalThis.Node && caption.contains(target),
    ignoreMutation: ({ target }) => caption.contains(target),
  }
}

/** Changes an attribute of the node; indented code gets a fence, without which it has no language. */
function setAttribute(view: EditorView, place: Place, name: string, value: unknown) {
  const position = place()
  const node = position === undefined ? null : view.state.doc.nodeAt(position)
  if (position === undefined || !node || node.attrs[name] === value || !view.editable) return
  const tr = view.state.tr.setNodeAttribute(position, name, value)
  if (node.attrs.fence === '') tr.setNodeAttribute(position, 'fence', '```')
  view.dispatch(tr)
}

function element(tag: string, className: string): HTMLElement {
  const created = document.createElement(tag)
  created.className = className
  return created
}
