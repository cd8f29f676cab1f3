import { describe, expect, it } from 'vitest';
import type { StoredSource } from '../../../src/conversation/conversation.ts';
import { openAddress, openSource } from '../../../src/extension/answers/openSource.ts';
import type { DocumentOpener } from '../../../src/extension/common/documentOpener.ts';
import { textUriOf } from '../../../src/extension/common/textUri.ts';
import { relocate } from '../../../src/text/relocate.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

/** `readable`: the window can read files, which a browser cannot. */
function desk(readable = true) {
  const fake = fakeVscode();
  fake.files.set(
    '/matter/docs/irc-179.md',
    ['# § 179', '', 'The aggregate cost shall not exceed', 'the limit.'].join('\n'),
  );
  fake.files.set('/etc/passwd', 'root');
  fake.files.set('/matter-secret/key.txt', 'sk');
  const pdfs: unknown[][] = [];
  const workbooks: unknown[][] = [];
  const documents: DocumentOpener = {
    showPdf: async (uri, ...rest) => void pdfs.push([uri.path, ...rest]),
    showWorkbook: async (uri, ...rest) => readable && workbooks.push([uri.path, ...rest]) > 0,
    textUri: async (uri) => (readable ? textUriOf(fake.api, uri) : null),
  };
  return { fake, pdfs, workbooks, ports: { vscode: fake.api, documents, roots: () => ['/shelf', '/matter'] } };
}

const source = (part: Partial<StoredSource>): StoredSource => ({ title: 't', url: null, review: 'unread', ...part });
const at = (path: string, line = 3, endLine = 4) => source({ location: { path, line, endLine } });

describe('a source in a document', () => {
  it('opens a source at the quoted lines, by an absolute or a relative path', async () => {
    for (const path of ['/matter/docs/irc-179.md', 'docs/irc-179.md']) {
      const { fake, ports } = desk();
      expect(await openSource(at(path), ports, false)).toBe('opened');
      expect(fake.shown[0]).toMatchObject({
        path: '/matter/docs/irc-179.md',
        options: { selection: { start: { line: 2, character: 0 }, end: { line: 3, character: 10 } } },
      });
    }
  });

  it('selects the words that a sentence rests on, over a line end and with other punctuation', async () => {
    const { fake, ports } = desk();
    await openSource(at('docs/irc-179.md'), ports, false, 'shall not exceed the LIMIT');
    expect(fake.shown[0]).toMatchObject({
      options: { selection: { start: { line: 2, character: 19 }, end: { line: 3, character: 9 } } },
    });
  });

  it('selects the quoted lines if they no longer contain the words', async () => {
    const { fake, ports } = desk();
    await openSource(at('docs/irc-179.md'), ports, false, 'words of an earlier version');
    expect(fake.shown[0]).toMatchObject({
      options: { selection: { start: { line: 2, character: 0 }, end: { line: 3, character: 10 } } },
    });
  });

  it('says that a file no longer contains the text as it was quoted, and only then', async () => {
    const { fake, ports } = desk();
    const quoted = {
      ...at('docs/irc-179.md'),
      snippet: 'The aggregate cost shall not exceed\n… [continues: (2)]\nthe limit.',
    };
    await openSource(quoted, ports, false);
    expect(fake.messages).toEqual([]);
    fake.files.set('/matter/docs/irc-179.md', '# § 179\n\nThe aggregate cost shall not exceed\nthis limit.');
    await openSource(quoted, ports, false);
    expect(fake.messages).toEqual([expect.stringMatching(/^irc-179\.md does not contain the text as it was quoted\./)]);
  });

  it('never opens a source outside the folders, in whatever notation its path is', async () => {
    const { fake, ports } = desk();
    for (const path of [
      '/etc/passwd',
      '../../etc/passwd',
      'docs/../../etc/passwd',
      '/matter/../etc/passwd',
      '/matter-secret/key.txt',
      '/matter\0/../etc/passwd',
      'file:///etc/passwd',
      '',
    ]) {
      expect(await openSource(at(path), ports, false), path).not.toBe('opened');
    }
    expect(fake.shown).toEqual([]);
  });

  it('opens a source in a PDF at its page with the passage to mark', async () => {
    const { fake, pdfs, ports } = desk();
    fake.files.set('/matter/docs/Pub946.PDF', '%PDF');
    const location = { path: 'docs/Pub946.PDF', line: 80, endLine: 82, page: 12, place: 'page 12' };
    expect(await openSource(source({ location, snippet: 'The limit is' }), ports, true)).toBe('opened');
    expect(pdfs).toEqual([['/matter/docs/Pub946.PDF', { page: 12, passage: 'The limit is' }, -2]]);
    await openSource(source({ location, snippet: 'The limit is' }), ports, true, 'limit');
    expect(pdfs.pop()).toEqual(['/matter/docs/Pub946.PDF', { page: 12, passage: 'limit' }, -2]);
    expect(fake.shown).toEqual([]);
    expect(await openSource(at('../../etc/secret.pdf'), ports, false)).toBe('outside');
    expect(pdfs).toHaveLength(1);
  });

  it('opens a source in a Word, Excel or mail file as the text that was read, with the passage selected', async () => {
    for (const name of ['lease.docx', 'notice.eml', 'notice.msg', 'memo.rtf', 'memo.odt']) {
      const { fake, ports } = desk();
      fake.files.set(`/matter/docs/${name}`, 'Lease\n\nThe rent is due in March.');
      const { location } = at(`docs/${name}`, 3, 3);
      await openSource(source({ ...(location && { location }), snippet: 'The rent is due in March.' }), ports, false);
      expect(fake.shown[0]).toMatchObject({
        scheme: 'fiscal-document',
        path: `/matter/docs/${name}`,
        options: { selection: { start: { line: 2, character: 0 }, end: { line: 2, character: 25 } } },
      });
    }
  });

  it('opens a source in an Excel workbook as a grid, with the lines and words of the passage', async () => {
    const { fake, workbooks, ports } = desk();
    fake.files.set('/matter/docs/additions.XLSX', 'PK');
    const found = { ...at('docs/additions.XLSX', 3, 5), snippet: 'Kiln\t41,250' };
    expect(await openSource(found, ports, true, '41,250')).toBe('opened');
    const place = { line: 3, endLine: 5, snippet: 'Kiln\t41,250', words: '41,250' };
    expect(workbooks).toEqual([['/matter/docs/additions.XLSX', place, -2]]);
    expect(fake.shown).toEqual([]);
  });

  it('opens a Word file as a whole and shows the section as a message where files cannot be read', async () => {
    const { fake, ports } = desk(false);
    fake.files.set('/matter/docs/lease.docx', 'PK');
    const ran: unknown[][] = [];
    fake.api.commands.executeCommand = (async (...args: unknown[]) => void ran.push(args)) as never;
    expect(await openSource({ ...at('docs/lease.docx'), section: 'paragraph 12' }, ports, true)).toBe('opened');
    expect(ran).toMatchObject([['vscode.open', { path: '/matter/docs/lease.docx' }, -2]]);
    expect([fake.shown, fake.messages]).toEqual([[], ['The passage in lease.docx: paragraph 12']]);
  });

  it('reports a source whose document no longer exists', async () => {
    expect(await openSource(at('docs/gone.md'), desk().ports, false)).toBe('missing');
  });

  it('opens a source with lines beyond the end of the document at the last line', async () => {
    const { fake, ports } = desk();
    await openSource(at('docs/irc-179.md', 9000, 9001), ports, false);
    expect(fake.shown[0]?.options.selection?.start.line).toBe(3);
  });
});

it('Fiscal opens nothing for a source without document and address', async () => {
  expect(await openSource(source({}), desk().ports, false)).toBe('nothing');
});

it('Fiscal opens only web addresses, and none that contains a user name or password', async () => {
  const { fake } = desk();
  for (const bad of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'command:workbench.action.quit',
    'vscode://fiscal.fiscal/x',
    'data:text/html,x',
    'https://bank.example@evil.example/',
    'not an address',
    '//evil.example',
  ]) {
    expect(await openAddress(fake.api, bad), bad).toBe(false);
  }
  expect(fake.opened).toEqual([]);
  expect(await openAddress(fake.api, 'https://irs.example/pub?a=1')).toBe(true);
  expect(await openAddress(fake.api, 'mailto:a@irs.example')).toBe(true);
  expect(await openSource(source({ url: 'mailto:a@irs.example' }), desk().ports, false)).toBe('nothing');
});

describe('a passage that has moved', () => {
  const document = (...lines: string[]) => ({
    lineCount: lines.length,
    lineAt: (line: unknown) => ({ text: lines[line as number] ?? '' }) as never,
  });
  const snippet = 'The aggregate cost which may be taken into account';

  it('finds a moved passage at the nearest line that contains its beginning', () => {
    const moved = document('a', 'b', 'c', `**${snippet}** under`, 'd', snippet);
    expect(relocate(moved, 2, 3, snippet)).toEqual({ line: 4, endLine: 5 });
  });

  it('keeps the given lines for a passage that no longer exists', () => {
    expect(relocate(document('a', 'b', 'c'), 2, 3, snippet)).toEqual({ line: 2, endLine: 3 });
    expect(relocate(document('a', 'b', 'c'), -4, -9, undefined)).toEqual({ line: 1, endLine: 1 });
  });

  it('rows of a table that are quoted with its header stay at their own lines', () => {
    const table = ['Account name | Balance', 'Cash at bank | 1,200', 'Petty cash | 300', 'Receivables | 9,000'];
    const quoted = `${table[0]}\n…\n${table[2]}\n${table[3]}`;
    expect(relocate(document(...table), 3, 4, quoted)).toEqual({ line: 3, endLine: 4 });
  });

  it('a short row that is quoted with its header is found at its lines, or where it has moved to', () => {
    const rows = ['Ledger', '', 'Account\tAmount', 'Light\t90', 'Rent\t1,200', 'Heat\t70'];
    const quoted = 'Account\tAmount\nRent\t1,200';
    expect(relocate(document(...rows), 5, 5, quoted)).toEqual({ line: 5, endLine: 5 });
    const moved = [...rows.slice(0, 4), 'Water\t30', ...rows.slice(4)];
    expect(relocate(document(...moved), 5, 5, quoted)).toEqual({ line: 6, endLine: 6 });
  });

  it('a passage whose first line has changed is found by another line', () => {
    const lines = ['a', 'b', 'c', 'Revised beginning', snippet];
    expect(relocate(document(...lines), 2, 3, `The earlier beginning\n${snippet}`)).toEqual({ line: 4, endLine: 5 });
  });

  it('keeps the given lines for a passage that has not moved, even if its text appears elsewhere too', () => {
    expect(relocate(document(snippet, 'b', snippet), 3, 3, snippet)).toEqual({ line: 3, endLine: 3 });
  });
});
