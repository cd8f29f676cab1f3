import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mapSpans } from '../../../src/conversation/document/block.ts';
import { parseBlocks } from '../../../src/conversation/document/parse.ts';
import { shortName } from '../../../src/service/research/quotation.ts';
import type { FoundDocument } from '../../../src/service/search/searchResult.ts';
import { makeWorkbook, row } from '../documents/support/makeOffice.ts';
import { FIXTURES, IRC, temporaryFolder } from '../temporary.ts';
import { ask, quotationsOf, researcher } from './asking.ts';

const MODES = [
  'tax_research_fast_research',
  'tax_research_normal',
  'tax_research_deep_research',
  'audit_research',
] as const;

/** A hundred questions: what stands in the headings of the documents, each in the mode of its turn. */
function questions(): string[] {
  const asked: string[] = [];
  for (const name of readdirSync(IRC).filter((file) => file.endsWith('.md'))) {
    const headings = readFileSync(join(IRC, name), 'utf8').match(/^#+ .+$/gm) ?? [];
    const [title = '', ...others] = headings.map((heading) => heading.replace(/^#+ (?:§ \S+ )?(?:\(\w+\) )?/, ''));
    asked.push(`What is the rule on ${title.toLowerCase()}?`);
    asked.push(...others.slice(0, 3).map((heading) => `${title}: ${heading}`));
  }
  return asked.filter((_, at) => at % 2 === 0).slice(0, 100);
}

/** The parts of a quotation between the signs of omission, without the indents of their levels. */
function piecesOf(quoted: string): string[] {
  return quoted
    .replace(/^\u2003+/gm, '')
    .replace(/\s*…(?: \[continues: .+\])?$/, '')
    .split(/\s*…\s*/)
    .filter((piece) => piece !== '');
}

it('a hundred answers quote verbatim, at the lines of their sources', async () => {
  const made = researcher({ folders: [IRC] });
  const lines = new Map<string, string[]>();
  let quotations = 0;
  const asked = questions();
  expect(asked).toHaveLength(100);
  for (const [at, question] of asked.entries()) {
    const answer = await ask(made, question, MODES[at % MODES.length]);
    const found = quotationsOf(answer.text);
    expect(found).toHaveLength(answer.sources.length);
    expect(found.map(({ source }) => source)).toEqual(answer.sources.map((_source, index) => index + 1));
    for (const { quoted, source } of found) {
      const entry = answer.sources[source - 1];
      if (!entry) throw new Error(`No source ${source} for: ${question}`);
      const file = lines.get(entry.path) ?? readFileSync(entry.path, 'utf8').split('\n');
      lines.set(entry.path, file);
      const there = file
        .slice(entry.line - 1, entry.endLine)
        .map((line) => line.trimEnd())
        .join('\n');
      const pieces = piecesOf(quoted);
      // The sentence that introduces a node is quoted from above it.
      expect(there, question).toContain(pieces.at(-1));
      for (const piece of pieces) expect(file.map((line) => line.trimEnd()).join('\n')).toContain(piece);
      expect(quoted.length).toBeGreaterThan(10);
      // Nothing is cut without a sign, and no title line is quoted.
      const after = file.slice(entry.endLine).find((line) => line.trim() !== '') ?? '#';
      if (!after.startsWith('#')) expect(quoted, question).toMatch(/(?:[.!?][)\]”’"]*|…(?: \[continues: .+\])?)$/);
      expect(quoted).not.toContain('INTERNAL REVENUE CODE ›');
      expect(entry.endLine).toBeGreaterThanOrEqual(entry.line);
      quotations += 1;
    }
  }
  expect(quotations).toBeGreaterThan(250);
});

it('quotations from every kind of document are in its file', async () => {
  const made = researcher({ folders: [join(FIXTURES, 'library/formats')] });
  await made.ready();
  const questions: [string, string][] = [
    ['What did the fork lift with charger cost?', 'additions.csv'],
    ['Why is the salvage value taken as zero?', 'depreciation.ts'],
    ['Which invoices dated after the café closed are reversed?', 'utf16.txt'],
  ];
  for (const [question, name] of questions) {
    const answer = await ask(made, question);
    const source = answer.sources.find((entry) => entry.path.endsWith(name));
    expect(source, question).toBeDefined();
    const bytes = readFileSync(source?.path ?? '');
    const text = name === 'utf16.txt' ? new TextDecoder('utf-16').decode(bytes) : bytes.toString();
    const there = text
      .replaceAll('\r', '')
      .split('\n')
      .slice((source?.line ?? 0) - 1, source?.endLine)
      .join('\n');
    expect(there).toContain(source?.snippet);
    // The records of a CSV file are shown as a table, the test of tables has its cells.
    if (name !== 'additions.csv') {
      expect(quotationsOf(answer.text).map(({ quoted }) => quoted)).toContain(source?.snippet);
    }
  }
  const pdf = await ask(made, 'How are the auditor’s test counts of inventory done?');
  expect(pdf.sources[0]).toMatchObject({
    section: expect.stringContaining('page 1'),
    page: 1,
    place: expect.stringMatching(/^page 1/),
  });
});

it('the rows of a quoted workbook are a table in Markdown, and the headers of a quoted message keep their line ends', async () => {
  const folder = temporaryFolder();
  const rows = row(1, 'Asset', 'Cost') + row(2, 'Pottery kiln', 41250) + row(3, 'Glazing booth', 9800);
  writeFileSync(join(folder, 'pottery.xlsx'), makeWorkbook({ sheets: { Additions: rows } }));
  writeFileSync(
    join(folder, 'excise.eml'),
    'From: a@office.example\nSubject: Brewery excise\n\nRenew it before June.\n',
  );
  const made = researcher({ folders: [folder] });
  await made.ready();
  const workbook = await ask(made, 'What did the pottery kiln cost?');
  expect(workbook.text).toContain(
    '> | Asset | Cost |\n> | --- | --- |\n> | Pottery kiln | 41250 |\n> | Glazing booth | 9800 |\n>\n> [1]',
  );
  const mail = await ask(made, 'What is the subject of the message on brewery excise?');
  expect(mail.text).toMatch(/> From: a@office\.example {2}\n> /);
});

it('a quoted table has the columns of its widest row, up to a limit', async () => {
  const folder = temporaryFolder();
  const blanks = Array.from({ length: 150 }, (_, at) => `t${at}`);
  const sheets = {
    Certificate:
      row(1, 'Alder Ltd.', 'Certificate', 'As of June') +
      row(2, 'Covenant', 'Required', 'Actual', 'Met') +
      row(3, 'Kiln leverage', 'max 3.25', 3.41, 'No'),
  };
  writeFileSync(join(folder, 'certificate.xlsx'), makeWorkbook({ sheets }));
  const wide = { Wide: row(1, 'Glaze', 'Cost') + row(2, 'Cobalt glaze', ...blanks) };
  writeFileSync(join(folder, 'wide.xlsx'), makeWorkbook({ sheets: wide }));
  const made = researcher({ folders: [folder] });
  await made.ready();
  const certificate = await ask(made, 'What is the kiln leverage covenant?');
  expect(certificate.text).toContain(
    '> | Alder Ltd. | Certificate | As of June |  |\n> | --- | --- | --- | --- |\n> | Covenant | Required | Actual | Met |\n',
  );
  const glaze = await ask(made, 'What does the cobalt glaze cost?');
  expect(glaze.text).toContain(`\n> |${' --- |'.repeat(100)}\n`);
});

it('the name of a long document ends with a whole word', () => {
  const named = (title: string) => shortName({ document: { title } as FoundDocument });
  expect(named('Memo on the lease')).toBe('Memo on the lease');
  const long = `Memo on the lease ${'of the warehouse '.repeat(5)}`.trim();
  expect(named(long)).toBe('Memo on the lease of the warehouse of the warehouse of the warehouse of the…');
  expect(named(`§ 179 ${long}`)).toBe('§ 179');
});

it('a comment in the first lines of a program is quoted with the line of code below it', async () => {
  const folder = temporaryFolder();
  const code = '# The weir convention of sluice gates begins in spring.\nBEGIN = 3\n';
  writeFileSync(join(folder, 'sluice.py'), code);
  const { sources } = await ask(researcher({ folders: [folder, IRC] }), 'What is the weir convention of sluice gates?');
  expect(sources[0]?.snippet).toBe(code.trim());
});

it('code between two quoted comments is shown as left out, not as blank lines', async () => {
  const folder = temporaryFolder();
  const code = Array.from({ length: 6 }, (_, at) => `open(gates[${at}]);`).join('\n');
  const head =
    '/** The weir convention of sluice gates, which the operator of a canal has to follow in every season. */';
  const tail = '/** The weir convention of sluice gates begins in spring. */';
  writeFileSync(
    join(folder, 'sluice.ts'),
    `${head}\nexport const GATE = 5;\n${code}\n${tail}\nexport const BEGIN = 1;\n`,
  );
  const { sources } = await ask(researcher({ folders: [folder, IRC] }), 'What is the weir convention of sluice gates?');
  expect(sources[0]?.snippet).toBe(`${head}\nexport const GATE = 5;\n…\n${tail}\nexport const BEGIN = 1;`);
});

it('a quotation below a dated heading of a file without a date of its own has the date of the heading', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    '# Changes\n\n## 2.4.0, January 6, 2026\n\nThe wage base is 184,500.\n\n## 2.3.0, March 3, 2025\n\nMeals are limited to one half.\n',
  );
  const { sources, text } = await ask(researcher({ folders: [folder] }), 'What is the wage base?');
  expect(sources[0]?.date).toBe('2026-01-06');
  expect(text).not.toContain('No date was found for the quoted documents');
});

it('numbers in brackets in a quoted text are no citations of the answer, whatever the kind of the file', async () => {
  const files: Record<string, string | Buffer> = {
    'notes.md': '# Zinc notes\n\nThe zinc variance was capitalized [1], see also `[1]`.\n\n[1] Zinc study.\n',
    'table.md': '# Zinc notes\n\n| Item | Note |\n|---|---|\n| Zinc variance | capitalized [1] |\n',
    'plain.txt': 'Zinc paper\n\nThe zinc variance was capitalized [1].\n',
    'table.csv': 'item,note\nzinc variance,capitalized [1]\n',
    'sheet.xlsx': makeWorkbook({
      sheets: { Zinc: row(1, 'item', 'note') + row(2, 'zinc variance', 'capitalized [1]') },
    }),
  };
  for (const [name, content] of Object.entries(files)) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), content);
    const { text, sources } = await ask(researcher({ folders: [folder] }), 'Was the zinc variance capitalized?');
    const quoted = text.slice(text.indexOf('### Your documents'), text.indexOf('### Not in the library'));
    expect(quoted, name).toContain('capitalized \\[1\\]');
    const cited: number[] = [];
    mapSpans(parseBlocks(quoted, sources.length), (span) => {
      if (span.kind === 'citation') cited.push(span.n);
      return span;
    });
    expect(cited, name).toEqual([1]);
  }
});
