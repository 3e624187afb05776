import type { Page } from 'playwright-core'

/** Replaces the browser's speech recognition by one that hears what the test says; to be called before a page is opened. */
export async function fakeSpeech(page: Page): Promise<void> {
  await page.addInitScript(() => {
    class FakeRecognition {
      onstart?: () => void
      onresult?: (event: unknown) => void
      onerror?: (event: unknown) => void
      onend?: () => void
      start() {
        Object.assign(window, { heard: this })
        setTimeout(() => this.onstart?.())
      }
      stop() {
        setTimeout(() => this.onend?.())
      }
      abort() {}
    }
    Object.assign(window, { SpeechRecognition: FakeRecognition })
  })
}

/** Speaks to the recognition that is running. */
export function say(page: Page, transcript: string, isFinal = false): Promise<void> {
  return page.evaluate(
    ([transcript, isFinal]) => {
      const results = [Object.assign([{ transcript }], { isFinal })]
      Reflect.get(window, 'heard').onresult?.({ resultIndex: 0, results })
    },
    [transcript, isFinal] as const,
  )
}

/** Lets the recognition that is running fail. */
export function failToHear(page: Page, error: string): Promise<void> {
  return page.evaluate((error) => {
    const heard = Reflect.get(window, 'heard')
    heard.onerror?.({ error })
    heard.onend?.()
  }, error)
}
