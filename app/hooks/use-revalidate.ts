import { useNavigation, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'

/**
 * Returns a function that loads the data of the page again, once no navigation is
 * under way: that would be aborted, and its answer reported as an error of the page.
 */
export function useRevalidate(): () => void {
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isDue || state !== 'idle') return
    setIsDue(false)
    revalidate()
  }, [isDue, state, revalidate])
  return useCallback(() => setIsDue(true), [])
}
