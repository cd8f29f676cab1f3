/** Text of a model or a passage -> text without markup, addresses or characters that hide or reorder text. */

/** Zero-width characters, bidi controls, tag characters, soft hyphens, other controls. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\udb40[\udc00-\udfff]/g;

export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** One sentence of a model as plain text: no images, links, HTML or addresses. Runs in linear time. */
export function plainSentence(text: string): string {
  return withoutHidden(text)
    .replace(/!?\[([^[\]]{0,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}\)/g, '$1')
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
