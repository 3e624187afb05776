import type { Attack } from './attack.ts'
import { documents } from './documents.ts'
import { hardTexts } from './hard-texts.ts'
import { heavyJobs } from './heavy-jobs.ts'
import { largeChats } from './large-chats.ts'
import { pages } from './pages.ts'
import { unfinishedBodies } from './unfinished-bodies.ts'
import { unreadAnswers } from './unread-answers.ts'

/** What a stranger or a guest may do to the service, by the name that follows `attacks.`. */
export const ATTACKS: Record<string, Attack> = {
  ...pages,
  ...hardTexts,
  ...documents,
  ...unreadAnswers,
  ...unfinishedBodies,
  ...largeChats,
  ...heavyJobs,
}
