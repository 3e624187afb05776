import { z } from 'zod'
import { json, operations } from '../operation.ts'
import { notReadyResponse, readyResponse } from '../response-schemas.ts'

export const serviceOperations = operations([
  {
    method: 'get',
    path: '/api/openapi.json',
    id: 'getDescription',
    tag: 'Service',
    summary: 'Read this description',
    description: 'Any site may read it. It changes with the version of the service only.',
    access: 'public',
    answers: {
      200: json('The interface in OpenAPI 3.1.', z.looseObject({ openapi: z.string() })),
      304: { description: 'Not changed since the `ETag` in `If-None-Match`.' },
    },
    curl: 'curl "$BASE/api/openapi.json"',
  },
  {
    method: 'get',
    path: '/healthz',
    id: 'getHealth',
    tag: 'Service',
    summary: 'Check whether the process serves',
    description: 'Asks nothing else, so that an outage of the database restarts no process.',
    access: 'public',
    answers: {
      200: { description: 'The process serves.', content: [{ type: 'text/plain', example: 'ok' }] },
    },
    curl: 'curl "$BASE/healthz"',
  },
  {
    method: 'get',
    path: '/readyz',
    id: 'getReadiness',
    tag: 'Service',
    summary: 'Check whether the process has what it needs',
    description: 'For load balancers: a process that is shutting down is not ready either.',
    access: 'public',
    answers: {
      200: json('The database and the queue answer, and migrations are applied.', readyResponse, {
        status: 'ready',
      }),
      503: json('What `missing` names does not answer or is not done.', notReadyResponse, {
        status: 'unavailable',
        missing: ['database'],
      }),
    },
    curl: 'curl "$BASE/readyz"',
  },
  {
    method: 'get',
    path: '/metrics',
    id: 'getMetrics',
    tag: 'Service',
    summary: 'Read metrics for Prometheus',
    description:
      'For a caller that sends `METRICS_TOKEN` as its bearer token, or that is on the machine itself.',
    access: 'loopback-or-token',
    answers: {
      200: {
        description: "Prometheus' text format.",
        content: [{ type: 'text/plain' }],
      },
      401: {
        description: '`METRICS_TOKEN` is missing or wrong.',
        content: [{ type: 'text/plain' }],
      },
      404: {
        description: 'No `METRICS_TOKEN` is set, and the caller is not on the machine itself.',
        content: [{ type: 'text/plain' }],
      },
    },
    curl: 'curl "$BASE/metrics"',
  },
])
