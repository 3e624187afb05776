import type { GuideSection, ReferenceTag } from '#app/api-reference.ts'

/** The table of contents, as links to the sections; collapsed on a narrow screen. */
export function Contents({ guide, tags }: { guide: GuideSection[]; tags: ReferenceTag[] }) {
  return (
    <nav aria-label="Contents" className="contents">
      <details className="contents-narrow">
        <summary>Contents</summary>
        <Groups guide={guide} tags={tags} />
      </details>
      <div className="contents-wide">
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
      <a href="#records">Records</a>
    </>
  )
}

function Group({ title, links }: { title: string; links: { id: string; label: string }[] }) {
  return (
    <details open className="contents-group">
      <summary>{title}</summary>
      <ul>
        {links.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}
