import type { GuideSection, ReferenceTag } from '#app/api-reference.ts'

const LINK = 'block rounded py-1 text-muted hover:text-fg'

/** The table of contents, as links to the sections; collapsed on a narrow screen. */
export function Contents({ guide, tags }: { guide: GuideSection[]; tags: ReferenceTag[] }) {
  return (
    <nav
      aria-label="Contents"
      className="text-sm lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto"
    >
      <details className="lg:hidden">
        <summary className="cursor-pointer py-2 text-base font-medium">Contents</summary>
        <Groups guide={guide} tags={tags} />
      </details>
      <div className="hidden lg:block">
        <Groups guide={guide} tags={tags} />
      </div>
    </nav>
  )
}

function Groups({ guide, tags }: { guide: GuideSection[]; tags: ReferenceTag[] }) {
  return (
    <>
      <Group title="Guide" links={guide.map(({ id, title }) => ({ id, label: title }))} />
      {tags.map(({ name, operations }) => (
        <Group
          key={name}
          title={name}
          links={operations.map(({ id, summary }) => ({ id, label: summary }))}
        />
      ))}
      <a href="#records" className={LINK}>
        Records
      </a>
    </>
  )
}

function Group({ title, links }: { title: string; links: { id: string; label: string }[] }) {
  return (
    <details open className="pb-3">
      <summary className="cursor-pointer py-1 font-medium">{title}</summary>
      <ul className="pl-3">
        {links.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} className={LINK}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
