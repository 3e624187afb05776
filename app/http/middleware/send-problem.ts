import type { Response } from 'express'
import { PROBLEM_HEADERS, type Problem, problemBody } from '../responses/problem.ts'

/** Answers a request with a problem, for middleware; routes throw. */
export function sendProblem(res: Response, problem: Problem): void {
  res
    .status(problem.status)
    .set({ ...problem.headers, ...PROBLEM_HEADERS })
    .end(problemBody(res.locals.requestId, problem))
}
