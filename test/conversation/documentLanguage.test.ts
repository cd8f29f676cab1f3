import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';
import type { Conversation, Selection, Turn } from '../../src/conversation/conversation.ts';
import { type DocumentLanguage, ENGLISH, formatDay, formatMinute } from '../../src/conversation/documentLanguage.ts';
import { insertContent } from '../../src/conversation/insert/insertContent.ts';
import { insertionsFor } from '../../src/conversation/insert/insertion.ts';
import { insertMarks } from '../../src/conversation/insert/insertMarks.ts';
import { createMemo } from '../../src/conversation/memo/memo.ts';
import { memoDocx, memoHtml, memoMarkdown } from '../../src/conversation/memo/memoFile.ts';
import { memoTitle } from '../../src/conversation/memo/memoTitle.ts';
import {
  answerMarkdown,
  answerPlain,
  conversationHtml,
  conversationMarkdown,
} from '../../src/conversation/transcript.ts';
import { english } from '../../src/protocol/errorMessages.ts';
import { conversationOf, turnOf } from './conversations.ts';
import { readDocx } from './document/readDocx.ts';

const ASKED = Date.UTC(2025, 11, 31, 14, 5);

const bundle: Record<string, string> = JSON.parse(readFileSync(join(root, 'l10n/bundle.l10n.de.json'), 'utf8'));
const GERMAN: DocumentLanguage = {
  t: (text, ...values) => english(bundle[text] ?? `missing: ${text}`, ...values),
  language: 'de',
  timeZone: 'UTC',
};
/** Marks each translated text. Dates in Japanese have no Latin letters. */
const MARKED: DocumentLanguage = { ...GERMAN, language: 'ja', t: (text, ...values) => `⟦${english(text, ...values)}⟧` };

const selection = (part: Partial<Selection>): Selection => ({
  id: 's',
  uri: 'x:1',
  label: '7',
  languageId: '1',
  startLine: 3,
  endLine: 4,
  text: '44',
  ...part,
});

/** Its texts have no Latin letters, so that those of a document are its labels. */
function turnWith(id: string, part: Partial<Turn['answer']>, more: Partial<Turn> = {}): Turn {
  const source = { title: '§ 1', url: null, snippet: '55', date: '2025', review: 'reliedOn' as const };
  const turn = turnOf(id, null, { text: '66 [1] [9]', sources: [source, { ...source, review: 'rejected' }], ...part });
  return {
    ...turn,
    askedAt: ASKED,
    askMode: 'auto',
    question: {
      text: '77?',
      quote: '88',
      matter: [{ name: 'taxYear', value: '2025' }],
      selections: [
        selection({}),
        selection({ id: 't', endLine: 3, text: '45' }),
        selection({ id: 'u', text: '46', fileLength: 2 }),
        selection({ id: 'v', text: '47', fileLength: 83_120 }),
      ],
    },
    ...more,
  };
}

const turns = [
  turnWith('1', { state: 'stopped' }, { service: '1.2', zeroRetention: true }),
  turnWith('2', { state: 'failed', text: '', sources: [] }),
  turnWith('3', { state: 'truncated', text: '### 1\n\n2', selectedMode: 'audit_research' }),
  turnWith('4', { state: 'interrupted' }, { model: { name: '8', provider: '9', onThisMachine: false } }),
];

function documents(conversation: Conversation, l10n: DocumentLanguage): string[] {
  const shown = conversation.turns;
  const memos = [shown, ...shown.map((turn) => [turn])].map((of) =>
    createMemo({ title: '', turns: of, now: ASKED, l10n }),
  );
  const target = { text: '', startLine: 0, endLine: 0 };
  return [
    conversationMarkdown({ ...conversation, title: '' }, l10n)
      .split('\n')
      .slice(1)
      .join('\n'),
    ...memos.map((memo) => memoMarkdown(memo, null)),
    ...shown.flatMap((turn) => [
      answerMarkdown(turn, l10n),
      answerPlain(turn, l10n),
      memoTitle({ title: '', hasCustomTitle: false }, turn, true, l10n),
      ...['markdown', 'plaintext'].flatMap((languageId) =>
        insertionsFor(
          { ...target, languageId },
          insertContent(turn, { type: 'answer' }, l10n),
          turn.answer.sources,
          l10n,
        ).map(({ text }) => text),
      ),
    ]),
  ];
}

describe('the language of documents', () => {
  // Four turns in one branch.
  const conversation = conversationOf(...turns.map((turn, at) => ({ ...turn, parent: turns[at - 1]?.id ?? null })));

  it('every label of a memo, an export, a copy and an inserted answer is translated', () => {
    for (const document of documents(conversation, MARKED)) {
      // The library finds the marks of what Fiscal wrote in files of every language.
      let rest = document.replaceAll('UTC', '').replace(/^\[\/\/\]: # .*$/gm, '');
      const { start, end } = insertMarks(ENGLISH);
      for (const mark of [start, end]) rest = rest.replace(mark.slice(0, mark.indexOf(' ')), '');
      while (rest.includes('⟦')) rest = rest.replace(/⟦[^⟦⟧]*⟧/g, '');
      expect(rest.match(/.*\p{Script=Latin}.*/gu)).toBeNull();
    }
  });

  it('German has a text for each of them', () => {
    for (const document of documents(conversation, GERMAN)) expect(document).not.toContain('missing: ');
  });

  it('the marks around an inserted answer are German in German, and their signs are the same in each language', () => {
    const blocks = insertContent(turns[0] as Turn, { type: 'answer' }, GERMAN);
    const inserted = (languageId: string, l10n: DocumentLanguage) =>
      insertionsFor({ text: '', startLine: 0, endLine: 0, languageId }, blocks, [], l10n)[0]?.text;
    expect(inserted('plaintext', GERMAN)).toMatch(
      /^fiscal-answer-start: Von Fiscal geschrieben\..*[\s\S]*^fiscal-answer-end: Ende des Textes von Fiscal\.$/m,
    );
    expect(inserted('markdown', GERMAN)).toMatch(/^\[\/\/\]: # \(fiscal-answer-start: Von Fiscal geschrieben\..*\)$/m);
    expect(inserted('python', GERMAN)).toMatch(
      /^# fiscal-answer: Von Fiscal geschrieben\. Die Bibliothek nimmt diesen Kommentar/,
    );
    expect(inserted('python', { ...ENGLISH, language: 'fr' })).toMatch(/^# fiscal-answer: Written by Fiscal\./);
  });

  it('a German memo has German headings and dates', () => {
    const text = memoMarkdown(createMemo({ title: 'T', turns: [turns[0] as Turn], now: ASKED, l10n: GERMAN }), null);
    expect(text.match(/^## .+$/gm)).toEqual([
      '## Fragestellung',
      '## Sachverhalt',
      '## Kurze Antwort',
      '## Rechtslage',
      '## Würdigung',
      '## Ergebnis',
      '## Was nicht gefunden wurde',
      '## Quellen',
      '## Wie dieses Memo entstanden ist',
    ]);
    expect(text).toContain('**Datum:** 31. Dezember 2025');
    expect(text).toContain('die ersten 2 von 83.120 Zeichen');
  });

  it('the parts of an answer of a hosted service in German are recognized', () => {
    const text = '### Kurze Antwort\n\nJa [1].\n\n### Regel\n\nSatz [1].\n\n### Nicht gefunden\n\n- Datum.';
    const turn = turnWith('1', { text }, { service: '1.2' });
    const memo = memoMarkdown(createMemo({ title: 'T', turns: [turn], now: ASKED, l10n: GERMAN }), null);
    expect(memo).toContain('## Kurze Antwort\n\nJa [1].\n\n## Rechtslage');
    expect(memo).toContain('## Was nicht gefunden wurde\n\n- Datum.\n\n## Quellen');
  });

  it('a page and a Word document name their language, and the Word document has the paper of the language', async () => {
    const [turn] = turns as [Turn];
    const memo = createMemo({ title: 'T', turns: [turn], now: ASKED, l10n: GERMAN });
    expect(memoHtml(memo, null)).toContain('<html lang="de">');
    expect(conversationHtml(conversation, GERMAN)).toContain('<html lang="de">');
    const german = readDocx(await memoDocx(memo, null));
    expect(german.get('word/styles.xml')).toContain('<w:lang w:val="de"/>');
    expect(german.get('word/document.xml')).toContain('<w:pgSz w:w="11906" w:h="16838" ');
    const americans = readDocx(await memoDocx(createMemo({ title: 'T', turns: [turn], now: ASKED }), null));
    expect(americans.get('word/document.xml')).toContain('<w:pgSz w:w="12240" w:h="15840" ');
  });
});

it('days have the format of the language, and a time outside of the calendar is named as unknown', () => {
  expect(formatDay(ASKED, { ...GERMAN, language: 'en' })).toBe('December 31, 2025');
  expect(formatDay(ASKED, { ...GERMAN, timeZone: 'Asia/Tokyo' })).toBe('31. Dezember 2025');
  expect(formatDay(Date.UTC(2025, 11, 31, 23), { ...GERMAN, timeZone: 'Asia/Tokyo' })).toBe('1. Januar 2026');
  expect(formatMinute(ASKED, GERMAN)).toBe('31. Dezember 2025 um 14:05 UTC');
  expect(formatDay(Number.MAX_VALUE, { ...GERMAN, t: english })).toBe('unknown');
});
