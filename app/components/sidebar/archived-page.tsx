import { Form, Link, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { ListedChat } from '#core/chat/chat-schema.ts'
import { SidebarButton } from './sidebar.tsx'

type ArchivedPageProps = {
  chats: ListedChat[]
  hasMore: boolean
  /** Whether there are newer ones than these. */
  isOlder: boolean
}

/** The archived chats, each with a button that brings it back. */
export function ArchivedPage({ chats, hasMore, isOlder }: ArchivedPageProps) {
  const isBusy = useNavigation().state === 'submitting'
  const last = chats.at(-1)
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Archived chats</h1>
      </header>
      <div className="pane-body">
        <div className="page-column">
          <p className="note">
            Archived chats are not in the list of your chats. A search still finds them.
          </p>
          {chats.length === 0 && <p>You have no archived chats.</p>}
          <ul className="archived-chats">
            {chats.map(({ id, title }) => (
              <li key={id}>
                <Link to={paths.chat(id)}>{title}</Link>
                <Form method="post" action={paths.chat(id)} preventScrollReset>
                  <input type="hidden" name="redirectTo" value={paths.archived()} />
                  <button
                    type="submit"
                    name="intent"
                    value="restore"
                    className="button small"
                    aria-label={`Restore “${title}”`}
                    aria-disabled={isBusy}
                  >
                    Restore
                  </button>
                </Form>
                <Link
                  to={paths.chatOptions(id)}
                  className="icon-button i-more"
                  aria-label={`Options of “${title}”`}
                />
              </li>
            ))}
          </ul>
          <p className="row">
            {isOlder && <Link to={paths.archived()}>Newest archived chats</Link>}
            {hasMore && last && <Link to={paths.archived(last.id)}>Older chats</Link>}
          </p>
        </div>
      </div>
    </>
  )
}
