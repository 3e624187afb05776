import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
import type { RequestHandler } from 'express'
import type { JobsQueue } from '#core/jobs/queue.ts'

/** The page's HTML loads a font from Google, which our policy refuses; it does without. */
const EXTERNAL_LINKS = /<link\b[^>]*\bhref="https?:[^>]*>/g

/**
 * Makes the read-only page of bull-board, which shows the job queue.
 *
 * @param basePath where it is mounted
 */
export function createBullBoardPage(queue: JobsQueue, basePath: string): RequestHandler {
  const serverAdapter = new ExpressAdapter()
  serverAdapter.setBasePath(basePath)
  createBullBoard({
    queues: [new BullMQAdapter(queue, { readOnlyMode: true, description: 'All jobs of Parley' })],
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
