import { describe, expect, it } from 'vitest';
import { citationsIn } from '../../../src/authority/citationsIn.ts';
import type { Selection, StoredSource, Turn } from '../../../src/conversation/conversation.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import { insertContent } from '../../../src/conversation/insert/insertContent.ts';
import { createMemo, type MemoOptions } from '../../../src/conversation/memo/memo.ts';
import { memoDocx, memoHtml, memoMarkdown } from '../../../src/conversation/memo/memoFile.ts';
import { memoTitle } from '../../../src/conversation/memo/memoTitle.ts';
import { unusedPlaceholders } from '../../../src/conversation/memo/template.ts';
import { checkTurns } from '../../../src/extension/answers/checkTurns.ts';
import { quotedParts, turnOf } from '../conversations.ts';
import { readDocx } from '../document/readDocx.ts';

const source = (title: string, part: Partial<StoredSource> = {}): StoredSource => ({
  title,
  url: null,
  snippet: `Text of ${title}.`,
  review: 'unread',
  ...part,
});

const selection: Selection = {
  id: 's',
  uri: 'file:///memo.md',
  label: 'clients/memo.md',
  languageId: 'markdown',
  startLine: 3,
  endLine: 4,
  text: 'Bought a **press**.\n\n# For $1,480,000',
};

const QUOTATIONS = `The library deals with this in 3 passages. The closest is § 179 [1].

### Authorities

#### Rule

**§ 179** (a) · text as of 2025-12-31

> Text of § 179. [1]

**§ 168(k)**

> Text of § 168(k). [2]

### Your documents

**Policy**

> Text of Policy. [3]

### Not in the library

- Later changes of the quoted text.

*These are quotations from your documents. The library does not reason, compute or advise.*`;

const quoting = (): Turn => ({
  ...turnOf('a', null, {
    text: QUOTATIONS,
    parts: quotedParts(QUOTATIONS),
    sources: [source('§ 179'), source('§ 168(k)', { review: 'reliedOn' }), source('Policy')],
  }),
  question: { text: 'May it be expensed?', selections: [selection] },
});

const WRITTEN = `### Short answer

Yes, up to a limit [1].

### Rule

> Text of § 179. [1]

It applies [2].

### Not found

- The date of purchase.`;

const written = (): Turn => ({
  ...turnOf('b', 'a', { text: WRITTEN, sources: [source('§ 179', { review: 'opened' }), source('Reg. § 1.179-2')] }),
  service: 'research.example',
});

const markdownOf = (turns: readonly Turn[], options: Partial<MemoOptions> = {}) =>
  memoMarkdown(createMemo({ title: 'Press line', turns, now: 0, ...options }), null);

const checksOf = async (turn: Turn) => checkTurns({ turns: [turn] }, [turn]);

/** The text below a heading of the second level. */
function section(markdown: string, title: string): string {
  return (
    markdown
      .split(/^## /m)
      .find((part) => part.startsWith(`${title}\n`))
      ?.slice(title.length)
      .trim() ?? ''
  );
}

describe('a memo of quotations', () => {
  const text = markdownOf([quoting()]);

  it('has its sections in order', () => {
    expect([...text.matchAll(/^## (.+)$/gm)].map((match) => match[1])).toEqual([
      'Issue',
      'Facts',
      'Short answer',
      'Law',
      'Analysis',
      'Conclusion',
      'What was not found',
      'Sources',
      'How this memo was made',
    ]);
    expect(text).toMatch(/^# Press line\n\n\*\*To:\*\*\n\n\*\*From:\*\*\n\n\*\*Date:\*\* \w/);
    expect(section(text, 'Issue')).toBe('May it be expensed?');
  });

  it('quotes selected text once if a document that it quotes contains it', () => {
    const turn = quoting();
    const [selected] = turn.question.selections;
    const sources = turn.answer.sources.map((each) =>
      each.title === 'Policy' ? { ...each, snippet: `Before.\n\n${selected?.text}\n\nAfter.` } : each,
    );
    const facts = section(markdownOf([{ ...turn, answer: { ...turn.answer, sources } }]), 'Facts');
    expect(facts).not.toContain('memo.md');
    expect(facts.match(/For \$1,480,000/g)).toHaveLength(1);
  });

  it('quotes the selected text and the own documents as facts, without headings that break its outline', () => {
    const facts = section(text, 'Facts');
    expect(facts).toContain('**memo.md**, lines 3–4:\n\n> Bought a **press**.\n>\n> **For $1,480,000**');
    expect(facts).toContain('**Policy** [1]\n\n> Text of Policy.');
    expect(facts).not.toContain('clients/');
  });

  it('says that the text of a selection was changed after the question', () => {
    const turn = quoting();
    const question = { ...turn.question, selections: [{ ...selection, outdated: true }] };
    const memo = memoMarkdown(createMemo({ title: 'T', turns: [{ ...turn, question }], now: 0 }), null);
    expect(memo).toContain('**memo.md**, lines 3–4 (the text was changed later):\n\n> Bought');
  });

  it('lists the authorities that were relied on first, each once', () => {
    const law = section(text, 'Law');
    expect(law.indexOf('**§ 168(k)** [2]')).toBe(0);
    expect(law.indexOf('**§ 179** [3]')).toBeGreaterThan(0);
    expect(law).not.toContain('Policy');
    for (const title of ['§ 179', '§ 168(k)', 'Policy']) expect(text.split(`Text of ${title}.`)).toHaveLength(2);
  });

  it('leaves the short answer, the analysis and the conclusion to the author', () => {
    expect(section(text, 'Short answer')).toBe(
      '*To be written by the author. The library quotes and does not reason.*',
    );
    expect(section(text, 'Analysis')).toMatch(/^\*To be written by the author: .+\*$/);
    expect(section(text, 'Conclusion')).toBe('*To be drawn by the author.*');
    expect(section(text, 'What was not found')).toBe('- Later changes of the quoted text.');
    expect(text).not.toMatch(/These are quotations|deals with this/);
  });

  it('numbers the sources in the order in which it cites them, with their review', () => {
    expect(section(text, 'Sources')).toMatch(
      /\| 1 \| Policy .*\| Unread \|\n\| 2 \| § 168\(k\) .*\| Relied on \|\n\| 3 \| § 179 /,
    );
  });

  it('says how it was made', async () => {
    expect(section(text, 'How this memo was made')).toContain('The answer was not compared with its sources.');
    const checks = await checksOf(quoting());
    const made = section(markdownOf([quoting()], { checks }), 'How this memo was made');
    expect(made).toContain('| Answered by | the built-in library, which quotes and does not reason |');
    expect(made).toContain('| Research mode | Fast research |');
    expect(made).toContain('| Data retention | Nothing was sent to a service |');
    expect(made).toContain('| Research log | No entry |');
    expect(made).toMatch(/Found in the listed sources: amounts: \d+, dates: \d+, sections: \d+, quotations: \d+/);
    // The number of sections is no citation of a section.
    expect(citationsIn(made)).toEqual([]);
    expect(made).not.toContain('Sentences to review');
  });
});

it('what the question before states is no quotation that its sources lack', async () => {
  const [first, answer] = [quoting(), quoting()];
  const text = `The question was read with “${first.question.text} For $1,480,000 in 2025?”. ${QUOTATIONS}`;
  const earlier = { ...first, question: { ...first.question, text: `${first.question.text} For $1,480,000 in 2025?` } };
  const turn: Turn = {
    ...answer,
    id: 'b',
    parent: 'a',
    question: { text: 'And in the next year?', selections: [] },
    answer: { ...answer.answer, text, parts: [] },
  };
  const made = async (turns: readonly Turn[]) =>
    section(markdownOf([turn], { checks: await checkTurns({ turns }, [turn]) }), 'How this memo was made');
  expect(await made([turn])).toContain('Quotations not found in the listed sources: 1.');
  expect(await made([earlier, turn])).not.toContain('not found in the listed sources');
});

describe('a memo of a written answer', () => {
  const text = markdownOf([written()], { logEntries: new Map([['b', 'research-log.jsonl, entry abc']]) });

  it('contains the short answer and the reasoning, and a quotation only once', () => {
    expect(section(text, 'Short answer')).toBe('Yes, up to a limit [1].');
    expect(section(text, 'Analysis')).toBe('### Rule\n\n> Text of § 179. [1]\n\nIt applies [2].');
    expect(section(text, 'Law')).toBe('**§ 179** [1]\n\n**Reg. § 1.179-2** [2]\n\n> Text of Reg. § 1.179-2.');
    expect(section(text, 'What was not found')).toBe('- The date of purchase.');
  });

  it('names the service, the entry of the research log and the retention', () => {
    const made = section(text, 'How this memo was made');
    expect(made).toContain('| Answered by | research.example |');
    expect(made).toContain('research-log.jsonl, entry abc');
    expect(made).toContain('The default of the service');
    const zero = markdownOf([{ ...written(), zeroRetention: true }]);
    expect(zero).toContain('Zero data retention was requested');
  });

  it('names the mode that auto has selected', () => {
    const turn = written();
    const auto: Turn = { ...turn, askMode: 'auto', answer: { ...turn.answer, selectedMode: 'audit_research' } };
    expect(markdownOf([auto])).toContain('| Research mode | Auto (selected: Audit research) |');
  });

  it('divides a text without headings into the short answer and the analysis', () => {
    const turn = { ...written(), answer: { ...written().answer, text: 'Yes [1].\n\nBecause of the rule [2].' } };
    const plain = markdownOf([turn]);
    expect([section(plain, 'Short answer'), section(plain, 'Analysis')]).toEqual([
      'Yes [1].',
      'Because of the rule [2].',
    ]);
  });

  it('leaves a rejected source out of the law, and lists it', () => {
    const turn = written();
    const sources = turn.answer.sources.map((each) => ({ ...each, review: 'rejected' as const }));
    const rejected = markdownOf([{ ...turn, answer: { ...turn.answer, sources } }]);
    expect(section(rejected, 'Law')).toBe('*The answer names no authority.*');
    expect(section(rejected, 'Sources').match(/Rejected/g)).toHaveLength(2);
  });

  it('says that an answer is incomplete', () => {
    const turn = written();
    const half = markdownOf([{ ...turn, answer: { ...turn.answer, state: 'stopped' } }]);
    expect(section(half, 'Short answer')).toContain('*This answer was stopped before it was complete.*');
  });
});

describe('a memo of several answers', () => {
  it('lists the questions, names each part by its question, and lists a source once', () => {
    const again = { ...written(), id: 'c', question: { text: 'And in 2026?', selections: [] } };
    const text = markdownOf([written(), again]);
    expect(section(text, 'Issue')).toBe('1. Question b\n2. And in 2026?');
    const twice = { ...again, answer: { ...again.answer, text: `${again.answer.text}\n\n### Timing\n\nLater [2].` } };
    const different = markdownOf([written(), twice]);
    expect(section(different, 'Analysis')).toMatch(/^### Question 1\n\n#### Rule[\s\S]*### Question 2\n\n#### Rule/);
    expect(section(different, 'Sources').match(/^\| \d/gm)).toHaveLength(2);
    expect(section(different, 'How this memo was made')).toContain('|  | Question 1 | Question 2 |');
  });
});

describe('bad input', () => {
  it('a memo without an answer or sources says so', () => {
    const text = markdownOf([turnOf('a', null, { text: '', state: 'failed' })]);
    expect(section(text, 'Short answer')).toBe('*No answer was received.*');
    expect(section(text, 'Law')).toBe('*The answer names no authority.*');
    expect(section(text, 'Sources')).toBe('*The answer names no sources.*');
  });

  it('an answer of the library that found nothing is what was not found', () => {
    const text = markdownOf([turnOf('a', null, { text: 'No document in the library answers this question.' })]);
    expect(section(text, 'What was not found')).toBe('No document in the library answers this question.');
    expect(section(text, 'Short answer')).toMatch(/^\*To be written/);
  });

  it('500 sources and a table of 2,000 rows are written in every format', async () => {
    const sources = Array.from({ length: 500 }, (_, at) => source(`Source ${at}`, { snippet: 'word '.repeat(200) }));
    const row = '| 2025 | $1,000 | =SUM(A1) [7] |\n';
    const text = `Yes ${sources.map((_, at) => `[${at + 1}]`).join(' ')}.\n\n### Table\n\n| a | b | c |\n|---|---|---|\n${row.repeat(2_000)}`;
    const turn = { ...written(), answer: { ...written().answer, text, sources } };
    const memo = createMemo({ title: 'Large', turns: [turn], now: 0 });
    expect(memo.sources).toHaveLength(500);
    expect(memoMarkdown(memo, null).length).toBeGreaterThan(60_000);
    expect(memoHtml(memo, null)).toContain('id="source-500"');
    expect((await memoDocx(memo, null)).length).toBeGreaterThan(10_000);
  });
});

describe('the title of a memo', () => {
  const conversation = { title: 'May it be exp…', hasCustomTitle: false };

  it('is the whole question, or the title that the user gave', () => {
    const long = `Can the press line be written off in full in 2025${' and later'.repeat(10)}?`;
    const turn = { ...written(), question: { text: `${long} The facts follow.`, selections: [] } };
    expect(memoTitle(conversation, turn, false, ENGLISH)).toBe(long);
    expect(memoTitle({ title: 'Press line', hasCustomTitle: true }, turn, false, ENGLISH)).toBe('Press line');
  });

  it('is the file and the lines for a question of the list, which is an instruction', () => {
    const turn = {
      ...quoting(),
      question: { text: 'Explain the tax treatment: which rules apply.', selections: [selection] },
    };
    expect(memoTitle(conversation, turn, true, ENGLISH)).toBe('memo.md, lines 3–4');
  });
});

describe('a template', () => {
  const template =
    '---\nfirm: X\n---\n\n# {{title}} ({{ date }})\n\n<!-- ours -->\n\n## I. Law\n\n{{law}}\n\n### Reasons\n\n  {{ analysis }}\n\n```\n{{facts}}\n```\n';

  it('gets the sections at its lines, below its headings, and its other text is unchanged', () => {
    const text = memoMarkdown(createMemo({ title: 'A *b*', turns: [written()], now: 0 }), template);
    expect(text).toContain(
      '---\nfirm: X\n---\n\n# A \\*b\\* (January 1, 1970)\n\n<!-- ours -->\n\n## I. Law\n\n**§ 179** [1]',
    );
    expect(text).toContain('### Reasons\n\n#### Rule\n');
    expect(text).toContain('```\n{{facts}}\n```');
  });

  it('also gives the layout of a web page and of a Word document', async () => {
    const memo = createMemo({ title: 'Press <line>', turns: [written()], now: 0 });
    const html = memoHtml(memo, template);
    expect(html).toContain('<h1 dir="auto">Press &lt;line&gt; (January 1, 1970)</h1>');
    expect(html).toContain('&lt;!-- ours --&gt;');
    expect(html).not.toContain('firm: X');
    const document = readDocx(await memoDocx(memo, template)).get('word/document.xml');
    expect(document).toContain('I. Law');
    expect(document).not.toContain('{{law}}');
  });

  it('leads from a citation to its source in a web page only if the layout has the sources', () => {
    const memo = createMemo({ title: 'Press', turns: [written()], now: 0 });
    expect(memoHtml(memo, '{{law}}\n\n{{sources}}')).toContain('<a href="#source-1">[1]</a>');
    const html = memoHtml(memo, '{{law}}');
    expect(html).toContain('<sup>[1]</sup>');
    expect(html).not.toContain('source-1');
  });

  it('gets title and date wherever they are, also in a web page', () => {
    const memo = createMemo({ title: 'Press', turns: [written()], now: 0 });
    const html = memoHtml(memo, '| a |\n|---|\n| **{{title}}** |\n\n- {{date}}\n\n> *{{title}}*');
    expect(html.replace(/<[^>]*>/g, ' ')).toMatch(/a\s+Press\s+January 1, 1970\s+Press/);
    expect(html).not.toContain('{{');
  });

  it('reports placeholders that are no part of a memo, and sections that are not alone in their line', () => {
    expect(unusedPlaceholders('{{ client }} {{title}} {{client}} {{a b}}\n{{law}}\n')).toEqual(['client']);
    expect(unusedPlaceholders('See {{law}}\n> {{facts}}\n  {{ issue }}\r\n- {{constructor}}')).toEqual([
      'law',
      'facts',
      'constructor',
    ]);
  });
});

describe('a memo as a Word document', () => {
  it('has its title and the number of the page at the foot of each page', async () => {
    const memo = createMemo({ title: `May § 179 <apply>? ${'word '.repeat(40)}`, turns: [written()], now: 0 });
    const footer = readDocx(await memoDocx(memo, null)).get('word/footer1.xml') ?? '';
    expect(footer).toContain('May §\u00a0179 &lt;apply&gt;?');
    expect(footer).toContain('…</w:t><w:tab/>');
    expect(footer).toMatch(/PAGE.*NUMPAGES/);
  });

  it('has a footnote for each source, and a further mark of a source refers to it', async () => {
    const files = readDocx(await memoDocx(createMemo({ title: 'T', turns: [written()], now: 0 }), null));
    const document = files.get('word/document.xml') ?? '';
    expect(document.match(/<w:footnoteReference /g)).toHaveLength(2);
    expect(document.match(/NOTEREF source1 /g)?.length).toBeGreaterThan(0);
    expect(files.get('word/footnotes.xml')).toContain(
      'Reg.\u00a0§\u00a01.</w:t><w:t xml:space="preserve">179</w:t><w:noBreakHyphen/>',
    );
  });
});

it('rows of a Word file are a table in a memo and where they are inserted, and its other lines stay lines', () => {
  const location = {
    path: '/client/materiality.docx',
    line: 1,
    endLine: 6,
    page: null,
    pageLabel: null,
    place: null,
    items: null,
  };
  const snippet =
    'Final memo\nApproved by N. Quist\nMeasure\tBasis\tAmount\n…\nOverall\t5% of *income*\t$515,000\nKept at 5%.';
  const own = source('materiality', { snippet, location: location as never });
  const turn = turnOf('a', null, { text: 'It is $515,000 [1].', sources: [own] });
  const memo = markdownOf([turn]).replace(/^> ?/gm, '');
  expect(memo).toMatch(
    /\| Measure +\| Basis +\| Amount +\|\n.*\n.*… .*\n\| Overall +\| 5% of \\\*income\\\* +\| \$515,000 \|\n\nKept at 5%\./,
  );
  expect(memo).toMatch(/Final memo(?: {2}|\\)\nApproved by N\. Quist/);
  expect(JSON.stringify(insertContent(turn, { type: 'quotation', source: 0 }))).toContain('"kind":"table"');
});

it('records of a CSV file are a table in a memo and where they are inserted', () => {
  const location = {
    path: '/client/additions.csv',
    line: 1,
    endLine: 3,
    page: null,
    pageLabel: null,
    place: null,
    items: null,
  };
  const own = source('additions', { snippet: 'Asset,Cost\n…\n"Press, new",1480000', location: location as never });
  const turn = turnOf('a', null, { text: 'The press cost 1,480,000 [1].', sources: [own] });
  const table = /\| Asset +\| Cost +\|\n.*\n.*… .*\n.*\| Press, new \| 1480000 \|/;
  expect(markdownOf([turn]).replace(/^> ?/gm, '')).toMatch(table);
  expect(markdownOf([turn])).toContain('| additions.csv, lines 1–3 |');
  expect(JSON.stringify(insertContent(turn, { type: 'quotation', source: 0 }))).toContain('"kind":"table"');
});

it('a memo does not end with one sentence below its last table', () => {
  const memo = markdownOf([written()]);
  expect(memo.indexOf('The local checks compare')).toBeGreaterThan(0);
  expect(memo.indexOf('The local checks compare')).toBeLessThan(memo.indexOf('| Asked'));
});
