import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { toPassages } from '../../../src/service/documents/passages.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';
import { excerpt } from '../../../src/service/research/excerpt.ts';
import { isBoilerplate, withoutBoilerplate } from '../../../src/service/search/boilerplate.ts';
import { type DocumentPart, linesOf, readParts } from '../../../src/service/search/documentNodes.ts';
import { analyse } from '../../../src/service/search/query.ts';
import { endsSentence, quotablesOf } from '../../../src/service/search/quotable.ts';
import { createPassageScorer } from '../../../src/service/search/scorePassages.ts';
import { IRC, open, readerOf } from '../temporary.ts';

/** Also the whole Code, if this names the folder of its sections. */
const FOLDERS = [IRC, process.env.FISCAL_CODE_FOLDER ?? ''].filter((folder) => folder !== '');

const SIGN = /…(?: \[continues: .+\])?$/;
const PREFACE = /INTERNAL REVENUE CODE ›|in (?:our|my|their) own words|all rights reserved|^Contents$/im;

const scorer = createPassageScorer(
  { load: async () => {}, count: () => 0, isOnlyOwn: () => false, ownUse: () => 1, rarity: () => 1 },
  analyse(plainQuestion(''), []),
);

/** What is wrong with the quotations of a part. */
function faultsOf(part: DocumentPart): string[] {
  const faults: string[] = [];
  const whole = part.lines.map((line) => line.text).join('\n');
  const quotables = quotablesOf(part);
  for (const quotable of quotables) {
    const { text } = excerpt(quotable, scorer, 'en');
    const last = quotable.lines.at(-1);
    const isLast = last === part.lines.at(-1);
    if (!isLast && !endsSentence(last?.text ?? '') && !SIGN.test(text)) faults.push(`no sign at its end: ${text}`);
    if (quotable.leadInApart && !text.includes('\n\n…\n\n')) faults.push(`no sign after its introduction: ${text}`);
    const pieces = text.replace(SIGN, '').split(/\n*…\n*|\| … \|/);
    const flat = (piece: string) => piece.replace(/\s+/g, ' ').trim();
    for (const piece of pieces) if (!flat(whole).includes(flat(piece))) faults.push(`not in the document: ${piece}`);
    if (!isBoilerplate(quotable) && PREFACE.test(text)) faults.push(`a preface: ${text}`);
  }
  const own = quotables.flatMap((quotable) => quotable.lines);
  if (new Set(own).size !== own.length) faults.push(`lines in two nodes: ${whole.slice(0, 200)}`);
  // A heading is shown above its nodes.
  const quoted = new Set([...own, ...quotables.flatMap((quotable) => quotable.leadIn.flat())]);
  for (const line of part.lines)
    if (line.kind !== 'heading' && !quoted.has(line)) faults.push(`in no quotation: ${line.text}`);
  return faults;
}

describe.each(FOLDERS)('every node of the documents in %s', (folder) => {
  it('is quoted once, verbatim, with a sign where it is cut, and is no preface', async () => {
    const library = open({ folders: [folder] });
    await library.ready();
    const documents = library
      .database()
      .prepare('SELECT id, passages FROM documents WHERE passages > 0 ORDER BY id')
      .all()
      .map(({ id, passages }) => ({ id: Number(id), passageCount: Number(passages), passages: [] }));
    const faults: string[] = [];
    let nodes = 0;
    const parts = await readParts(await readerOf(library), documents);
    for (const part of parts.flat().map(withoutBoilerplate)) {
      nodes += quotablesOf(part).length;
      faults.push(...faultsOf(part));
    }
    expect(faults).toEqual([]);
    expect(nodes).toBeGreaterThan(500);
  });
});

const label = fc.constantFrom('(a)', '(b)', '(1)', '(2)', '(A)', '(B)', '(i)', '(ii)', '(I)', '');
const words = fc
  .array(fc.constantFrom('tax', 'property', 'of the taxpayer', 'shall', 'if', 'amount', '$500', 'the Secretary'), {
    minLength: 1,
    maxLength: 120,
  })
  .map((list) => list.join(' '));
const ending = fc.constantFrom('.', ';', ', and', ':', '', '—', '.)');
const paragraph = fc.tuple(label, words, ending).map(([mark, text, end]) => `${mark} ${text}${end}`.trim());
const row = fc.tuple(words, words).map(([one, other]) => `| ${one} | ${other} |`);
const table = fc
  .array(row, { minLength: 1, maxLength: 60 })
  .map((rows) => ['| Item | Amount |', '|---|---|', ...rows].join('\n'));
const heading = words.map((text) => `## ${text.slice(0, 60)}`);
const documents = fc.array(fc.oneof({ weight: 6, arbitrary: paragraph }, table, heading), {
  minLength: 1,
  maxLength: 40,
});

function partsOf(text: string): DocumentPart[] {
  const parts: { heading: string; lines: DocumentPart['lines'][number][]; header: null }[] = [];
  for (const [id, passage] of toPassages(readMarkdown(text).blocks, '').entries()) {
    const joined = passage.headings.join(' › ');
    const found = {
      ...passage,
      marks: '',
      id,
      heading: joined,
      page: null,
      pageLabel: null,
      itemRanges: null,
      place: '',
      sectionTitle: '',
      sectionDate: '',
      score: 0,
    };
    const lines = linesOf(found, passage.marks);
    const part = parts.at(-1);
    if (part?.heading === joined) part.lines.push(...lines);
    else parts.push({ heading: joined, lines, header: null });
  }
  return parts;
}

it('every node of any document is quoted once, verbatim, with a sign where it is cut', () => {
  fc.assert(
    fc.property(documents, (blocks) => {
      expect(partsOf(blocks.join('\n\n')).flatMap(faultsOf)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

it('what stands under the heading of a table of contents is never quoted, and what stands under another heading is', () => {
  const text = (heading: string) =>
    `# Code of leases\n\n## ${heading}\n\nThe rent is due on the first day of each month.\n`;
  const isLeftOut = (heading: string) => partsOf(text(heading)).flatMap(quotablesOf).some(isBoilerplate);
  expect(['Contents', 'Table of Contents', 'Rent', 'Contents of the lease'].map(isLeftOut)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('the examples of a paragraph are quoted apart from each other, with their titles, if they are too long together', () => {
  const body = 'The corporation bought a building and paid a broker, who had looked for it. '.repeat(9).trim();
  const examples = ['One', 'Two', 'Three', 'Four'].flatMap((name) => [`Example ${name}. A building`, body]);
  const rule = '(1) In general. A fee that facilitates an acquisition is capitalized.';
  const text = ['# § 1.263(a)-2 Tangible property', '(f) Transaction costs', rule, '(2) Examples.', ...examples];
  const quoted = partsOf(text.join('\n\n')).flatMap(quotablesOf);
  const longest = Math.max(...quoted.map(({ lines }) => lines.reduce((sum, line) => sum + line.text.length, 0)));
  expect(longest).toBeLessThan(1800);
  const ofExamples = quoted.filter(({ lines }) => lines.some((line) => line.text.startsWith('The corporation')));
  expect(ofExamples.length).toBeGreaterThan(1);
  for (const { lines } of ofExamples) expect(lines.at(-1)?.text).toBe(body);
});
