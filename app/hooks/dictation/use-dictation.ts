import { type RefObject, useEffect, useRef, useState } from 'react'
import { isCoveredByPopup } from '../use-composer-keys.ts'
import { type Dictation, startDictation } from './start-dictation.ts'

/** `asking` until the microphone is on. */
type DictationPhase = 'off' | 'asking' | 'listening' | 'ended'

/**
 * Dictation into the field of a form. It ends with Escape, when the form is sent,
 * and with the page.
 */
export function useDictation(field: RefObject<HTMLTextAreaElement>) {
  const [phase, setPhase] = useState<DictationPhase>('off')
  const [problem, setProblem] = useState<string | null>(null)
  const dictation = useRef<Dictation | null>(null)
  const isOn = phase === 'asking' || phase === 'listening'

  function start() {
    const area = field.current
    if (!area) return
    dictation.current?.cancel()
    setProblem(null)
    setPhase('asking')
    const own = startDictation(area, {
      onListening: () => setPhase('listening'),
      onEnd(problem) {
        if (dictation.current !== own) return
        dictation.current = null
        setProblem(problem ?? null)
        setPhase('ended')
      },
    })
    dictation.current = own
  }

  function stop() {
    dictation.current?.stop()
    setPhase('ended')
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
  }
  const latestStop = useRef(stop)
  useEffect(() => {
    latestStop.current = stop
  })

  useEffect(() => {
    const form = field.current?.form
    const onSubmit = () => dictation.current?.cancel()
    form?.addEventListener('submit', onSubmit)
    return () => {
      form?.removeEventListener('submit', onSubmit)
      dictation.current?.cancel()
    }
  }, [field])

  useEffect(() => {
    if (!isOn) return
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.isComposing || isCoveredByPopup()) return
      // The same key stops a reply that is being written, and closes lists.
      event.preventDefault()
      event.stopImmediatePropagation()
      latestStop.current()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isOn])

  return { phase, isOn, problem, toggle: isOn ? stop : start }
}
