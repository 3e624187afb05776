import { Form, useLocation } from '@remix-run/react'

/** Searches the titles, messages and documents of the chats. */
export function SearchForm({ search }: { search: string }) {
  const { pathname } = useLocation()
  return (
    <Form method="get" action={pathname} role="search" className="search" key={search}>
      <input
        type="search"
        name="q"
        defaultValue={search}
        placeholder="Search"
        aria-label="Search your chats"
        maxLength={200}
      />
    </Form>
  )
}
