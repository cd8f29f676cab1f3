import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ResearchQuestion } from '../../../src/protocol/question.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { about, ask, researcher, SURE } from './asking.ts';
import { askModel } from './askModel.ts';

async function firstLine(text: string, question: string | ResearchQuestion) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'meals.md'), text);
  const answer = await ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
  return answer.text.split('\n')[0];
}

const MEALS = '# Meals\n\nMeals with customers are deductible at 50 percent, up to $1,200,000 a year.\n';

it.each([
  ['a form of a quoted word', 'What percentage of meals with customers is a deduction?'],
  ['a word that asks for the quoted amount', 'What is the limit for meals with customers?'],
  ['an amount in other digits', 'Are meals with customers deductible above $1.2m?'],
])('the first line does not name %s as missing', async (_case, question) => {
  expect(await firstLine(MEALS, question)).not.toContain('No quoted passage contains');
});

it('the first line says that the first quotation does not have a name of the question that another one has', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'uk.md'),
    '# VAT on sales to the United Kingdom\n\nThe VAT rate is 20 percent. A VAT return is quarterly. The rate of food is zero.\n',
  );
  writeFileSync(
    join(folder, 'group.md'),
    '# Group\n\nThe rate of sales in Germany is below the limit of a master file.\n',
  );
  const made = researcher({ folders: [folder] });
  const line = async (question: string) =>
    (await ask(made, question, 'tax_research_fast_research')).text.split('\n')[0] ?? '';
  expect(await line('What is the VAT rate in Germany?')).toContain('[1]. It does not contain “Germany”.');
  expect(await line('What is the VAT rate in the United Kingdom?')).not.toContain('does not contain');
});

it('the first line does not name “section” of a citation as missing', async () => {
  const memo =
    '# Accounts of Marlow\n\nMarlow shared the difference of the contributed boats by the remedial method.\n';
  const question = 'How did Marlow account for the contributed boats of the harbor under section 704(c)?';
  expect(await firstLine(memo, question)).not.toContain('“section”');
  expect(await firstLine(memo, 'In which section of the memo are the boats of Marlow?')).toContain('“section”');
});

it('the first line names the amendment of the document that is quoted first', async () => {
  const folder = temporaryFolder();
  const lease = 'The term of the lease begins on February 1, 2025 and the lease ends on January 31, 2032.';
  writeFileSync(join(folder, 'Lease Calder Street.md'), `# Lease\n\n${lease}\n`);
  const term = 'The term is extended and ends on January 31, 2034.';
  writeFileSync(join(folder, 'Lease amendment no 1 Calder Street.md'), `# First amendment to lease\n\n${term}\n`);
  const { text, sources } = await ask(researcher({ folders: [folder] }), 'When does the term of the lease end?');
  expect(sources.map(({ snippet }) => snippet)).toEqual([lease, term]);
  expect(text.split('\n')[0]).toContain(' An amendment of it is quoted as well [2].');
});

it('the first line names a word that no quotation has, and does not say what follows from it', async () => {
  const folder = join(import.meta.dirname, '../../../samples');
  const made = researcher({ folders: [folder] });
  const { text } = await ask(made, "What's the limit on meals deduction?", 'tax_research_fast_research');
  expect(text.split('\n')[0]).toMatch(/^Quoted: .+ No quoted passage contains “meals”\./);
  expect(text.split('\n')[0]).not.toMatch(/may not answer/);
});

it.each([
  ['Wie hoch ist die Rückstellung?', '# Vermerk\n\nDie Rückstellung beträgt 565.000 Euro.\n'],
  ['How large is the reserve?', '# Memo\n\nThe reserve is $565,000.\n'],
])('no word with which a value is asked for is missing beside the value: %s', async (question, text) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'memo.md'), text);
  const answer = await ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
  expect(answer.text).not.toMatch(/Keine zitierte Textstelle|No quoted passage contains/);
});

it('a word that is derived from the same one as a quoted word is not missing', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'memo.md'), '# Brandt\n\nThe company accrued $150,000 for the Brandt matter.\n');
  const question = 'Is the accrual of the company for the Brandt matter enough?';
  const { text } = await ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
  expect(text).toContain('- No quoted passage contains: enough.');
});

it.each([
  'According to the memo, are meals with customers deductible?',
  'What happened to the deduction for meals with customers?',
])('no preposition and no verb for any event is missing in what is quoted: %s', async (question) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'memo.md'), MEALS);
  const answer = await ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
  expect(answer.text).not.toContain('No quoted passage contains');
});

const LEASE = '# Lease memo\n\nThe bank bears the rent of the pier, and the renewal option is unlikely.\n';
const MIETE =
  '# Vermerk zur Miete\n\nDie Bank trägt die Miete für den Pier und die Verlängerung ist unwahrscheinlich.\n';

it.each([
  ['Show me what the bank bears', LEASE, []],
  ['Please show the rent of the pier', LEASE, []],
  ['State whether the bank bears the rent', LEASE, []],
  ['Summarise how the bank bears the rent', LEASE, []],
  ['What does the lease memo decide about the renewal option?', LEASE, []],
  ['What does the lease memo show?', LEASE, []],
  ['Was regelt der Vermerk zur Verlängerung?', MIETE, []],
  ['Skizziere, wie die Bank die Miete trägt', MIETE, []],
  ['What did the bank decide about the pier?', LEASE, ['decide']],
  ['Crane how much for the pier of the bank?', LEASE, ['Crane']],
  ['When does the lease memo terminate the rent of the bank?', LEASE, ['terminate']],
  ['What does the lease crane of the bank and the pier include?', LEASE, ['crane', 'include']],
])(
  'a word that says what to do, or that a document says something, is not missing: %s',
  async (question, text, missing) => {
    const names = /(?:No quoted passage contains|Keine zitierte Textstelle enthält) (.*?)\./.exec(
      (await firstLine(text, question)) ?? '',
    );
    expect(names?.[1]?.match(/\p{L}+/gu) ?? []).toEqual(missing);
  },
);

it.each<[string, string, boolean]>([
  ['When is the disclosure due?', '# Disclosure\n\nThe disclosure is due soon, Priska asks the state.\n', false],
  ...['November 14, 2025', '14 November 2025', '2025-11-14', '11/14/2025', '14.11.2025'].map(
    (date): [string, string, boolean] => [
      'When is the disclosure due?',
      `# Disclosure\n\nThe disclosure is due on ${date}.\n`,
      true,
    ],
  ),
])(
  'a question for a value is answered surely only if a quoted passage has one: %s %s',
  async (question, text, isSure) => {
    expect(SURE.test((await firstLine(text, question)) ?? '')).toBe(isSure);
  },
);

it('a question about a selection is not answered surely if the selection cites a section for something else', async () => {
  const selected =
    'The slitter is acquired under a binding contract, so 40% applies.\n\nWe elect section 179 for the forklifts.';
  const question = about(
    'Is the 40 percent right for property acquired before January 20, 2025?',
    'memo.md',
    1,
    selected,
  );
  const made = researcher({ folders: [IRC] });
  await made.ready();
  const { text } = await ask(made, question);
  expect(text).not.toMatch(SURE);
  expect(text).not.toContain('20250120');
});

it('the first line of an answer about selected text says that the text was compared', async () => {
  const question = about('Check this text.', 'memo.md', 1, 'We deducted the meals with customers in full.');
  expect(await firstLine(MEALS, question)).toMatch(
    /^The only passage found is .+ It has words in common with the selected text\./,
  );
});

it.each([
  ['states no date', MEALS, 'Its text states no date.'],
  ['has one in its head', MEALS.replace('\n\n', '\n\nFinal, May 3, 2023. '), 'Its text is as of 2023-05-03.'],
  ['states one', `---\ndate: 2023-05-01\n---\n${MEALS}`, 'Its text is as of 2023-05-01.'],
])('if a year is asked for, the first line says whether the quoted text %s', async (_case, text, sentence) => {
  expect(await firstLine(text, 'Are meals with customers deductible in 2025?')).toContain(sentence);
  expect(await firstLine(text, 'Are meals with customers deductible?')).not.toContain(sentence);
  expect(await firstLine(`${text}From 2025 meals are deductible.\n`, 'Are meals deductible in 2025?')).not.toContain(
    sentence,
  );
});

const LAW = (date: string) =>
  `---\ntitle: § 9901. Orchard expenses\nkind: law\ndate: ${date}\n---\n\n# § 9901. Orchard expenses\n\nOrchard expenses are deductible up to $900.\n`;
const OLD = 'That is more than';
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

it.each([
  ['names the version', `${daysAgo(30)}, Public Law 119-100`, {}, false],
  ['warns after a year', `${daysAgo(400)}, Public Law 119-1`, {}, true],
  ['warns after the days that the user has set', daysAgo(30), { authorityAge: 20 }, true],
  ['does not warn if the user has turned it off', daysAgo(400), { authorityAge: 0 }, false],
  ['does not guess the age of a version without a day', 'Public Law 119-100', {}, false],
])('the first line of an answer from an authority %s', async (_case, date, options, warns) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '9901.md'), LAW(date));
  const made = researcher({ folders: [folder], ...options });
  const [line] = (await ask(made, 'limit of orchard expenses', 'tax_research_fast_research')).text.split('\n');
  expect(line).toContain(`Its text is as of ${date}.`);
  expect(line?.includes(OLD)).toBe(warns);
});

it('a note in front of what a model writes names the text of an authority that is old', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '9901.md'), LAW('2019-12-20, Public Law 116-91'));
  const written = 'Orchard expenses are deductible up to $900. {S1}';
  const replies = { rewrite: 'SEARCH: orchard expenses', write: `## RULE\n${written}\nEND` };
  const { text } = await askModel([folder], 'limit of orchard expenses', replies);
  expect(text).toMatch(
    /^\*The text of “§ 9901\. Orchard expenses” is as of 2019-12-20, Public Law 116-91\. That is more than 365/,
  );
});

it('a word is not named as missing in a text of another language, nor if it is a word of the name of the file', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'carRental.md'), MEALS);
  const made = researcher({ folders: [folder] });
  for (const question of ['Sind Meals mit Kunden abziehbar?', 'Are meals in a rental car deductible?']) {
    const { text } = await ask(made, question, 'tax_research_fast_research');
    expect(text).toContain('[1]');
    expect(text).not.toMatch(/Keine zitierte Textstelle|No quoted passage contains/);
  }
});

it('the first line says that the library does not have an authority that the question cites, also if a document cites it', async () => {
  const absent =
    /^Not in the library: ASC 842-10-25-2\. The only passage found is (?!.+contains the words of the question)/;
  const cites = `${MEALS}\nOf meals with customers, ASC 842-10-25-2 says nothing.\n`;
  expect(await firstLine(cites, 'What does ASC 842-10-25-2 say of meals with customers?')).toMatch(absent);
  const about = 'The limit of § 280F is $19,200 for vehicles of the first year and § 280F(d) defines the vehicles.';
  expect(await firstLine(`${cites}${about}\n`, 'What does ASC 842-10-25-2 require?')).toMatch(absent);
});

const INVOICES = '# Invoices\n\nThe total of invoice 98559514 for 1500 bolts of Alder is $671.33.\n';
const NO_NUMBER = /^The only passage found is .+ No quoted passage contains “4711”\./;

it.each([
  ['that is in no quotation', 'What is the total of invoice 4711?', true],
  ['that is in no quotation, behind a mark', 'What is the total of invoice #4711?', true],
  ['that is quoted', 'What is the total of invoice 98559514?', false],
  ['that counts something', 'What is the total of the invoice for 4711 bolts?', false],
  ['that is an amount', 'What is the total of the invoice above $4711?', false],
  ['that is an amount with a comma', 'Is the total of the invoice 4,711?', false],
  ['that is a year', 'What is the total of the invoice of Alder 2031?', false],
])('whether the first line names a number: one %s', async (_case, question, isNamed) => {
  const line = await firstLine(INVOICES, question);
  if (isNamed) expect(line).toMatch(NO_NUMBER);
  else expect(line).not.toContain('No quoted passage contains');
});

const POLICY = '# Travel\n\nIn bad weather, the office of the travelling person decides.\n';

it.each([
  ['How is the weather in Hamburg on Monday?', / It contains only some words of the question\./],
  ['Who decides in bad weather?', /^(?!.*It contains only some words of the question)/],
])('the first line says if the passages have less than half of the question: %s', async (question, expected) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'policy.md'), POLICY);
  writeFileSync(join(folder, 'port.md'), '# Port\n\nShips from Hamburg are unloaded at night.\n');
  writeFileSync(join(folder, 'rain.md'), '# Forecast\n\nThe rain of Monday.\n');
  const { text } = await ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
  expect(text.split('\n')[0]).toMatch(expected);
});

it('a follow-up has few words of its own, which says nothing of what was found', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'policy.md'), POLICY);
  const asked = ['Who decides in bad weather?', 'And if the hurricane season of Alder begins?'];
  const { text } = await ask(researcher({ folders: [folder] }), asked, 'tax_research_fast_research');
  expect(text).not.toContain('only some words of the question');
});

const SECTION = `# § 9901. Cranes

## (a) Allowance

The cost of a crane is deducted.

## (b) Limitations

### (1) Amount

Not more than $5,000 of a crane.

### (2) Period

In the first year of a crane.

## (d) Definition

The term “crane” means a machine that lifts.
`;

it.each(['What does § 9901(z) say of cranes?', 'What does § 9901(b)(3) say of cranes?'])(
  'a subsection behind the last one of its section is said to be missing: %s',
  async (question) => {
    const { text } = await askSection(question);
    expect(text).toMatch(
      /^Not in the library: § 9901\((?:z|b\)\(3)\)\. (?:Quoted: |The only )(?!.+The question cites it)/,
    );
    expect(text).toContain(' is not in the library. § 9901, which it belongs to, is quoted.');
  },
);

it.each([
  'What does § 9901(b)(2) say of cranes?',
  'What does § 9901(c) say of cranes?',
  'What does § 9901 say of cranes?',
])('a subsection that the section has, or that may be repealed, is not said to be missing: %s', async (question) => {
  expect((await askSection(question)).text).toMatch(SURE);
});

function askSection(question: string) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '9901.md'), SECTION);
  return ask(researcher({ folders: [folder] }), question, 'tax_research_fast_research');
}

it('nothing is quoted if the library lacks the cited authority and no passage has half of the question', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'parts.csv'), 'pos,part,pieces\n6,505,12\n7,506,3\n');
  writeFileSync(join(folder, 'letter.md'), '# Letter\n\nWe require the keys. Non-smokers only.\n');
  const { text, sources } = await ask(
    researcher({ folders: [folder] }),
    'What does AU-C 505 require for non-responses?',
  );
  expect(sources).toEqual([]);
  expect(text).toContain('Not in the library: AU-C 505.');
});

it.each([
  ['What does the e-mail say on the repaired roof of the warehouse?', [], /roof\.eml$/, /contains:? .*mail/],
  ['What does the law say on wash sales of stock?', [IRC], /1091-/, /contains:? .*law/],
  ['What does the Code say on wash sales of stock?', [IRC], /1091-/, /contains:? .*Code/],
  ['Which documents name the repaired roof of the warehouse?', [], /roof\.eml$/, /contains:? .*documents/],
  ['Describe the repaired roof of the warehouse.', [], /roof\.eml$/, /contains:? .*Describe/],
])(
  'what a document is called, by its format or as law, and what to do, is not said to be missing: %s',
  async (question, laws, path, missing) => {
    const folder = temporaryFolder();
    const head = 'From: Jo <jo@alder.example>\nTo: Kim <kim@alder.example>\nSubject: Warehouse\n';
    const repaired = 'The roof was repaired. The repaired roof of the warehouse is tight.';
    writeFileSync(join(folder, 'roof.eml'), `${head}\n${repaired}\n`);
    writeFileSync(
      join(folder, 'storage.md'),
      '# Storage\n\nLetters and each e-mail are kept for one whole year by law.\n',
    );
    for (const name of ['park', 'lunch', 'desks', 'keys'])
      writeFileSync(join(folder, `${name}.md`), `# The ${name} of the office\n\nAsk Kim for ${name} before noon.\n`);
    const made = researcher({ folders: [folder, ...laws] });
    await made.ready();
    const { text, sources } = await ask(made, question);
    expect(sources[0]?.path).toMatch(path);
    expect(text).not.toMatch(missing);
  },
);

it('a question for a number is answered surely only if the first quotation counts what is asked for', async () => {
  const folder = temporaryFolder();
  const manual = '# Manual of Finch\n\nEmployees of Finch upload receipts within ten days.\n';
  writeFileSync(join(folder, 'manual.md'), manual);
  writeFileSync(
    join(folder, 'coverage.md'),
    '# Coverage\n\n| Measure | Value |\n|---|---|\n| Replies received | 6 of 7 |\n',
  );
  const made = researcher({ folders: [folder] });
  const line = async (question: string) => (await ask(made, question)).text.split('\n')[0];
  expect(await line('How many employees does Finch have?')).not.toMatch(SURE);
  expect(await line('Which receipts do employees of Finch upload?')).toMatch(SURE);
  expect(await line('How many replies were received?')).toMatch(SURE);
  writeFileSync(join(folder, 'manual.md'), manual.replace('Employees', 'The 548 employees'));
  await made.refresh();
  expect(await line('How many employees does Finch have?')).toMatch(SURE);
});

it('a question for a time is answered surely from own documents only if the first quotation has one', async () => {
  const folder = temporaryFolder();
  const sent = 'Confirmations sent to customers: 7. Replies: 6.';
  writeFileSync(join(folder, 'control.md'), `# Confirmation control\n\n${sent}\n`);
  writeFileSync(join(folder, 'plan.md'), '# Plan\n\nCustomers: confirmations, January 20, 2026.\n');
  const made = researcher({ folders: [folder] });
  const line = async (question: string) => (await ask(made, question)).text.split('\n')[0];
  expect(await line('When are the confirmations sent to customers?')).not.toMatch(SURE);
  expect(await line('Which confirmations were sent to customers?')).toMatch(SURE);
  writeFileSync(
    join(folder, 'control.md'),
    `# Confirmation control\n\n${sent.replace('customers', 'customers on January 8')}\n`,
  );
  await made.refresh();
  expect(await line('When are the confirmations sent to customers?')).toMatch(SURE);
});

it.each([
  ['Are meals with customers deductible at 50 percent?', true],
  ['Are meals with customers deductible at 40 percent?', false],
  ['Are meals with customers and suppliers deductible?', false],
])(
  'the first line says that the closest passage contains the words only if it has each of them and each number: %s',
  async (question, isSaid) => {
    expect(SURE.test((await firstLine(MEALS, question)) ?? '')).toBe(isSaid);
  },
);
