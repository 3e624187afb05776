import { useState } from 'react'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { createLazyModule } from '../markdown/lazy-module.ts'

/** On the server it is there from the start; a browser loads it with the first forecast of a reply. */
const lazyWeatherCard = createLazyModule(
  import.meta.env.SSR ? await import('./weather-card.tsx') : undefined,
  () => import('./weather-card.tsx'),
)

/** The card of a forecast. One that came with the page stays as it stands there: it never changes. */
export function WeatherPart({ forecast }: { forecast: unknown }) {
  const isHydrated = useHydrated()
  const [isServed] = useState(!isHydrated)
  if (!isServed || import.meta.env.SSR) return <LoadedCard forecast={forecast} />
  return (
    <div
      className="weather-part"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text, which replaces nothing
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

function LoadedCard({ forecast }: { forecast: unknown }) {
  const module = lazyWeatherCard.useModule()
  return <div className="weather-part">{module && <module.WeatherCard forecast={forecast} />}</div>
}
