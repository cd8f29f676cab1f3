/** What of an answer is inserted: the whole answer, the text that the user selected in it, or the quotation of one of its sources. */
import type { Turn } from '../conversation.ts';
import { answerBlocks } from '../document/answerParts.ts';
import { type Block, citation, citationsIn, paragraph, quote, text } from '../document/block.ts';
import { plainBlocks } from '../document/parse.ts';
import { type DocumentLanguage, ENGLISH } from '../documentLanguage.ts';
import { passageBlocks } from '../memo/passageBlocks.ts';
import { stateNote } from '../stateNote.ts';

export type InsertPart =
  | { readonly type: 'answer' }
  | { readonly type: 'selection'; readonly text: string }
  /** `source` is the index in the list of the answer. */
  | { readonly type: 'quotation'; readonly source: number };

/** Empty if there is nothing to insert. */
export function insertContent(turn: Turn, part: InsertPart, l10n: DocumentLanguage = ENGLISH): Block[] {
  const { sources } = turn.answer;
  if (part.type === 'selection') return plainBlocks(part.text, sources.length);
  if (part.type === 'quotation') {
    const source = sources[part.source];
    if (!source) return [];
    // The passage is text of a document: its own marks are no citations of this answer.
    return [
      quote(withCitation(passageBlocks(source.snippet ?? source.title, source.location?.path ?? ''), part.source + 1)),
    ];
  }
  const blocks = answerBlocks(turn);
  const note = stateNote(turn.answer.state, l10n);
  if (note !== '') blocks.push(paragraph({ kind: 'emphasis', children: [text(note)] }));
  // Sources that are listed and not cited would be lost.
  if (citationsIn(blocks).length > 0 || sources.length === 0 || blocks.length === 0) return blocks;
  return [...blocks, paragraph(text(`${l10n.t('Sources:')} `), ...sources.map((_, at) => citation(at + 1)))];
}

function withCitation(blocks: readonly Block[], n: number): Block[] {
  const last = blocks.at(-1);
  if (last?.kind !== 'paragraph') return [...blocks, paragraph(citation(n))];
  return [...blocks.slice(0, -1), paragraph(...last.content, text(' '), citation(n))];
}
