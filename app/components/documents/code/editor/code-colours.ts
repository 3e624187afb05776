import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** Gives what the editor finds in code the classes of the reading view, so that both have the same colours. */
export const codeColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.comment, class: 'hl-comment' },
    { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self], class: 'hl-keyword' },
    { tag: [tags.string, tags.special(tags.string), tags.regexp], class: 'hl-string' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], class: 'hl-number' },
    {
      tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
      class: 'hl-title',
    },
    { tag: [tags.function(tags.definition(tags.variableName)), tags.labelName], class: 'hl-title' },
    { tag: [tags.typeName, tags.className, tags.namespace, tags.meta], class: 'hl-type' },
    { tag: [tags.standard(tags.variableName), tags.annotation], class: 'hl-type' },
    { tag: [tags.tagName, tags.attributeName], class: 'hl-name' },
    { tag: tags.definition(tags.propertyName), class: 'hl-name' },
    { tag: tags.heading, class: 'hl-section' },
    { tag: [tags.link, tags.url], class: 'hl-link' },
    { tag: tags.emphasis, class: 'hl-emphasis' },
    { tag: tags.strong, class: 'hl-strong' },
    { tag: tags.inserted, class: 'hl-addition' },
    { tag: tags.deleted, class: 'hl-deletion' },
  ]),
)
