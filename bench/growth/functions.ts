/** The functions that read or write text from outside: answers, questions, documents, replies of a service. */
import { parseAuthorities } from '../../src/authority/parseAuthorities.ts';
import { quotationsWithCitations } from '../../src/check/quotationsWithCitations.ts';
import { sentencesOf } from '../../src/check/sentences.ts';
import { citedNumbers } from '../../src/check/sourceMarks.ts';
import { evidenceOf } from '../../src/check/statedInText.ts';
import { createChunkReader } from '../../src/client/chunk.ts';
import { looksLikeHtml, readErrorBody, saysQuota } from '../../src/client/errorBody.ts';
import { readModelChunk } from '../../src/client/model/modelChunk.ts';
import { createRedactor } from '../../src/client/redact.ts';
import { readSources } from '../../src/client/source.ts';
import { createSseReader } from '../../src/client/sse.ts';
import { findIdentifiers } from '../../src/compliance/guard/identifiers.ts';
import { normalize } from '../../src/compliance/guard/normalize.ts';
import { createPlaceholders } from '../../src/compliance/guard/placeholders.ts';
import { verifyLog } from '../../src/compliance/researchLog/verifyLog.ts';
import { citation } from '../../src/conversation/citation.ts';
import { emptyAnswer, newConversation, type StoredSource, type Turn } from '../../src/conversation/conversation.ts';
import { csvField } from '../../src/conversation/csvField.ts';
import { escapeHidden, oneLine, shorten } from '../../src/conversation/display.ts';
import { plainBlocks } from '../../src/conversation/document/parse.ts';
import { ENGLISH } from '../../src/conversation/documentLanguage.ts';
import { escapeHtml, escapeMarkdown, literalParagraphs } from '../../src/conversation/escape.ts';
import { findInConversation, queryWords } from '../../src/conversation/findWords.ts';
import { insertionsFor } from '../../src/conversation/insert/insertion.ts';
import { createMemo } from '../../src/conversation/memo/memo.ts';
import { memoHtml, memoMarkdown } from '../../src/conversation/memo/memoFile.ts';
import { fillMarkdown } from '../../src/conversation/memo/template.ts';
import { plainPassage } from '../../src/conversation/plainPassage.ts';
import { shownSuggestions } from '../../src/conversation/suggestions.ts';
import {
  answerMarkdown,
  answerPlain,
  conversationHtml,
  conversationMarkdown,
  parseConversation,
  sourcesCsv,
} from '../../src/conversation/transcript.ts';
import { readableSpans } from '../../src/extension/citations/comments.ts';
import { titleFor } from '../../src/extension/session/title.ts';
import { createBlockParser } from '../../src/markdown/blockParser.ts';
import { parseInline, type Scope } from '../../src/markdown/inlineParser.ts';
import { visibleExactly, visibleProse } from '../../src/markdown/links.ts';
import { createThinkFilter } from '../../src/model/thinkFilter.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import { releasePointIn } from '../../src/publishers/list/usCode.ts';
import { createRules } from '../../src/service/documents/ignoreRules.ts';
import { labelsOf } from '../../src/service/documents/labels.ts';
import { toPassageDocument } from '../../src/service/documents/passages.ts';
import { readCode } from '../../src/service/documents/readCode.ts';
import { readCsv } from '../../src/service/documents/readCsv.ts';
import { readData } from '../../src/service/documents/readData.ts';
import { readHtml } from '../../src/service/documents/readHtml.ts';
import { readMarkdown } from '../../src/service/documents/readMarkdown.ts';
import { readRtf } from '../../src/service/documents/readRtf.ts';
import { readMarks } from '../../src/service/nodeMarks.ts';
import { findCitations } from '../../src/service/search/authority.ts';
import { analyse } from '../../src/service/search/query.ts';
import { askedValue } from '../../src/service/search/wanted.ts';
import { stemsOf } from '../../src/service/search/words.ts';
import { createLineReader } from '../../src/service/writer/answerLines.ts';
import { plainSentence } from '../../src/service/writer/cleanText.ts';
import { readKeys } from '../../src/service/writer/keys.ts';
import { labelledLines } from '../../src/service/writer/listLines.ts';
import { findQuotation, searchedText } from '../../src/text/findQuotation.ts';
import { withoutInvisible } from '../../src/text/invisible.ts';
import { compareQuotation } from '../../src/text/quotationDifference.ts';
import { closeOpenMarks } from '../../src/webview/markdown/closeOpenMarks.ts';
import { groundAnswer } from '../../test/support/grounding.ts';

export interface TextFunction {
  readonly name: string;
  readonly run: (text: string) => unknown;
}

const redact = createRedactor('sk-live-0123456789abcdef', { parts: true });
const scope: Scope = { reference: () => null, footnote: () => null, citation: () => 'listed' };

function turnWith(text: string): Turn {
  const source: StoredSource = { title: text, section: text, snippet: text, url: null, review: 'unread' };
  return {
    id: 'a',
    parent: null,
    epoch: 1,
    askedAt: 0,
    question: { text: 'q', selections: [] },
    askMode: 'auto',
    zeroRetention: false,
    service: 'service.example',
    answer: { ...emptyAnswer('done'), text, sources: [source] },
  };
}

const conversationWith = (text: string) => ({
  ...newConversation({ id: 'c', now: 0 }),
  turns: [turnWith(text)],
  currentTurnId: 'a',
});

function* lines(text: string): Generator<string> {
  yield* text.split(/\r\n?|\n/);
}

const run = <Name extends string>(name: Name, call: (text: string) => unknown): TextFunction => ({ name, run: call });

export const textFunctions: readonly TextFunction[] = [
  run('parseAuthorities', parseAuthorities),
  run('quotationsWithCitations', (text) => quotationsWithCitations(text, parseAuthorities(text))),
  run('compareQuotation', (text) => compareQuotation(text, searchedText(text))),
  run('readableSpans', (text) => ['typescript', 'python', 'sql', 'html'].map((id) => readableSpans(text, id))),
  run('chunk reader', (text) =>
    createChunkReader(redact, () => {}).read(JSON.stringify({ choices: [{ delta: { content: text } }] }), ''),
  ),
  run('readErrorBody', (text) => [readErrorBody(text, redact, 'server'), saysQuota(text), looksLikeHtml(text)]),
  run('redactor', redact),
  run('readSources', (text) => readSources([{ title: text, url: text, path: text, snippet: text }], () => {})),
  run('server-sent events', (text) => createSseReader(1e9, () => {}).push(new TextEncoder().encode(text))),
  run('citedNumbers', citedNumbers),
  run('escapeHidden, oneLine, shorten', (text) => [escapeHidden(text), oneLine(text), shorten(text, 80)]),
  run('escapeMarkdown', escapeMarkdown),
  run('literalParagraphs', literalParagraphs),
  run('escapeHtml, csvField', (text) => [escapeHtml(text), csvField(text)]),
  run('find words', (text) => {
    const conversation = { ...newConversation({ id: 'c', now: 0 }), turns: [turnWith(text)] };
    return [queryWords(text), findInConversation(conversation, ['lease', 'é'])];
  }),
  run('groundAnswer', (text) => groundAnswer({ question: 'q', answer: text, sources: [{ title: 't', text: 'x 5' }] })),
  run('evidenceOf', (text) => evidenceOf('§ 179', text)),
  run('sentencesOf', sentencesOf),
  run('insertionsFor', (text) => [
    insertionsFor({ languageId: 'markdown', text, startLine: 0, endLine: 0 }, plainBlocks('a [1]', 0), []),
    insertionsFor({ languageId: 'c', text: '', startLine: 0, endLine: 0 }, plainBlocks(text, 0), []),
  ]),
  run('plainPassage', plainPassage),
  run('shownSuggestions', (text) => shownSuggestions([text, text], [text])),
  run('answerMarkdown', (text) => answerMarkdown(turnWith(text))),
  run('answerPlain', (text) => answerPlain(turnWith(text))),
  run('citation', (text) => citation(turnWith(text).answer.sources[0] as never, ENGLISH)),
  run('memo', (text) => {
    const memo = createMemo({ title: text, turns: [turnWith(text)], now: 0 });
    return [memoMarkdown(memo, null), memoHtml(memo, null), fillMarkdown(text, memo)];
  }),
  run('conversationMarkdown', (text) => conversationMarkdown(conversationWith(text))),
  run('conversationHtml', (text) => conversationHtml(conversationWith(text))),
  run('sourcesCsv', (text) => sourcesCsv(conversationWith(text))),
  run('parseConversation', (text) => parseConversation(text, 'id')),
  run('findIdentifiers', (text) => findIdentifiers(text, ['Jean-Luc Müller', 'Harbor & Sons, Inc.'])),
  run('normalize identifiers', normalize),
  run('placeholders', (text) => createPlaceholders([text], ['Jean-Luc'])),
  run('verifyLog', (text) => verifyLog(text)),
  run('titleFor', (text) => titleFor({ text, selections: [] }, false)),
  run('think filter', (text) => createThinkFilter().push(text)),
  run('model chunk', readModelChunk),
  run('labelsOf', labelsOf),
  run('ignore rules', (text) => createRules(text, 2000, () => {})),
  run('readMarkdown and passages', (text) => toPassageDocument(readMarkdown(text), 'a.md')),
  run('readCode', (text) => readCode(text, '.ts')),
  run('readCsv', (text) => readCsv(text, null)),
  run('readData', (text) => [readData(text, 'a.yaml'), readData(text, 'a.toml')]),
  run('releasePointIn', releasePointIn),
  run('readHtml', readHtml),
  run('readRtf', (text) => {
    try {
      return readRtf(Buffer.from(`{\\rtf1 ${text}}`));
    } catch {
      return null;
    }
  }),
  run('readMarks', readMarks),
  run('findCitations', findCitations),
  run('analyse query', (text) => analyse(plainQuestion(text), [plainQuestion(text)])),
  run('askedValue', askedValue),
  run('stemsOf', stemsOf),
  run('lines of a model', (text) => {
    const reader = createLineReader(new Set(['K1']));
    reader.push(text);
    reader.end();
    return reader.answer;
  }),
  run('readKeys', (text) => readKeys(text, new Set(['K1']))),
  run('plainSentence', (text) => [plainSentence(text), withoutInvisible(text)]),
  run('findQuotation', (text) => findQuotation(text, searchedText(text))),
  run('labelledLines', (text) => labelledLines(text, 'SEARCH', 5)),
  run('Markdown blocks', (text) => {
    const parser = createBlockParser({ reference() {}, footnote() {} });
    for (const line of lines(text)) parser.line(line);
    parser.end();
    return parser.document;
  }),
  run('Markdown inline', (text) => parseInline(text, scope)),
  run('closeOpenMarks', closeOpenMarks),
  run('visible characters', (text) => [visibleProse(text), visibleExactly(text)]),
];
