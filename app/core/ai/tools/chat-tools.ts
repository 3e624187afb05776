import type { ToolSet } from 'ai'
import { createDocumentTool } from './create-document.ts'
import { getWeatherTool } from './get-weather.ts'
import { requestSuggestionsTool } from './request-suggestions.ts'
import type { ToolContext } from './tool-context.ts'
import { updateDocumentTool } from './update-document.ts'

/** The tools of a chat turn by name (docs/interface.md, "Tools"). */
export function createChatTools(context: ToolContext): ToolSet {
  return {
    getWeather: getWeatherTool(context),
    createDocument: createDocumentTool(context),
    updateDocument: updateDocumentTool(context),
    requestSuggestions: requestSuggestionsTool(context),
  }
}
