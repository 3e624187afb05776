import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { RequestHandler } from 'express'
import type { QueueKind } from '#core/jobs/catalogue.ts'
import type { JobsQueues } from '#core/jobs/producer.ts'

/** The page's HTML loads a font from Google, which our policy refuses; it does without. */
const EXTERNAL_LINKS = /<link\b[^>]*\bhref="https?:[^>]*>/g

const SHOWN: Record<QueueKind, { displayName: string; description: string }> = {
  interactive: { displayName: 'interactive', description: 'Uploads and the clean-up' },
  model: { displayName: 'model', description: 'Titles and suggestions, written by the model' },
}

/**
 * Makes the read-only page of bull-board, which shows the two job queues.
 *
 * @param basePath where it is mounted
 */
export function createBullBoardPage(queues: JobsQueues, basePath: string): RequestHandler {
  const serverAdapter = new ExpressAdapter()
  serverAdapter.setBasePath(basePath)
  createBullBoard({
    queues: (Object.keys(queues) as QueueKind[]).map(
      (kind) => new BullMQAdapter(queues[kind], { readOnlyMode: true, ...SHOWN[kind] }),
    ),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Parley' } },
  })
  const board = serverAdapter.getRouter() as RequestHandler
  return (req, res, next) => {
    const send = res.send.bind(res)
    res.send = (body) => send(typeof body === 'string' ? body.replaceAll(EXTERNAL_LINKS, '') : body)
    board(req, res, next)
  }
}
