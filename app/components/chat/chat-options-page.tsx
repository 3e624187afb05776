import { Form, Link, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { ShareFields } from './share-fields.tsx'

type ChatOptionsPageProps = {
  chat: { id: string; title: string; visibility: 'private' | 'public' }
}

/** The page where an owner renames, shares, exports or deletes a chat. */
export function ChatOptionsPage({ chat }: ChatOptionsPageProps) {
  const action = paths.chat(chat.id)
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Options</h1>
        <Link className="button small" to={action}>
          Back to the chat
        </Link>
      </header>
      <div className="pane-body">
        <div className="page-column chat-options">
          <Form method="post" action={action} key={chat.id}>
            <label htmlFor="title">Title</label>
            <div className="row">
              <input id="title" name="title" defaultValue={chat.title} required maxLength={200} />
              <button
                type="submit"
                className="button primary"
                name="intent"
                value="rename"
                aria-disabled={isBusy}
              >
                Rename
              </button>
            </div>
          </Form>
          <Form method="post" action={action}>
            <h2>Sharing</h2>
            <input type="hidden" name="redirectTo" value={paths.chatOptions(chat.id)} />
            <ShareFields isPublic={chat.visibility === 'public'} className="note" />
          </Form>
          <section aria-labelledby="export-heading">
            <h2 id="export-heading">Export</h2>
            <p className="row">
              <a className="button" href={paths.chatExport(chat.id, 'markdown')} download>
                Markdown
              </a>
              <a className="button" href={paths.chatExport(chat.id, 'json')} download>
                JSON
              </a>
            </p>
          </section>
          <details>
            <summary>Delete this chat…</summary>
            <Form method="post" action={action}>
              <p>Its messages and votes are deleted with it. This cannot be undone.</p>
              <button type="submit" className="button danger" name="intent" value="delete">
                Delete permanently
              </button>
            </Form>
          </details>
        </div>
      </div>
    </>
  )
}
