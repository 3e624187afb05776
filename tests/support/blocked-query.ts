import { expect } from 'vitest'
import type { TestDatabase } from './database.ts'

/** Waits until a statement in this database waits for a lock that another one holds. */
export async function untilQueryIsBlocked({ sql }: TestDatabase): Promise<void> {
  const blocked = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => sql(blocked)).not.toEqual([])
}
