import { toStorableText } from '#core/storable-text.ts'

/** Characters of a user agent that are kept. */
const KEPT = 200

/** The first names win: most browsers also call themselves by the name of another. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

/** What is kept of a user agent for the list of sessions; null where there is none. */
export function keptUserAgent(userAgent: string | null | undefined): string | null {
  const text = toStorableText((userAgent ?? '').slice(0, KEPT)).trim()
  return text === '' ? null : text
}

/** Says in plain words what a session was made with: `Firefox on Windows`, `curl`. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (browser) return system ? `${browser} on ${system}` : browser
  const program = /^[\w.-]{1,40}/.exec(userAgent)?.[0]
  if (program && program !== 'Mozilla') return system ? `${program} on ${system}` : program
  return system ? `A browser on ${system}` : 'Unknown device'
}
