import { randomUUID } from 'node:crypto'
import type { Bench } from '../bench.ts'
import { compareRates, type RateRequest } from '../measure-rate.ts'
import type { Row } from '../results-table.ts'
import { PAGE_OF_TEXT, VERSIONS } from '../seed.ts'

const READ = { atLeast: 4_000, ofBaseline: 1 / 3 }
const WRITE = { atLeast: 2_000 }

export async function votes(bench: Bench): Promise<Row[]> {
  const { longChatId: chatId, assistantMessageIds, owner } = bench.seed
  const vote = () => {
    const messageId = assistantMessageIds[Math.floor(Math.random() * assistantMessageIds.length)]
    const type = Math.random() < 0.5 ? 'up' : 'down'
    return { body: JSON.stringify({ chatId, messageId, type }) }
  }
  const { token } = owner
  return [
    await compareRates(bench, 'GET vote', { token, path: `/api/vote?chatId=${chatId}` }, READ),
    await compareRates(
      bench,
      'PATCH vote',
      { token, method: 'PATCH', path: '/api/vote', ...vote(), vary: vote },
      WRITE,
    ),
  ]
}

export async function documents(bench: Bench): Promise<Row[]> {
  const { documentIds, owner } = bench.seed
  const { token } = owner
  const rows: Row[] = []
  for (const versions of VERSIONS) {
    rows.push(
      await compareRates(
        bench,
        `GET document, ${versions} version${versions > 1 ? 's' : ''} of 2 kB`,
        { token, path: `/api/document?id=${documentIds[versions]}` },
        versions < 100 ? READ : { atLeast: 500 },
      ),
    )
  }
  const body = JSON.stringify({ title: 'An essay', content: PAGE_OF_TEXT, kind: 'text' })
  const fresh = () => ({ path: `/api/document?id=${randomUUID()}` })
  const save: RateRequest = { token, method: 'POST', ...fresh(), body, vary: fresh }
  rows.push(await compareRates(bench, 'POST document, 2 kB', save, WRITE))
  return rows
}

export async function suggestions(bench: Bench): Promise<Row[]> {
  const { documentIds, owner } = bench.seed
  const path = `/api/suggestions?documentId=${documentIds[1]}`
  return [await compareRates(bench, 'GET suggestions', { token: owner.token, path }, READ)]
}

export async function history(bench: Bench): Promise<Row[]> {
  const request = { token: bench.seed.owner.token, path: '/api/history?limit=20' }
  return [await compareRates(bench, 'GET history, newest 20', request, { atLeast: 3_000 })]
}
