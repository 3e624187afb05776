import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** `fit`: as large as its place; else how many pixels of the page one of the image takes. */
type Zoom = 'fit' | number

const SMALLEST = 0.1
const LARGEST = 8
/** By how much a step enlarges. */
const STEP = 1.25

/** The zoom of an image in a place that scrolls. */
export function useZoom() {
  const stage = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLImageElement>(null)
  const [zoom, setShown] = useState<Zoom>('fit')
  const [percent, setPercent] = useState<number | null>(null)
  /** What of the image is in the middle of its place, as shares; it stays there. */
  const middle = useRef({ x: 0.5, y: 0.5 })

  const measure = useCallback(() => {
    const image = picture.current
    if (image?.naturalWidth) setPercent(Math.round((image.width / image.naturalWidth) * 100))
  }, [])

  const setZoom = useCallback((wanted: Zoom | 'in' | 'out') => {
    const [image, place] = [picture.current, stage.current]
    if (!image?.naturalWidth || !place) return
    middle.current = {
      x: (place.scrollLeft + place.clientWidth / 2) / Math.max(place.scrollWidth, 1),
      y: (place.scrollTop + place.clientHeight / 2) / Math.max(place.scrollHeight, 1),
    }
    const present = image.width / image.naturalWidth
    const stepped = wanted === 'in' ? present * STEP : wanted === 'out' ? present / STEP : wanted
    setShown(stepped === 'fit' ? stepped : Math.min(Math.max(stepped, SMALLEST), LARGEST))
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the image follows its zoom
  useLayoutEffect(() => {
    const place = stage.current
    if (!place) return
    place.scrollLeft = middle.current.x * place.scrollWidth - place.clientWidth / 2
    place.scrollTop = middle.current.y * place.scrollHeight - place.clientHeight / 2
    measure()
  }, [zoom, measure])

  useEffect(() => {
    const place = stage.current
    if (!place) return
    // React listens to the wheel without being able to prevent the zoom of the page.
    function onWheel(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setZoom(event.deltaY < 0 ? 'in' : 'out')
    }
    place.addEventListener('wheel', onWheel, { passive: false })
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    return () => {
      place.removeEventListener('wheel', onWheel)
      observer.disconnect()
    }
  }, [setZoom, measure])

  const width = zoom === 'fit' ? undefined : zoom * (picture.current?.naturalWidth ?? 0)
  return { stage, picture, zoom, width, percent, setZoom, measure }
}
