import markdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { citation } from '../../src/conversation/citation.ts';
import type { StoredSource } from '../../src/conversation/conversation.ts';
import { csvField } from '../../src/conversation/csvField.ts';
import { parseBlocks } from '../../src/conversation/document/parse.ts';
import { writeMarkdown } from '../../src/conversation/document/writeMarkdown.ts';
import { ENGLISH } from '../../src/conversation/documentLanguage.ts';
import { escapeHtml, escapeMarkdown } from '../../src/conversation/escape.ts';
import { createMemo } from '../../src/conversation/memo/memo.ts';
import { memoMarkdown } from '../../src/conversation/memo/memoFile.ts';
import {
  answerMarkdown,
  answerPlain,
  conversationHtml,
  conversationJson,
  conversationMarkdown,
  parseConversation,
  sourcesCsv,
} from '../../src/conversation/transcript.ts';
import { conversationDocx } from '../../src/conversation/transcriptDocx.ts';
import { growthForEightfold, LINEAR } from '../support/cpuTime.ts';
import { conversationOf, turnOf } from './conversations.ts';
import { malformed, readDocx } from './document/readDocx.ts';

const source = (part: Partial<StoredSource> = {}): StoredSource => ({
  title: 'Election to expense',
  url: 'https://irs.example/179',
  section: '(b)(1)',
  date: '2025-12-31',
  review: 'reliedOn',
  ...part,
});

const hostile = '<img src=x onerror=alert(1)> [click](javascript:alert(1)) ![i](https://evil.example/x.png) # x';

describe('export of an answer', () => {
  it('the list of sources has the words that the sentences rest on, each once', () => {
    const evidence = ['shall not exceed', 'shall not exceed', 'in any <b>year</b>'].map((words, mark) => ({
      ...{ mark, source: 1, words },
    }));
    const text = 'A [1]. B [1]. C [1].';
    const turn = turnOf('a', null, { text, sources: [source()], parts: [{ kind: 'rule', from: 0, to: 20, evidence }] });
    const shown = /“shall not exceed”; “in any .{0,4}b.{0,4}year.{0,5}b.{0,4}”/;
    expect(conversationMarkdown(conversationOf(turn))).toMatch(shown);
    expect(conversationHtml(conversationOf(turn))).toMatch(shown);
    expect(conversationHtml(conversationOf(turn))).not.toContain('<b>year');
    const again = parseConversation(conversationJson(conversationOf(turn)), 'new');
    expect(again?.turns[0]?.answer.parts?.[0]?.evidence).toEqual(evidence);
  });

  it('an answer as Markdown is its text and the numbered sources that its citations refer to', () => {
    const turn = turnOf('a', null, {
      text: 'Yes [1], see [2].',
      sources: [
        source(),
        source({
          title: 'Memo',
          url: null,
          location: { path: '/home/jane/Clients/Acme/memo.md', line: 3, endLine: 5 },
        }),
      ],
    });
    expect(answerMarkdown(turn)).toBe(
      [
        'Yes [1], see [2].',
        '',
        '1. Election to expense, (b)(1), as of 2025-12-31 <https://irs.example/179>',
        '2. Memo, (b)(1), as of 2025-12-31, memo.md:3-5',
        '',
      ].join('\n'),
    );
  });

  it('an answer as Markdown says if it is incomplete', () => {
    for (const state of ['stopped', 'truncated', 'failed', 'interrupted'] as const) {
      expect(answerMarkdown(turnOf('a', null, { state, text: 'half' })), state).toMatch(/\*This answer .+\*/);
    }
    expect(answerMarkdown(turnOf('a', null, { text: 'whole' }))).toBe('whole\n');
  });

  it('an answer as plain text contains no Markdown syntax, and keeps amounts, citations and URLs', () => {
    const text = '## Result\n\n**Yes**, $1,000 to $5,000 [1]; see [the page](https://irs.example).\n\n```\ncode\n```';
    expect(answerPlain(turnOf('a', null, { text, sources: [source({ url: null })] }))).toBe(
      'Result\n\nYes, $1,000 to $5,000 [1]; see the page (https://irs.example).\n\ncode\n\n[1] Election to expense, (b)(1), as of 2025-12-31\n',
    );
  });

  it('an answer as Markdown escapes the text of its sources', () => {
    const turn = turnOf('a', null, { text: '', sources: [source({ title: hostile, section: '\n# heading' })] });
    const text = answerMarkdown(turn);
    expect(text).not.toMatch(/[^\\]<img/);
    expect(text).not.toMatch(/[^\\]\[click\]/);
    expect(text).not.toMatch(/^# heading/m);
    expect(text.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('export of a conversation', () => {
  const conversation = {
    ...conversationOf(turnOf('a', null, { sources: [source()] }), turnOf('b', 'a', { text: hostile })),
    title: hostile,
  };

  it('a conversation as Markdown contains only the branch that is shown', () => {
    const text = conversationMarkdown({ ...conversation, currentTurnId: 'a' });
    expect(text).toContain('Question a');
    expect(text).not.toContain('Question b');
  });

  it('a conversation as HTML runs no script and loads nothing', () => {
    const html = conversationHtml({
      ...conversation,
      turns: conversation.turns.map((turn) => ({
        ...turn,
        answer: { ...turn.answer, sources: [source({ title: hostile, url: 'https://a.example/"><script>' })] },
      })),
    });
    expect(html).not.toMatch(/<(?:img|script|iframe|link)/i);
    expect(html).not.toMatch(/href="(?!https?:)/);
    expect(html).toContain("default-src 'none'");
    expect(html).toContain('&lt;img src=x');
  });

  it('a conversation as JSON can be imported with a new id and every branch', () => {
    const read = parseConversation(conversationJson(conversation), 'new', () => true);
    expect(read).toEqual({ ...conversation, id: 'new', pinned: false });
    for (const bad of ['', '{', '[]', '{"schema":1}', JSON.stringify({ ...conversation, schema: 99 })]) {
      expect(parseConversation(bad, 'new')).toBeNull();
    }
  });

  it('an imported conversation shows its last turn if the file names none, and has each identifier once', () => {
    const two = conversationOf(turnOf('a', null), turnOf('b', 'a'), turnOf('b', 'b', { text: 'Again' }));
    for (const currentTurnId of [null, 'x', 'b']) {
      const read = parseConversation(conversationJson({ ...two, currentTurnId }), 'new');
      expect(read?.turns.map(({ id }) => id)).toEqual(['a', 'b']);
      expect(read?.currentTurnId).toBe('b');
    }
  });

  it('an export keeps the lines of a question, and hides no character of its title', () => {
    const turn = { ...turnOf('a', null), question: { text: 'First\n- second', selections: [] } };
    const asked = { ...conversationOf(turn), title: 'a\u202eb' };
    expect(conversationHtml(asked)).toContain('First<br>- second');
    expect(conversationHtml(asked)).toContain('<h1 dir="auto">a[U+202E]b</h1>');
  });

  it('an export states the facts of the matter below the first question that they were sent with, and again where they change', () => {
    const asked = (id: string, parent: string | null, taxYear: string) => ({
      ...turnOf(id, parent),
      question: { text: id, selections: [], matter: [{ name: 'taxYear' as const, value: taxYear }] },
    });
    const turns = [asked('a', null, '2024 <b>'), asked('b', 'a', '2024 <b>'), asked('c', 'b', '2025')];
    const whole = { ...conversationOf(...turns), currentTurnId: 'c' };
    for (const text of [conversationHtml(whole), conversationMarkdown(whole)]) {
      expect(text.match(/Facts of the matter:/g)).toHaveLength(2);
      expect(text.match(/Tax year: 202\d/g)).toEqual(['Tax year: 2024', 'Tax year: 2025']);
    }
    expect(conversationHtml(whole)).not.toContain('2024 <b>');
  });

  it('an exported conversation that is imported and exported again has the same content', () => {
    const whole = conversationOf(
      { ...turnOf('a', null, { sources: [source()], suggestions: ['And?'] }), zeroRetention: true },
      turnOf('b', 'a', { text: `${hostile}\u2028\ud83d\ude00`, state: 'stopped' }),
    );
    const again = parseConversation(conversationJson({ ...whole, archived: true }), whole.id);
    expect(again && conversationJson(again)).toBe(conversationJson(whole));
  });

  it('an imported conversation does not count as sent, keeps stricter guard modes, and keeps only http and https URLs', () => {
    const urls = [
      'https://irs.example/1',
      'http://irs.example/1',
      'file:///etc/passwd',
      'vscode://x',
      'javascript:1',
      'x',
    ];
    const conversation = conversationOf(
      { ...turnOf('a', null, { sources: urls.map((url) => source({ url })) }), guard: 'warn' },
      { ...turnOf('b', 'a'), guard: 'off' },
      { ...turnOf('c', 'b'), guard: 'replace' },
      { ...turnOf('d', 'c'), guard: 'block' },
    );
    const read = parseConversation(conversationJson(conversation), 'new', () => true);
    expect(read?.turns.map(({ guard }) => guard)).toEqual([undefined, undefined, 'replace', 'block']);
    expect(read?.turns[0]?.answer.sources.map(({ url }) => url)).toEqual([...urls.slice(0, 2), null, null, null, null]);
  });

  it('an exported conversation is exported as the same text after an import, in whatever order its fields were set', () => {
    const { text, ...answer } = turnOf('a', null, { sources: [source()] }).answer;
    const parts = [{ kind: 'lead' as const, from: 0, to: text.length }];
    const exported = conversationJson(conversationOf(turnOf('a', null, { ...answer, text, parts })));
    const read = parseConversation(exported, 'c1');
    expect(read && conversationJson(read)).toBe(exported);
  });

  it('an imported conversation keeps places in opened folders only', () => {
    const selection = { id: 's', label: 'a.md', languageId: 'markdown', startLine: 1, endLine: 1, text: 'x' };
    const uris = ['file:///matter/a.md', 'file://host/share/a.md', 'vscode://x', '//host/share'];
    const turn = turnOf('a', null, {
      sources: uris.map((path) => source({ location: { path, line: 1, endLine: 1 } })),
    });
    const selections = uris.map((uri) => ({ ...selection, uri }));
    const conversation = conversationOf({ ...turn, question: { ...turn.question, selections } });
    const read = parseConversation(conversationJson(conversation), 'new', (place) => place.includes('/matter/'));
    expect(read?.turns[0]?.question.selections.map(({ uri }) => uri)).toEqual([uris[0], '', '', '']);
    expect(read?.turns[0]?.answer.sources.map(({ location }) => location?.path)).toEqual([
      uris[0],
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('an imported conversation names no matter and no document of the firm', () => {
    const location = { path: '/matter/a.md', line: 1, endLine: 1, document: 'a-b' };
    const turn = turnOf('a', null, { sources: [source({ location })] });
    const conversation = conversationOf({ ...turn, question: { ...turn.question, matterName: 'Harbor' } });
    const exported = conversationJson(conversation);
    expect(exported).toContain('Harbor');
    const read = parseConversation(exported, 'new', () => true)?.turns[0];
    expect(read?.question).not.toHaveProperty('matterName');
    expect(read?.answer.sources[0]?.location).toEqual({ path: '/matter/a.md', line: 1, endLine: 1 });
  });

  it('a table of sources has one row per source, and no cell is run as a formula', () => {
    const csv = sourcesCsv(
      conversationOf(turnOf('a', null, { sources: [source({ title: '=cmd|calc!A1', section: 'a, "b"' })] })),
    );
    const [head, row] = csv.split('\r\n');
    expect(head).toBe('"question","number","title","section","date","kind","url","path","line","review"');
    expect(row).toBe(`1,1,"'=cmd|calc!A1","a, ""b""","2025-12-31",,"https://irs.example/179",,,"Relied on"`);
  });

  it('a row names the source as all other exports do, and the file without its folders', () => {
    const listed = source({
      title: '§ 179(b)(1). Election',
      cited: { name: '§ 179(b)(1)', caption: 'Election › Dollar limit' },
      url: null,
      location: { path: '/clients/Finch/irc-179.md', line: 3, endLine: 4 },
    });
    const [, row] = sourcesCsv(conversationOf(turnOf('a', null, { sources: [listed] }))).split('\r\n');
    expect(row).toContain('"§ 179(b)(1)","Election › Dollar limit","2025-12-31",,,"irc-179.md",3,');
  });

  it('every export names the folders that tell two files of the same name apart, and no others', () => {
    const letterOf = (client: string) =>
      source({ title: 'Engagement letter', url: null, location: at(`/clients/${client}/Engagement letter.md`) });
    const at = (path: string) => ({ path, line: 3, endLine: 4 });
    const finch = turnOf('a', null, { text: 'A fee. [1]', sources: [letterOf('Finch')] });
    const both = turnOf('b', 'a', { text: 'Fees. [1][2]', sources: [letterOf('Finch'), letterOf('Kestrel')] });
    const conversation = conversationOf(finch, both);
    const exports = {
      csv: sourcesCsv(conversation),
      markdown: conversationMarkdown(conversation),
      html: conversationHtml(conversation),
      answerMarkdown: answerMarkdown(both),
      answerPlain: answerPlain(both),
    };
    for (const [name, text] of Object.entries(exports)) {
      expect(text, name).toContain('Finch/Engagement letter.md');
      expect(text, name).toContain('Kestrel/Engagement letter.md');
      expect(text, name).not.toMatch(/clients|(?<!Finch|Kestrel)\/?(?<!\/)Engagement letter\.md/);
    }
    expect(sourcesCsv(conversationOf(finch))).not.toContain('Finch/');
  });

  it('an export and a memo name the folders of a file below the folder of the conversation, and none above it', () => {
    const at = (path: string) => source({ title: 'Lease', url: null, location: { path, line: 3, endLine: 4 } });
    const answers = (...paths: string[]) => turnOf('a', null, { text: 'Due. [1]', sources: paths.map(at) });
    const exported = (uri: string, ...paths: string[]) => {
      const conversation = { ...conversationOf(answers(...paths)), folder: { name: 'Finch', uri } };
      const memo = createMemo({ title: 'Rent', turns: conversation.turns, now: 0, folder: conversation.folder });
      const where = (text: string) =>
        [...text.matchAll(/(?:^|[|"] ?)([^|"\n]*lease\.md)(?=, lines|")/gm)].map(([, path]) => path);
      return [sourcesCsv(conversation), conversationMarkdown(conversation), memoMarkdown(memo, null)].map((text) =>
        where(text.replaceAll('\\', '')),
      );
    };
    const paths = ['/clients/Finch & Co/2025/leases/lease.md', '/shelf/lease.md'];
    const shown = ['2025/leases/lease.md', 'shelf/lease.md'];
    expect(exported('file:///clients/Finch%20%26%20Co', ...paths)).toEqual([shown, shown, shown]);
    const onWindows = exported('file:///c%3A/Clients/Finch', 'C:\\clients\\Finch\\leases\\lease.md');
    expect(onWindows).toEqual(Array.from({ length: 3 }, () => ['leases/lease.md']));
    for (const other of ['%', 'file:///%ff', 'file:///clients/Fin', 'file:///other']) {
      expect(exported(other, '/clients/Finch/leases/lease.md')).toEqual(Array.from({ length: 3 }, () => ['lease.md']));
    }
  });
});

it('dates beyond the calendar are capped when a conversation is read, and never stop a document', () => {
  const far = 1e18;
  const error = { kind: 'rateLimit', retryAfter: 9_999_999_999_999 } as const;
  const turn = { ...turnOf('a', null, { state: 'failed', endedAt: far, startedAt: -far, error }), askedAt: far };
  const conversation = { ...conversationOf(turn), createdAt: far, updatedAt: far };
  const read = parseConversation(conversationJson(conversation), 'new', () => true);
  expect(read?.turns[0]).toMatchObject({ askedAt: 8.64e15, answer: { startedAt: 0, endedAt: 8.64e15 } });
  expect(read?.turns[0]?.answer.error?.retryAfter).toBe(31 * 24 * 60 * 60);
  expect(() => [conversationMarkdown(conversation), conversationHtml(conversation)]).not.toThrow();
});

it('copying and escaping take time that does not grow with the square of the text', () => {
  const functions = {
    escapeMarkdown,
    rewritten: (text: string) => writeMarkdown(parseBlocks(text, 9)),
    csvField,
    escapeHtml,
    answerPlain: (text: string) => answerPlain(turnOf('a', null, { text })),
    citation: (text: string) => citation(source({ title: text }), ENGLISH),
  };
  const units = ['\n', ' ', '\n ', '*', '**a', '__', '[', '![', '](', '`', '` ', '<', '=', '-', '\t', ';', '#', '$'];
  for (const unit of units) {
    for (const [name, run] of Object.entries(functions)) {
      expect(growthForEightfold(run, unit.repeat(8_000 / unit.length)), `${name} ${unit}`).toBeLessThan(LINEAR);
    }
  }
});

describe('escaping', () => {
  it('escaped Markdown contains no syntax', () => {
    expect(escapeMarkdown('# a')).toBe('\\# a');
    expect(escapeMarkdown('1. a')).toBe('1\\. a');
    expect(escapeMarkdown('- a\n+ b\n* c')).toBe('\\- a\n\\+ b\n\\* c');
    expect(escapeMarkdown('a\n===\nb\n---')).toBe('a\n\\===\nb\n\\---');
    expect(escapeMarkdown('![a](b) <c> `d` *e* _f_ |g| ~h~')).toBe(
      '!\\[a\\](b) \\<c\\> \\`d\\` \\*e\\* \\_f\\_ \\|g\\| \\~h\\~',
    );
    expect(escapeMarkdown('§ 179(b)(1), $1,000 - 50%')).toBe('§ 179(b)(1), $1,000 - 50%');
  });

  it('a Markdown parser reads escaped text as the original text', () => {
    const markdown = markdownIt({ html: true });
    for (const text of [
      hostile,
      '<script>x</script>',
      '&lt;b&gt; <b>',
      '[a]: https://evil.example',
      '```js',
      '    indented',
      '| a | b |',
      '\\* a \\\\ b',
      '~~~',
      '1) x',
      '***',
      '___',
      '<!-- c -->',
      '> q',
      'a  \nb',
    ]) {
      const html = markdown.render(`x ${escapeMarkdown(text)}`);
      expect(html.match(/<(?!\/?p(?: dir="auto")?>|br>)[^>]*>/g), text).toBeNull();
      const shown = html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      expect(shown.replace(/\s+/g, ' ').trim(), text).toBe(`x ${text}`.replace(/\s+/g, ' ').trim());
    }
  });

  it('HTML and CSV are escaped, and CSV numbers stay numbers', () => {
    expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
    expect(['-5', '-5.20', '@x', '+1+2', 'a\nb', ''].map(csvField)).toEqual([
      '-5',
      '-5.20',
      `"'@x"`,
      `"'+1+2"`,
      '"a\nb"',
      '',
    ]);
    const starts = [
      '',
      ' ',
      '\u200b',
      '\ufeff',
      '\0',
      '\u00a0',
      'a;',
      'a,',
      'a\t',
      'a\n',
      'a|',
      'a; \u2060',
      'a;"',
      '"',
    ];
    for (const before of starts) {
      for (const sign of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
        const field = csvField(`${before}${sign}cmd()`);
        expect(field, JSON.stringify(before + sign)).toBe(`"${before.replaceAll('"', '""')}'${sign}cmd()"`);
      }
    }
    expect(csvField('Sec. 1031 - exchange of a+b = c')).toBe('"Sec. 1031 - exchange of a+b = c"');
  });
});

it('a citation is one line and omits missing fields', () => {
  expect(citation(source({ title: 'A\nB', section: undefined as never, date: '' }), ENGLISH)).toBe(
    'A B, https://irs.example/179',
  );
});

it('a source of a hosted service is cited by its title and its section', () => {
  const hosted = source({ title: 'Lease of the warehouse', section: '5. Rent', date: '', url: null });
  expect(citation(hosted, ENGLISH)).toBe('Lease of the warehouse, 5. Rent');
  expect(citation({ ...hosted, section: hosted.title }, ENGLISH)).toBe('Lease of the warehouse');
});

it('a Word document of a conversation has each question, and marks that refer to the sources below its own answer', async () => {
  const ask = (id: string, parent: string | null, text: string, title: string) => ({
    ...turnOf(id, parent, { text, sources: [source({ title })] }),
    question: { text: `Question of ${id}?`, selections: [] },
  });
  const turns = [ask('a', null, 'Yes, it may [1].', 'Law of a'), ask('b', 'a', 'No [1]. See [2].', 'Law of b')];
  const files = readDocx(await conversationDocx({ ...conversationOf(...turns), title: 'Press line' }));
  const xml = files.get('word/document.xml') ?? '';
  expect(malformed(xml)).toBeNull();
  expect(xml).not.toContain('footnoteReference');
  const words = xml.replace(/<[^>]+>/g, '');
  for (const part of ['Press line', 'Question of a?', 'Yes, it may [1].', 'Law of a', 'No [1]. See [2].', 'Law of b'])
    expect(words).toContain(part);
});
