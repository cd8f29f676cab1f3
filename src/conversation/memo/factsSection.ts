/** The facts of a memo: the selections that were asked about, and the user's own documents that the answers quote. */
import type { Selection, StoredSource } from '../conversation.ts';
import { baseName, oneLine, selectionPart } from '../display.ts';
import { type Block, citationsIn, paragraph, quote, strong, text } from '../document/block.ts';
import { matterBlock } from '../matter.ts';
import type { MemoTurn } from './memoTurn.ts';
import { passageBlocks } from './passageBlocks.ts';
import { placeholder } from './placeholder.ts';
import { quotedSource } from './quotedSource.ts';

/** `sources`: the numbers of the sources that are facts and no law. */
export function factsSection(
  answers: readonly MemoTurn[],
  sources: readonly StoredSource[],
): { readonly blocks: readonly Block[]; readonly sources: ReadonlySet<number> } {
  const selections = new Map<string, Selection>();
  for (const { turn } of answers) {
    for (const each of turn.question.selections) selections.set(`${each.uri}:${each.startLine}:${each.text}`, each);
  }
  const own = answers.flatMap(({ parts }) =>
    parts.sections.filter(({ kind }) => kind === 'ownDocuments').flatMap(({ blocks }) => citationsIn(blocks)),
  );
  const numbers = new Set(own.filter((n) => sources[n - 1]?.review !== 'rejected'));
  const matters = new Set(
    answers.flatMap(({ turn }) => (turn.question.matter?.length ? [matterBlock(turn.question.matter)] : [])),
  );
  const blocks = [
    ...[...matters].flatMap(matterBlocks),
    ...[...selections.values()].flatMap(selectionBlocks),
    ...[...numbers].flatMap((n) => {
      const source = sources[n - 1];
      return source ? quotedSource(source, n) : [];
    }),
  ];
  return { blocks: blocks.length > 0 ? blocks : [placeholder('To be stated by the author.')], sources: numbers };
}

function selectionBlocks(selection: Selection): Block[] {
  const { label, languageId, text: selected } = selection;
  const path = languageId === 'markdown' || languageId === 'plaintext' ? 'selection.md' : baseName(label);
  return [
    paragraph(text('From '), strong(oneLine(baseName(label))), text(`, ${selectionPart(selection, '–')}:`)),
    quote(passageBlocks(selected, path)),
  ];
}

/** The facts of the matter, which are sent with each question. */
function matterBlocks(matter: string): Block[] {
  const [title = '', ...facts] = matter.split('\n');
  const items = facts.map((fact) => ({ task: null, children: [paragraph(text(fact.replace(/^- /, '')))] }));
  return [paragraph(text(title)), { kind: 'list', start: null, loose: false, items }];
}
