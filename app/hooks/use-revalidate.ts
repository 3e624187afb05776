import { useFetchers, useNavigation, useRevalidator } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'

/**
 * Returns a function that loads the data of the page again, once no navigation
 * and no form is under way: what they load would be aborted, and reported as an error
 * of the page.
 */
export function useRevalidate(): () => void {
  const { state } = useNavigation()
  const { state: loading, revalidate } = useRevalidator()
  const isBusy = useFetchers().length > 0 || state !== 'idle' || loading !== 'idle'
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    if (!isDue || isBusy) return
    setIsDue(false)
    revalidate()
  }, [isDue, isBusy, revalidate])
  return useCallback(() => setIsDue(true), [])
}
