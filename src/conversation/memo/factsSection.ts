/** The facts of a memo: the selections that were asked about, and the user's own documents that the answers quote. */
import { lettersOf } from '../../text/letters.ts';
import type { MatterFact, Selection, StoredSource } from '../conversation.ts';
import { baseName, oneLine } from '../display.ts';
import { type Block, citationsIn, paragraph, quote, strong, text } from '../document/block.ts';
import type { DocumentLanguage } from '../documentLanguage.ts';
import { factLabel } from '../matter.ts';
import type { MemoTurn } from './memoTurn.ts';
import { passageBlocks } from './passageBlocks.ts';
import { placeholder } from './placeholder.ts';
import { quotedSource } from './quotedSource.ts';
import { selectionPlace } from './selectionPlace.ts';

/** `sources`: the numbers of the sources that are facts and no law. */
export function factsSection(
  answers: readonly MemoTurn[],
  sources: readonly StoredSource[],
  l10n: DocumentLanguage,
): { readonly blocks: readonly Block[]; readonly sources: ReadonlySet<number> } {
  const selections = new Map<string, Selection>();
  for (const { turn } of answers) {
    for (const each of turn.question.selections) selections.set(`${each.uri}:${each.startLine}:${each.text}`, each);
  }
  const own = answers.flatMap(({ parts }) =>
    parts.sections.filter(({ kind }) => kind === 'ownDocuments').flatMap(({ blocks }) => citationsIn(blocks)),
  );
  const numbers = new Set(own.filter((n) => sources[n - 1]?.review !== 'rejected'));
  const matters = new Map(
    answers.flatMap(({ turn: { question } }) =>
      question.matter?.length ? [[JSON.stringify(question.matter), question.matter] as const] : [],
    ),
  );
  // A document that contains the selected text is quoted below it.
  const quoted = [...numbers].map((n) => lettersOf(sources[n - 1]?.snippet ?? ''));
  const isQuoted = (letters: string) => letters !== '' && quoted.some((passage) => passage.includes(letters));
  const blocks = [
    ...[...matters.values()].flatMap((facts) => matterBlocks(facts, l10n)),
    ...[...selections.values()]
      .filter(({ text: selected }) => !isQuoted(lettersOf(selected)))
      .flatMap((selection) => selectionBlocks(selection, l10n)),
    ...[...numbers].flatMap((n) => {
      const source = sources[n - 1];
      return source ? quotedSource(source, n, l10n) : [];
    }),
  ];
  return {
    blocks: blocks.length > 0 ? blocks : [placeholder(l10n.t('To be stated by the author.'))],
    sources: numbers,
  };
}

function selectionBlocks(selection: Selection, l10n: DocumentLanguage): Block[] {
  const { label, languageId, text: selected } = selection;
  const path = languageId === 'markdown' || languageId === 'plaintext' ? 'selection.md' : baseName(label);
  return [selectionCaption(baseName(label), selection, l10n), quote(passageBlocks(selected, path))];
}

/** The line above the text of a selection. */
export function selectionCaption(name: string, selection: Selection, l10n: DocumentLanguage): Block {
  const place = selectionPlace(selection, l10n);
  const shown = selection.outdated ? l10n.t('{0} (the text was changed later)', place) : place;
  return paragraph(strong(oneLine(name)), text(`, ${shown}:`));
}

/** The facts of the matter, which are sent with each question. */
export function matterBlocks(facts: readonly MatterFact[], l10n: DocumentLanguage): Block[] {
  const items = facts.map(({ name, value }) => ({
    task: null,
    children: [paragraph(text(`${factLabel(name, l10n)}: ${oneLine(value)}`))],
  }));
  return [paragraph(text(l10n.t('Facts of the matter:'))), { kind: 'list', start: null, loose: false, items }];
}
