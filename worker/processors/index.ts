import { cleanUp } from './clean-up.ts'
import { generateSuggestions } from './generate-suggestions.ts'
import { generateTitle } from './generate-title.ts'
import { processUpload } from './process-upload.ts'
import type { Processors } from './processor.ts'

export const processors: Processors = {
  'generate-title': generateTitle,
  'generate-suggestions': generateSuggestions,
  'process-upload': processUpload,
  'clean-up': cleanUp,
}
