/** Conversation -> documents: Markdown, HTML, CSV of the sources, JSON. Pure; text that we did not write cannot become markup. */
import { CSV_HEAD, JSON_FORMAT, MARKDOWN_EXPORT_MARK } from '../protocol/exportMark.ts';
import type { SourceLocation } from '../protocol/researchEvent.ts';
import { parseJson } from '../text/json.ts';
import { activeBranch } from './branches.ts';
import { citation, nameAndCaption } from './citation.ts';
import { type Conversation, conversationSchema, type Turn } from './conversation.ts';
import { csvField } from './csvField.ts';
import { escapeHidden, fileNames, hasFileLineNumbers, oneLine } from './display.ts';
import { belowLevel } from './document/adapt.ts';
import { type Block, heading, paragraph, quote, text } from './document/block.ts';
import { parseBlocks, plainBlocks } from './document/parse.ts';
import { htmlPage, writeHtml } from './document/writeHtml.ts';
import { writeMarkdown } from './document/writeMarkdown.ts';
import { writePlain } from './document/writePlain.ts';
import { type DocumentLanguage, ENGLISH, formatNumber } from './documentLanguage.ts';
import { evidenceBySource } from './evidenceIn.ts';
import { sourceMarkdown } from './insert/insertion.ts';
import { reviewLabel } from './labels.ts';
import { matterBlocks, selectionCaption } from './memo/factsSection.ts';
import { passageBlocks } from './memo/passageBlocks.ts';
import { placeholder } from './memo/placeholder.ts';
import { sourcesTable } from './memo/tables.ts';
import { provenanceText } from './provenance.ts';
import { stateNote } from './stateNote.ts';
import { isWebAddress } from './webAddress.ts';

/** What one answer looks like in a document: its text, then the numbered sources that its `[n]` marks refer to. */
export function answerMarkdown(turn: Turn, l10n: DocumentLanguage = ENGLISH): string {
  return joined([
    writeMarkdown(parseBlocks(turn.answer.text, turn.answer.sources.length)),
    stateLine(turn, l10n),
    turn.answer.sources
      .map((source, at) => `${at + 1}. ${sourceMarkdown(source, l10n, turn.answer.sources)}`)
      .join('\n'),
  ]);
}

/** The same as plain text, for a mail or a form field. */
export function answerPlain({ answer }: Turn, l10n: DocumentLanguage = ENGLISH): string {
  return joined([
    writePlain(parseBlocks(answer.text, answer.sources.length)),
    stateNote(answer.state, l10n),
    answer.sources.map((source, at) => `[${at + 1}] ${citation(source, l10n, answer.sources)}`).join('\n'),
  ]);
}

export function conversationMarkdown(conversation: Conversation, l10n: DocumentLanguage = ENGLISH): string {
  const turns = activeBranch(conversation).map((_, at, all) => writeMarkdown(turnBlocks(all, at, conversation, l10n)));
  const title = writeMarkdown([heading(1, titleOf(conversation, l10n))]);
  return joined([MARKDOWN_EXPORT_MARK, title, ...turns]);
}

/** One file without scripts. It loads nothing. */
export function conversationHtml(conversation: Conversation, l10n: DocumentLanguage = ENGLISH): string {
  const title = titleOf(conversation, l10n);
  const turns = activeBranch(conversation).map((turn, at, all) => {
    const { length } = turn.answer.sources;
    const idPrefix = `q${at + 1}-`;
    const blocks = turnBlocks(all, at, conversation, l10n, idPrefix);
    return writeHtml(blocks, (n) => (n <= length ? `${idPrefix}source-${n}` : null));
  });
  return htmlPage(title, [writeHtml([heading(1, title)], () => null), ...turns].join('\n'), {
    isExport: true,
    language: l10n.language,
  });
}

/** The title and all turns, for a document in which `[n]` refers to the table of sources below the answer. */
export function conversationBlocks(conversation: Conversation, l10n: DocumentLanguage): readonly Block[] {
  const turns = activeBranch(conversation).flatMap((_, at, all) => turnBlocks(all, at, conversation, l10n));
  return [heading(1, titleOf(conversation, l10n)), ...turns];
}

/** The question, the answer below it, its sources with their review, and how it was made. Facts of the matter stand where they change. */
function turnBlocks(
  turns: readonly Turn[],
  at: number,
  { folder }: Conversation,
  l10n: DocumentLanguage,
  idPrefix = '',
): Block[] {
  const turn = turns[at];
  if (turn === undefined) return [];
  const { question, answer } = turn;
  const facts = question.matter ?? [];
  const isSameMatter = JSON.stringify(facts) === JSON.stringify(turns[at - 1]?.question.matter ?? []);
  const blocks = parseBlocks(answer.text, answer.sources.length);
  const note = stateNote(answer.state, l10n);
  return [
    heading(2, l10n.t('Question {0}', formatNumber(at + 1, l10n))),
    ...plainBlocks(question.text, 0),
    ...(question.quote
      ? [paragraph(text(l10n.t('Quoted from the earlier answer:'))), quote(plainBlocks(question.quote, 0))]
      : []),
    ...question.selections.flatMap((selection) => [
      selectionCaption(selection.label, selection, l10n),
      quote(passageBlocks(selection.text, selection.languageId === 'markdown' ? '' : selection.label)),
    ]),
    ...(facts.length === 0 || isSameMatter ? [] : matterBlocks(facts, l10n)),
    heading(3, l10n.t('Answer')),
    ...(blocks.length > 0 ? belowLevel(blocks, 3) : [placeholder(l10n.t('No answer was received.'))]),
    ...(note === '' ? [] : [placeholder(note)]),
    ...(answer.sources.length === 0
      ? []
      : [
          heading(3, l10n.t('Sources')),
          ...sourcesTable(answer.sources, l10n, {
            idPrefix,
            evidence: evidenceBySource(answer.parts),
            among: turns.flatMap((each) => each.answer.sources),
            folder,
          }),
        ]),
    placeholder(provenanceText(turn, l10n)),
  ];
}

/** Never empty. */
export function titleOf({ title }: Conversation, l10n: DocumentLanguage): string {
  return oneLine(escapeHidden(title)) || l10n.t('Conversation');
}

/** The sources of the shown branch, one a row. Fields that a spreadsheet would run as a formula are made text. */
export function sourcesCsv(conversation: Conversation, l10n: DocumentLanguage = ENGLISH): string {
  const branch = activeBranch(conversation);
  const sources = branch.flatMap(({ answer }) => answer.sources);
  const names = fileNames(sources, conversation.folder);
  const rows = branch.flatMap((turn, question) =>
    turn.answer.sources.map((source, index) => [
      String(question + 1),
      String(index + 1),
      ...nameAndCaption(source),
      source.date ?? '',
      source.kind ?? '',
      source.url ?? '',
      source.location ? (names.get(source.location.path) ?? '') : '',
      source.location && hasFileLineNumbers(source.location.path) ? String(source.location.line) : '',
      reviewLabel(source.review, l10n),
    ]),
  );
  return `${[CSV_HEAD, ...rows].map((row) => row.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/** The whole conversation with every branch; `parseConversation` reads it again. */
export function conversationJson(conversation: Conversation): string {
  // Parsing orders the fields, so that an imported conversation is exported as the same text.
  return `${JSON.stringify({ format: JSON_FORMAT, ...conversationSchema.parse(conversation) }, null, 2)}\n`;
}

/**
 * Reads an exported conversation; null when the text is none. It gets a new id, so that an import replaces nothing. `isInside`: whether a path
 * or URI belongs to an opened folder.
 */
export function parseConversation(
  text: string,
  newId: string,
  isInside: (place: string) => boolean = () => false,
): Conversation | null {
  const parsed = conversationSchema.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { archived: _archived, byAgent: _byAgent, ...conversation } = parsed.data;
  // An identifier that is there twice would belong to two turns.
  const turns = [...new Map(conversation.turns.map((turn) => [turn.id, asImported(turn, isInside)])).values()];
  const { currentTurnId } = conversation;
  const isShown = turns.some((turn) => turn.id === currentTurnId);
  return {
    ...conversation,
    id: newId,
    pinned: false,
    turns,
    currentTurnId: isShown ? currentTurnId : (turns.at(-1)?.id ?? null),
  };
}

/**
 * What a file says about the past is not proof that text was sent from here before. A stricter guard mode stays in effect. Only
 * web addresses and places in opened folders are kept: others could open an app, or a file of a server that learns who asks. Neither a
 * matter nor a document of the firm's server is taken from a file.
 */
function asImported({ guard, ...turn }: Turn, isInside: (place: string) => boolean): Turn {
  const sources = turn.answer.sources.map(({ location, ...source }) => ({
    ...source,
    url: isWebAddress(source.url) ? source.url : null,
    ...(location && isInside(location.path) && { location: withoutDocument(location) }),
  }));
  const selections = turn.question.selections.map((selection) => ({
    ...selection,
    uri: isInside(selection.uri) ? selection.uri : '',
  }));
  const { matterName: _, ...question } = turn.question;
  const stricter = guard === 'replace' || guard === 'block';
  return {
    ...turn,
    ...(stricter && { guard }),
    question: { ...question, selections },
    answer: { ...turn.answer, sources },
  };
}

function withoutDocument({ document: _, ...location }: SourceLocation): SourceLocation {
  return location;
}

function stateLine({ answer }: Turn, l10n: DocumentLanguage): string {
  const note = stateNote(answer.state, l10n);
  return note === '' ? '' : `*${note}*`;
}

function joined(parts: readonly string[]): string {
  const whole = parts.filter((part) => part.trim() !== '').join('\n\n');
  return whole === '' ? '' : `${whole}\n`;
}
