/** Text of a model or a passage -> text without markup, addresses or characters that hide or reorder text. */
import { withoutInvisible } from '../../text/invisible.ts';

/** The words and numbers of a text in lower case, with a blank between two. */
export function wordsIn(text: string): string {
  return withoutInvisible(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One sentence of a model as plain text: no images, links, HTML or addresses. Runs in linear time. */
export function plainSentence(text: string): string {
  return withoutInvisible(text)
    .replace(/!?\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}\)/g, '$1')
    .replace(/(\*\*|__)(?=\S)([^*_]{1,500}?\S)\1/g, '$2')
    .replace(/<\/?[a-z!][^<>]{0,500}>/gi, '')
    .replace(/\b(?:https?|ftp|data|javascript|command|vscode|file|mailto|xmpp):[^\s]{0,2000}/gi, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Escapes what Markdown would interpret, so that no web or mail address becomes a link. Amounts with `$` need no escape, because the panel
 * knows no math.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~!@]|:(?=\/)|(?<=\bwww)\./gi, '\\$&');
}

/** Without the sign or the number of an item of a list. */
export const withoutBullet = (text: string): string => text.replace(/^(?:[-*•–]\s+|\d{1,2}[.)]\s+)/, '').trim();
