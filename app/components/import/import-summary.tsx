import type { ImportProgress } from './send-chats.ts'

/** Refused chats that are named; of more, there is the number. */
const NAMED = 20

/** What has become of the chats of a file. */
export function ImportSummary({ progress }: { progress: ImportProgress }) {
  const { imported, known, refused } = progress
  return (
    <div role="status">
      <p className="note">
        <strong>
          {imported === 1 ? '1 chat was imported.' : `${imported} chats were imported.`}
        </strong>{' '}
        {known > 0 && `${known} ${known === 1 ? 'was' : 'were'} here already.`}
      </p>
      {refused.length > 0 && (
        <div className="note bad">
          {refused.length} could not be imported:
          <ul>
            {refused.slice(0, NAMED).map(({ title, detail }) => (
              <li key={`${title} ${detail}`}>
                {title}: {detail}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
