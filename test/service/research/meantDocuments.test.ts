import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IRC, temporaryFolder } from '../temporary.ts';
import { ask, researcher, SURE } from './asking.ts';

it.each([
  ['the client that it names', 'And for Alder?', 'Alder'],
  ['the version that it names', 'And in version 1?', 'Harbor v1'],
  [
    'what it asks about, if the document of the answer before has no word of it',
    'And the garage, when does it open?',
    'Parking',
  ],
])('a follow-up is about %s', async (_, followUp, name) => {
  const folder = temporaryFolder();
  const letter = (client: string, fee: string) =>
    `# Engagement letter ${client}\n\nThe fee for the review is ${fee}.\n`;
  writeFileSync(join(folder, 'Harbor v2.md'), letter('Harbor', '$74,000'));
  writeFileSync(join(folder, 'Harbor v1.md'), letter('Harbor', '$71,000'));
  writeFileSync(join(folder, 'Alder.md'), letter('Alder', '$52,000'));
  writeFileSync(join(folder, 'Parking.md'), '# Where to park\n\nThe garage opens at 6:30.\n');
  const { sources } = await ask(researcher({ folders: [folder] }), [
    'What is the fee for the review of Harbor?',
    followUp,
  ]);
  expect(sources[0]?.path).toMatch(new RegExp(`${name}\\.md$`));
});

it('a follow-up of a question for a numbered invoice is about that invoice, although another one has its words', async () => {
  const folder = temporaryFolder();
  const german = 'Der Bruttobetrag (gross amount) ist 8,79 EUR, und die Umsatzsteuer von 19 % ist in ihm enthalten.';
  writeFileSync(join(folder, 'a.md'), `# Rechnung / Invoice RK21012345\n\n${german}\n`);
  writeFileSync(
    join(folder, 'b.md'),
    '# Invoice 2025-114\n\nThe gross amount of the invoice is due. The VAT rate is 7 %.\n',
  );
  const { sources } = await ask(researcher({ folders: [folder] }), [
    'What is the gross amount of invoice RK21012345?',
    'What is the VAT rate on it?',
  ]);
  expect(sources[0]?.title).toBe('Rechnung / Invoice RK21012345');
});

it('a follow-up with all words of the name of a file is about that file, also if they are in the documents before', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    '2025-09-16 Board minutes.md',
    '# Minutes\n\nThe board expects to miss the covenant. The auditors of the bank come in May, as the committee asked for an audit.\n',
  );
  write('2025-11-04 Audit committee minutes.md', '# Minutes\n\nThe bank signed the waiver on October 27.\n');
  write('Trial balance 2025-12-31.csv', 'Account,Name,2025\n1000,Cash,1846302\n2500,Term loan,12250000\n');
  const made = researcher({ folders: [folder, IRC] });
  const minutes = 'What do the board minutes say about the covenant?';
  const next = (followUp: string) => ask(made, [minutes, followUp], 'tax_research_fast_research');
  expect((await next('And the audit committee minutes?')).sources[0]?.path).toContain('Audit committee minutes');
  expect((await next('Does it match the trial balance?')).sources[0]?.path).toContain('Trial balance');
});

it('of the documents that answered the question before, a follow-up is answered from the one that has most of its words', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('Plan.md', '# Audit plan of Harbor\n\nThe group audit has a materiality of its own for each component.\n');
  write('Letter.md', '# Engagement letter of Harbor\n\nThe audit is planned with a materiality.\n');
  write('Management.md', '# Letter to the management of Harbor\n\nThe audit reports what exceeds the materiality.\n');
  write(
    'Memo.md',
    '# Materiality of Harbor\n\nFinal. Prepared by Tomas Reyl, approved by Nora Quist. The tolerable error was a percentage of income in the years before.\n\nMateriality is $515,000. Performance materiality is $360,500.\n',
  );
  const { sources } = await ask(researcher({ folders: [folder] }), [
    'What is the materiality for the Harbor audit?',
    'And performance materiality?',
  ]);
  expect(sources[0]?.path).toMatch(/Memo\.md$/);
});

it('a follow-up with a part of the name of a document, or with its whole title of one word, is about that document', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'Engagement letter.md',
    '# Engagement letter\n\nThe fees are 186,500 dollars. The component auditor has separate instructions of the group.\n',
  );
  write('Group audit instructions Nordwerk.md', '# To the component auditor\n\nPlease report by March 2.\n');
  write('Lager.md', '# Mietvertrag\n\nDie Miete beträgt 13.680 Euro.\n');
  write('Weser.md', '# Rahmenvertrag\n\nDer Lieferant haftet bis 250.000 Euro. Der Preis gilt ein Jahr.\n');
  const made = researcher({ folders: [folder, IRC] });
  const about = (...questions: string[]) => ask(made, questions, 'tax_research_fast_research');
  const english = await about('What does the engagement letter say about fees?', 'And the group instructions?');
  expect(english.sources[0]?.path).toContain('Group audit instructions');
  const german = await about('Was steht im Mietvertrag zur Miete?', 'Und im Rahmenvertrag?');
  expect(german.sources[0]?.path).toContain('Weser');
});

it('a follow-up that refers to the document of the answer before is not answered from another one that has its words', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('Supply contract.md', '# Supply contract\n\nThe price of both carriers is 4,725,000 dollars.\n');
  write('Lease.md', '# Lease\n\nThe tenant may end the lease early, as of January 31.\n');
  const made = researcher({ folders: [folder] });
  const { text, sources } = await ask(
    made,
    ['What is the price in the supply contract?', 'Can we end it early?'],
    'tax_research_fast_research',
  );
  expect(sources[0]?.path).toContain('Supply contract');
  expect(text).not.toMatch(SURE);
});

it('a follow-up is not refused if a document outside of the conversation has its words', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const name of ['Harbor', 'Alder', 'Finch', 'Marlow'])
    write(
      `${name}.md`,
      `# Plan of ${name}\n\nThe limit for elective deferrals under the plan of ${name} is $23,500.\n`,
    );
  write('HSA.md', '# HSA\n\nFor an HSA, it is $4,300.\n');
  const made = researcher({ folders: [folder] });
  const { sources } = await ask(made, ['What is the limit for elective deferrals?', 'What about an HSA?']);
  expect(sources[0]?.path).toMatch(/HSA\.md$/);
});

it('a follow-up of one word that no document of the answer before has is about the document with the word in its title', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'uk.md'), '# VAT on sales to the United Kingdom\n\nThe buyer accounts for the tax.\n');
  const made = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(made, ['What is the limit of the deduction under § 179(b)?', 'And VAT?']);
  expect(sources[0]?.path).toMatch(/uk\.md$/);
});

it('a follow-up with twice as many words in a passage of another section as in those of the answer before is about that section', async () => {
  const folder = temporaryFolder();
  const write = (number: number, title: string, text: string) =>
    writeFileSync(
      join(folder, `${number}.md`),
      `---\ntitle: § ${number}. ${title}\nkind: law\n---\n\n# § ${number}. ${title}\n\n${text}\n`,
    );
  write(9901, 'Taxable gifts', 'The first $900 of a gift to any person is not a taxable gift.');
  write(
    9902,
    'Transfers between partners',
    'A gift to a spouse who is not a citizen is not excluded, and is taxed as if it were a sale.',
  );
  const made = researcher({ folders: [folder] });
  const opened = 'How much of the gifts to a person is not taxable?';
  const next = async (followUp: string) => (await ask(made, [opened, followUp])).sources[0]?.title;
  expect(await next('What if the gift is made to a spouse who is not a citizen?')).toContain('§ 9902');
  expect(await next('What if the gift is made to a person?')).toContain('§ 9901');
});
