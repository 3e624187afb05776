const DESCRIPTION = 'A conversation with an AI, shared to be read.'

/**
 * What others show where the link of a public chat is posted. Search engines are asked
 * to leave it out: whoever shares a chat gives its link to some people.
 */
export function sharedChatMeta(title: string, url: string) {
  return [
    { name: 'description', content: DESCRIPTION },
    { name: 'robots', content: 'noindex' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: DESCRIPTION },
    { property: 'og:type', content: 'article' },
    { property: 'og:site_name', content: 'Parley' },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: 'summary' },
  ]
}
