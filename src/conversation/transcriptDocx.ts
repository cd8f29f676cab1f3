/** Conversation -> a Word document. */
import type { Conversation } from './conversation.ts';
import { mapSpans } from './document/block.ts';
import { writeDocx } from './document/docx/writeDocx.ts';
import { type DocumentLanguage, ENGLISH } from './documentLanguage.ts';
import { conversationBlocks, titleOf } from './transcript.ts';

/** Each answer has its own list of sources, so its marks are `[n]` and no footnotes, which would be counted through the document. */
export function conversationDocx(
  conversation: Conversation,
  l10n: DocumentLanguage = ENGLISH,
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = mapSpans(conversationBlocks(conversation, l10n), (span) =>
    span.kind === 'citation' ? { kind: 'text', text: `[${span.n}]` } : span,
  );
  return writeDocx({ title: titleOf(conversation, l10n), language: l10n.language }, blocks, []);
}
