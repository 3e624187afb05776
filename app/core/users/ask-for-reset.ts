import type { Logger } from '../log.ts'
import type { Services } from '../services.server.ts'
import { createReset } from './password-reset.ts'

type Context = {
  services: Pick<Services, 'orm' | 'jobs'>
  log: Logger
  requestId: string
}

/**
 * Has a link mailed with which the password of an account can be reset. Nobody waits
 * for it: neither the answer nor its time then tells whether an account has the
 * email.
 */
export function askForReset({ services, log, requestId }: Context, email: string): void {
  void (async () => {
    const reset = await createReset(services.orm.em.fork(), { email })
    if (!reset) return
    const { id: resetId, userId } = reset
    await services.jobs.enqueue('send-password-reset', `reset-${resetId}`, {
      resetId,
      userId,
      requestId,
    })
  })().catch((err: unknown) => log.error({ err }, 'no link was sent to reset a password'))
}
