import { cityNear } from './cities.ts'
import type { DemoResponse } from './demo-language-model.ts'
import { resultObject, type ToolResult } from './read-prompt.ts'

/** The response of the demo's chat models to the result of a tool. */
export function respondToToolResult(result: ToolResult): DemoResponse {
  const value = resultObject(result)
  if (!value) {
    return {
      text: 'The tool did not succeed, so I have nothing to show for it. This is the demo model; you can try again, or look at the log of the service for the reason.',
    }
  }
  if (result.toolName === 'getWeather') return { text: weather(value) }
  const title = typeof value.title === 'string' ? `**${value.title}**` : 'the document'
  if (result.toolName === 'createDocument') {
    return {
      text: `I have written ${title}; open it above. Its text comes from the demo model. Ask me to *suggest improvements*, or to *update it*.`,
    }
  }
  if (result.toolName === 'updateDocument') {
    return { text: `I have saved a new version of ${title}. Earlier versions are kept.` }
  }
  if (result.toolName === 'requestSuggestions') {
    return { text: `My suggestions for ${title} stand beside its text. Accept or dismiss each.` }
  }
  return { text: 'The tool has answered; see its result above.' }
}

function weather(value: Record<string, unknown>): string {
  const current = field(value, 'current')
  const daily = field(value, 'daily')
  const temperature = current?.temperature_2m
  const city = cityNear(Number(value.latitude), Number(value.longitude))?.name
  const place = city ? `in ${city}` : 'there'
  if (typeof temperature !== 'number') return `The forecast ${place} holds no temperature now.`
  const unit = String(field(value, 'current_units')?.temperature_2m ?? '°C')
  const sunset = Array.isArray(daily?.sunset) ? String(daily.sunset[0]).split('T')[1] : undefined
  const sun = sunset ? ` The sun sets at ${sunset}.` : ''
  return `It is **${temperature} ${unit}** ${place} now.${sun} The figures come from the forecast service; the words come from the demo model.`
}

function field(value: Record<string, unknown>, name: string) {
  const inner = value[name]
  return typeof inner === 'object' && inner !== null
    ? (inner as Record<string, unknown>)
    : undefined
}
