import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createStarterQuestions } from '../../../src/extension/panel/starterQuestions.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const GERMAN = join(import.meta.dirname, '../../../l10n/bundle.l10n.de.json');

async function questionsFor(
  paths: readonly string[],
  texts: Readonly<Record<string, string>> = {},
  { l10n } = fakeVscode().api,
  links: readonly string[] = [],
) {
  const { api } = fakeVscode();
  const bytes = ({ path }: { path: string }) => {
    const text = texts[path];
    if (text === undefined) throw new Error('not found');
    return new TextEncoder().encode(text);
  };
  const fs = {
    stat: async (uri: { path: string }) =>
      links.includes(uri.path)
        ? { type: api.FileType.SymbolicLink | api.FileType.Directory, size: 0 }
        : { type: api.FileType.File, size: Object.hasOwn(texts, uri.path) ? bytes(uri).length : 0 },
    readFile: async (uri: { path: string }) => bytes(uri),
  };
  const workspace = {
    fs,
    findFiles: async () => paths.map((path) => api.Uri.file(path)),
    getWorkspaceFolder: () => ({ uri: api.Uri.file('/m') }),
  };
  let changes = 0;
  const starters = createStarterQuestions({ ...api, l10n, workspace: workspace as never }, () => changes++);
  await starters.update();
  await starters.update();
  return { questions: starters.current, changes };
}

it('three questions name documents of different folders, and files about the repository are left out', async () => {
  const { questions, changes } = await questionsFor([
    '/m/README.md',
    '/m/irc/section-179.md',
    '/m/irc/section-168.md',
    '/m/asc/asc-842.md',
    '/m/memos/press_line.pdf',
  ]);
  expect(questions).toEqual([
    'What does “asc 842” say?',
    'What does “section 168” say?',
    'What does “press line” say?',
  ]);
  expect(changes).toBe(1);
});

it('no question names a file behind a link, which the library does not follow', async () => {
  const paths = ['/m/docs/outside/deep/outside.md', '/m/docs/linked.md', '/m/docs/rates.md'];
  const { questions } = await questionsFor(paths, {}, fakeVscode().api, ['/m/docs/outside', '/m/docs/linked.md']);
  expect(questions).toEqual(['What does “rates” say?']);
});

it('a document is named by the title of its front matter, by its first heading, or by its file', async () => {
  const { questions } = await questionsFor(['/a/memo.md', '/b/lease.md', '/c/gone.md'], {
    '/a/memo.md': '---\ntitle: "Memo on the press line"\n---\n# Heading\n',
    '/b/lease.md': 'Text.\n\n# The *lease* policy\n',
  });
  expect(questions.map((question) => /“(.+)”/.exec(question)?.[1])).toEqual([
    'The lease policy',
    'gone',
    'Memo on the press line',
  ]);
});

it('a question asks for a heading of a document, and documents without one are named only if none has one', async () => {
  const { questions } = await questionsFor(['/a/Lease.pdf', '/b/plan.md', '/c/code.md', '/d/loan.md'], {
    '/b/plan.md': '# Audit plan\n\n## Questions for the team\n\nWhen?\n\n## 2 *Materiality*\n\n$94,000.\n',
    '/c/code.md': '# Build\n\n```sh\n## Not a heading\n```\n',
    '/d/loan.md': '# Loan\n\n## Overview\n\n## Is it current?\n\n## Covenants ##\n',
  });
  expect(questions).toEqual(['What does “Loan” say on “Covenants”?', 'What does “Audit plan” say on “Materiality”?']);
});

it('a question names neither the number of a paragraph nor a remark in brackets after a title', async () => {
  const { questions } = await questionsFor(['/a/asc-606.md', '/b/lease.md'], {
    '/a/asc-606.md':
      '---\ntitle: ASC 606-10-25 Revenue (summary)\n---\n## 606-10-25-1 Identifying the contract\n\n$1.\n',
    '/b/lease.md': '# Lease (2023)\n\n## 2. Rent\n\n$1.\n',
  });
  expect(questions).toEqual([
    'What does “ASC 606-10-25 Revenue” say on “Identifying the contract”?',
    'What does “Lease (2023)” say on “Rent”?',
  ]);
});

it('documents that people look things up in come before memos, and plans, minutes and letters come last', async () => {
  const { questions } = await questionsFor(
    [
      '/1/Audit plan.md',
      '/2/Board minutes.md',
      '/3/A lease 2025-01-14.docx',
      '/3/Loan agreement.md',
      '/4/Lease memo.md',
      '/5/Payroll policy.md',
    ],
    {
      '/1/Audit plan.md': '# Audit plan: Finch, Inc., year 2025\n\n## Materiality\n\n$94,000.\n',
      '/2/Board minutes.md': '# Finch, Inc.: minutes\n\n## Dividends\n\n$1.\n',
      '/3/Loan agreement.md':
        '# Loan agreement of Finch\n\n## Article 1 Definitions\n\n1.\n\n## Article 2 Security\n\n2.1 None.\n\n## Article 3 Interest and fees\n\n7 %.\n',
      '/4/Lease memo.md': '# Lease memo\n\n## Facts\n\nOn May 1.\n\n## Discount rate\n\n6 %.\n',
      '/5/Payroll policy.md':
        '# Payroll policy (2025)\n\n## 1 What everybody should know first\n\n2.\n\n## 2 Overtime\n\n25 %.\n',
    },
  );
  expect(questions).toEqual([
    'What does “Payroll policy” say on “Overtime”?',
    'What does “Loan agreement of Finch” say on “Interest and fees”?',
    'What does “Lease memo” say on “Discount rate”?',
  ]);
});

it('all quotation marks of a question are those of the display language', async () => {
  const bundle: Readonly<Record<string, string>> = JSON.parse(readFileSync(GERMAN, 'utf8'));
  const t = (text: string, ...values: string[]) =>
    (bundle[text] ?? text).replace(/\{(\d)\}/g, (_all, at: string) => values[Number(at)] ?? '');
  const german = { l10n: { t } } as unknown as ReturnType<typeof fakeVscode>['api'];
  const { questions } = await questionsFor(['/d/loan.md'], { '/d/loan.md': '# Loan\n\n## Covenants\n' }, german);
  expect(questions).toEqual(['Was sagt „Loan“ zu „Covenants“?']);
});

it('an empty folder gives no questions, and one document gives one', async () => {
  expect(await questionsFor([])).toEqual({ questions: [], changes: 0 });
  expect((await questionsFor(['/m/Lease.pdf'])).questions).toEqual(['What does “Lease” say?']);
});

it('a very long file name is shortened, and 2,000 documents give three questions', async () => {
  const { questions } = await questionsFor(
    Array.from({ length: 2000 }, (_, index) => `/m/${'x'.repeat(200)}${index}.pdf`),
  );
  expect(questions.length).toBeLessThanOrEqual(3);
  expect(questions.every((question) => question.length < 150)).toBe(true);
});

it('of documents with the same name, only the first is named', async () => {
  const { questions } = await questionsFor(['/a/lease.md', '/b/lease.md'], {
    '/a/lease.md': '# Lease\n\n## Rent\n\n$100.\n',
    '/b/lease.md': '# Lease\n\n## Term\n\nTwo years.\n',
  });
  expect(questions).toEqual(['What does “Lease” say on “Rent”?']);
});

it('a title of one word is not cut to it, and a date in the name of a file keeps its hyphens', async () => {
  const { questions } = await questionsFor(['/a/payroll.md', '/b/lease_2025-01-14.pdf'], {
    '/a/payroll.md': '# Walkthrough: payroll\n',
  });
  expect(questions).toEqual(['What does “Walkthrough: payroll” say?', 'What does “lease 2025-01-14” say?']);
});

it('a document is named by its file if that says more than its title', async () => {
  const { questions } = await questionsFor(['/a/Loan agreement First Ridge Bank 2023.md', '/b/lease.md'], {
    '/a/Loan agreement First Ridge Bank 2023.md': '# Loan agreement\n\n## Interest\n\n7 %\n',
    '/b/lease.md': '# Lease of Unit 7\n\n## Rent\n\n$96,000\n',
  });
  expect(questions).toEqual([
    'What does “Loan agreement First Ridge Bank 2023” say on “Interest”?',
    'What does “Lease of Unit 7” say on “Rent”?',
  ]);
});
