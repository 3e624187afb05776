import type { CallOptions } from '../model-spec.ts'

/** What the demo model does in one step: think, say something, and perhaps call a tool. */
export type DemoTurn = {
  reasoning?: string
  text?: string
  toolCall?: { toolName: string; input: Record<string, unknown> }
}

/** Decides, from the prompt alone, what the demo model does. */
export type DemoPlan = (options: CallOptions) => DemoTurn
