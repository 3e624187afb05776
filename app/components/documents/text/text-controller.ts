import type { Command } from 'prosemirror-state'
import type { ContentRange, PlacedSuggestion } from '../editing/editor-contract.ts'
import { NotReadableError } from './markdown/kept-source.ts'
import { type BarState, isSameBar, NO_BAR_STATE, readBarState } from './rich/bar-state.ts'
import { countWords, countWordsOf } from './rich/count-words.ts'
import { createRichSurface, type RichSurface } from './rich/rich-surface.ts'
import type { Surface } from './surface.ts'

/** What is shown around the text. */
export type TextView = {
  mode: 'formatted' | 'source'
  bar: BarState
  /** Null until they are counted. */
  words: number | null
  selectedWords: number | null
  /** Why the text is shown as source, or is not shown formatted. */
  note: string | null
}

type TextEvents = {
  onChange(): void
  onSelect(range: ContentRange | null): void
  onEditLink(): void
  /** The text can be shown in neither view. */
  onFail(error: unknown): void
  onAccept(suggestionId: string): void
  onDismiss(suggestionId: string): void
}

type Options = {
  richPlace: HTMLElement
  sourcePlace: HTMLElement
  content: string
  label: string
  isReadOnly: () => boolean
  events: () => TextEvents
}

/** Milliseconds without a change after which words are counted, and the selection is told. */
const QUIET_MS = 150

export type TextController = ReturnType<typeof createTextController>

/** Holds a text in one of two views, and changes between them. */
export function createTextController(options: Options) {
  const { richPlace, sourcePlace, label, isReadOnly, events } = options
  let rich: RichSurface | null = null
  let source: Surface | null = null
  let active: Surface | null = null
  /** The content while no view is there yet. */
  let waiting = options.content
  let suggestions: PlacedSuggestion[] = []
  let isToggling = false
  let isDestroyed = false
  let told: ContentRange | null = null
  let quiet: ReturnType<typeof setTimeout> | undefined
  let shown: TextView = {
    mode: 'formatted',
    bar: NO_BAR_STATE,
    words: null,
    selectedWords: null,
    note: null,
  }
  const listeners = new Set<() => void>()
  const surfaceEvents = { onChange: () => events().onChange(), onUpdate }

  const onlySource = tryFormatted(options.content, false)
  if (onlySource) void openSource(onlySource)

  function show(changes: Partial<TextView>) {
    shown = { ...shown, ...changes }
    for (const listener of listeners) listener()
  }

  function onUpdate() {
    if (rich && active === rich) {
      const bar = readBarState(rich.view.state)
      if (!isSameBar(bar, shown.bar)) show({ bar })
    }
    clearTimeout(quiet)
    quiet = setTimeout(onQuiet, QUIET_MS)
  }

  function onQuiet() {
    const range = active?.getSelection() ?? null
    if (range?.start !== told?.start || range?.end !== told?.end) events().onSelect(range)
    told = range
    const isRich = rich && active === rich
    const words = rich && isRich ? countWordsOf(rich.view.state.doc) : countWords(getContent())
    const selectedWords = range ? countWords(getContent().slice(range.start, range.end)) : null
    if (words !== shown.words || selectedWords !== shown.selectedWords)
      show({ words, selectedWords })
  }

  function getContent(): string {
    return active?.getContent() ?? waiting
  }

  /**
   * Shows a content formatted.
   *
   * @returns why it can only be edited as source; null when it is shown
   */
  function tryFormatted(content: string, isOwn: boolean): string | null {
    try {
      if (rich) rich.setContent(content, isOwn)
      else rich = openRich(content)
    } catch (error) {
      if (error instanceof NotReadableError) return error.message
      // Lists and quotes may be deeper than the calls that read and show them can be.
      if (error instanceof RangeError) return new NotReadableError().message
      throw error
    }
    activate('formatted', rich, null)
    rich.setSuggestions(suggestions)
    return null
  }

  function openRich(content: string): RichSurface {
    return createRichSurface({
      ...surfaceEvents,
      place: richPlace,
      content,
      label,
      isReadOnly,
      decisions: {
        accept: (id) => events().onAccept(id),
        dismiss: (id) => events().onDismiss(id),
      },
      editLink: () => events().onEditLink(),
      showSource: () => void toggle(),
    })
  }

  async function openSource(note: string | null) {
    const loaded = await import('./source/source-surface.ts').catch(onNotLoaded)
    if (isDestroyed || !loaded) return
    const content = getContent()
    if (source) source.setContent(content, true)
    source ??= loaded.createSourceSurface({
      ...surfaceEvents,
      place: sourcePlace,
      content,
      label,
      isReadOnly: isReadOnly(),
      showFormatted: () => void toggle(),
    })
    activate('source', source, note)
  }

  /** The source is a module of its own, which cannot be loaded offline. */
  function onNotLoaded(error: unknown) {
    if (isDestroyed) return
    if (active)
      show({ note: 'The source could not be loaded. Check the connection and try again.' })
    else events().onFail(error)
  }

  function activate(mode: TextView['mode'], surface: Surface | null, note: string | null) {
    active = surface
    richPlace.hidden = mode === 'source'
    sourcePlace.hidden = mode !== 'source'
    show({ mode, note })
    onUpdate()
  }

  /** Goes from the formatted view to the source, or back; the caret stays where it is in the text. */
  async function toggle() {
    if (isToggling) return
    isToggling = true
    try {
      const caret = (rich && active === rich ? rich : source)?.getCaret()
      if (shown.mode === 'formatted') await openSource(null)
      else {
        const reason = tryFormatted(getContent(), true)
        if (reason) show({ note: reason })
      }
      if (isDestroyed) return
      if (caret) active?.select(caret)
      active?.focus()
    } finally {
      isToggling = false
    }
  }

  return {
    getContent,
    setContent(content: string) {
      if (!active) waiting = content
      else if (active === source) source.setContent(content, false)
      else {
        const reason = tryFormatted(content, false)
        if (!reason) return
        // What would be typed into the old text until the source is there would be lost.
        richPlace.hidden = true
        active = null
        waiting = content
        void openSource(reason)
      }
    },
    getSelection: () => active?.getSelection() ?? null,
    focus: () => active?.focus(),
    toggle,
    undo: () => active?.undo(),
    redo: () => active?.redo(),
    run: (command: Command) => rich?.run(command),
    /** Whether a command would do something now. */
    can: (command: Command) => rich !== null && command(rich.view.state),
    /** The formatted view; null while the source is shown. */
    richView: () => (rich && active === rich ? rich.view : null),
    /** Shows suggestions in the formatted view, now or when it is shown again. */
    setSuggestions(given: PlacedSuggestion[]) {
      suggestions = given
      if (active === rich) rich?.setSuggestions(given)
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    shown: () => shown,
    destroy() {
      isDestroyed = true
      clearTimeout(quiet)
      rich?.destroy()
      source?.destroy()
    },
  }
}
