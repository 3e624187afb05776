import { statSync } from 'node:fs'
import { platform } from 'node:os'

/** `nobody` of nearly every system; Postgres refuses to run as root. */
const NOBODY = 65_534

/** The user that Postgres runs as; undefined ids mean: as whoever runs the launcher. */
export type PostgresAccount = { uid?: number; gid?: number }

/**
 * Decides as whom Postgres runs: an ordinary user's own account, and for root
 * the owner of the data that is already there, or else `nobody`.
 *
 * @param home the folder that belongs to Postgres; need not exist yet
 * @throws Error when the data there belongs to somebody else
 */
export function postgresAccount(home: string): PostgresAccount {
  const me = process.getuid?.()
  const owner = statSync(home, { throwIfNoEntry: false })
  if (me !== 0) {
    if (owner && me !== undefined && owner.uid !== me) {
      throw new Error(
        `${home} belongs to another user (uid ${owner.uid}; you are ${me}). Start as that user, as root, or with another DATA_DIR.`,
      )
    }
    return {}
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: NOBODY, gid: NOBODY }
}

/**
 * How Postgres is told where its data is. Root may keep the project where
 * nobody else may enter (/root has mode 0700): the child's working directory is
 * set while it still is root, and names the place for the unprivileged user.
 */
export function postgresDataArgument(folder: string, account: PostgresAccount): string {
  return account.uid !== undefined && platform() === 'linux' ? '/proc/self/cwd' : folder
}

/** Postgres's programs take nothing from our environment. */
export const NO_VARIABLES = {} as NodeJS.ProcessEnv
