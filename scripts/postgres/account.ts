import { statSync } from 'node:fs'
import { platform } from 'node:os'

/** The user `nobody` of nearly every system. */
const NOBODY = 65_534

/** The operating system's user that Postgres runs as; without ids it is the user who runs this process. */
export type Account = { uid?: number; gid?: number }

/**
 * Chooses the user that Postgres runs as. Postgres refuses to run as root, so
 * root hands over to the owner of the existing data, or else to `nobody`;
 * everybody else runs it as themselves.
 *
 * @param folder the folder that holds all of Postgres's files; it need not exist yet
 * @throws Error when the folder belongs to another user
 */
export function chooseAccount(folder: string): Account {
  const ownUid = process.getuid?.()
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (ownUid !== 0) {
    if (owner && ownUid !== undefined && owner.uid !== ownUid) {
      throw new Error(
        `${folder} belongs to another user (uid ${owner.uid}; you are ${ownUid}). Start as that user, as root, or with another DATA_DIR.`,
      )
    }
    return {}
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return { uid: NOBODY, gid: NOBODY }
}

/**
 * Options for starting one of Postgres's programs as the account. The program
 * gets none of our environment variables, as some of them (PGDATA, LC_ALL)
 * would change what it does.
 */
export function spawnOptions(account: Account, cwd: string) {
  return { ...account, cwd, env: {} as NodeJS.ProcessEnv }
}

/**
 * The path by which a program of the account, started in `folder`, reaches
 * that folder. The account may not be allowed to enter the folder's parents
 * (/root has mode 0700), so the path itself would fail. But the working
 * directory is set while the child is still root, and stays open.
 */
export function pathForAccount(folder: string, account: Account): string {
  return account.uid !== undefined && platform() === 'linux' ? '/proc/self/cwd' : folder
}
