import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLibraryResearcher } from '../../../src/service/research/libraryResearcher.ts';
import { IRC, temporaryFolder } from '../temporary.ts';
import { about, ask, researcher, SURE } from './asking.ts';

const FOLDERS = [join(import.meta.dirname, '../../../bench/search/library'), IRC];

const shared = createLibraryResearcher({ folders: FOLDERS, indexDir: null });
beforeAll(() => shared.ready());
afterAll(() => shared.close());

const lastOf = (...questions: string[]) => ask(shared, questions, 'tax_research_fast_research');

it('the words of a follow-up choose the paragraph, in the section that the conversation is about', async () => {
  const { sources } = await lastOf(
    'What is the dollar limit of the deduction under section 179?',
    'And when does it start to be reduced?',
  );
  expect(sources[0]).toMatchObject({ section: expect.stringContaining('(b) Limitations › (2)') });
});

it('a subsection that a follow-up names alone is one of the section that the question before cites', async () => {
  for (const followUp of ['And (b)(2)?', 'And what does paragraph (2) say?']) {
    const { sources, text } = await lastOf('What is the limit in § 179(b)(1)?', followUp);
    expect(sources[0], followUp).toMatchObject({ section: expect.stringContaining('(b) Limitations › (2)') });
    expect(text).toMatch(SURE);
  }
});

it.each([
  [
    'What does § 1091 say?',
    'What is the limit of the deduction for equipment that was placed in service this year?',
    /§ 179/,
  ],
  ['What does § 179 say?', 'How is goodwill amortized if its owner bought it with a business?', /§ 197/],
  ['What does § 179 say?', 'Which records must be kept for travel expenses that exceed $75?', /§ 274/],
])(
  'a question with words of its own is not about the section that the question before cites: %s %s',
  async (first, next, title) => {
    const { sources } = await lastOf(first, next);
    expect(sources[0]?.title).toMatch(title);
  },
);

it('a follow-up of one word is about the documents of the question before', async () => {
  const { sources } = await lastOf('Is goodwill that was bought with a business amortized?', 'Over how many years?');
  expect(sources[0]?.title).toContain('§ 197');
});

it('a follow-up that begins with “What if” is about the document of the user that was asked about, not about a section with its words', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'supply.md'),
    '# Supply contract of the press line\n\nThe press line is accepted after ten days. A part that fails is replaced.\n',
  );
  const made = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(
    made,
    ['When is the press line accepted?', 'What if the part is returned?'],
    'tax_research_fast_research',
  );
  expect(sources[0]?.path).toMatch(/supply\.md$/);
});

it('a follow-up of a follow-up is about the question that opened the subject', async () => {
  const { sources } = await lastOf(
    'What is a wash sale?',
    'Does it apply to options?',
    'What basis do the new shares get?',
  );
  expect(sources[0]?.title).toContain('§ 1091');
});

it.each(['hello', 'thank you very much', 'Danke, das war alles', 'ok, that is it', 'Who won the world cup in 2022?'])(
  'the library quotes nothing for “%s” in the middle of a conversation',
  async (question) => {
    const { sources, text } = await lastOf('What is a wash sale?', question);
    expect(sources).toEqual([]);
    expect(text).toContain('No document in the library answers this question');
  },
);

it('a short question with a word that no document has is answered as in a new conversation', async () => {
  const alone = await lastOf('What is the VAT rate in Germany?');
  const later = await lastOf(
    'What is the dollar limit of the deduction under section 179?',
    'What is the VAT rate in Germany?',
  );
  expect(later.sources).toEqual(alone.sources);
});

it('a short question without a word of the document before has the sources of a new conversation', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'supply.md'),
    '# Supply contract\n\nThe late fee is 1.5 percent per month of the price.\n',
  );
  writeFileSync(join(folder, 'handbook.md'), '# Handbook\n\nNobody is the butt of a joke at this firm.\n');
  const made = researcher({ folders: [folder] });
  const first = 'What is the late fee of the supply contract?';
  const alone = await ask(made, 'Tell me a joke');
  const later = await ask(made, [first, 'Tell me a joke']);
  expect(alone.sources[0]?.path).toContain('handbook');
  expect(later.sources).toEqual(alone.sources);
  const about = await ask(made, [first, 'And the percent?']);
  expect(about.sources[0]?.path).toContain('supply');
});

it('a short follow-up is answered from the document of the user that was asked about, not from a section that has no more of its words', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'letter.md'),
    '# Engagement letter of Harbor\n\nThe fee for the review is $74,000, half on signing and half on delivery.\n',
  );
  writeFileSync(join(folder, 'mail.md'), '# Revenue\n\nWe keep the second half of the revenue.\n');
  const made = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(made, ['What is the fee for the review of Harbor?', 'When is the second half due?']);
  expect(sources[0]?.path).toMatch(/letter\.md$/);
});

it('a follow-up is about the client of the last question, not of the one before it', async () => {
  const folder = temporaryFolder();
  for (const [client, rent, day] of [
    ['Harbor', '4,100', 'third'],
    ['Alder', '2,700', 'tenth'],
  ])
    writeFileSync(
      join(folder, `${client}.md`),
      `# Lease of ${client}\n\nThe rent of the ${client} warehouse is $${rent} a month. The rent is due on the ${day} day of each month.\n`,
    );
  const made = researcher({ folders: [folder] });
  const first = 'What is the rent of the Harbor warehouse?';
  const { sources } = await ask(made, [first, 'And what about Alder?', 'When is it due?']);
  expect(sources[0]?.path).toMatch(/Alder/);
  const back = await ask(made, [first, 'And what about Alder?', 'And Harbor?', 'When is it due?']);
  expect(back.sources[0]?.path).toMatch(/Harbor/);
});

it('no follow-up is answered surely from a passage that has none of its words', async () => {
  const { text } = await lastOf('What is the dollar limit of the deduction under section 179?', 'And the weather?');
  expect(text).not.toMatch(SURE);
});

it('the memo that a question was about is no source for its follow-up', async () => {
  const folder = temporaryFolder();
  const draft = 'The wash sale of the Harbor shares is a loss of $4,000, and the basis of the new shares is $9,000.';
  writeFileSync(join(folder, 'memo.md'), `# Draft on Harbor\n\n${draft}\n`);
  const made = researcher({ folders: [folder, IRC] });
  const [question, followUp] = [about('Is the loss deductible?', 'memo.md', 3, draft), 'And what is their basis?'];
  const { sources } = await ask(made, [question, followUp]);
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.map(({ path }) => path).join()).not.toContain('memo.md');
});

it.each([
  ['the user says thanks', ['Thanks!']],
  ['another follow-up', ['And what is their basis?']],
])('the memo that a question was about is no source for a follow-up after %s', async (_, between) => {
  const folder = temporaryFolder();
  const draft = 'The laser gauge has a rate of 20 percent and a basis of $9,000.';
  writeFileSync(join(folder, 'memo.md'), `# Draft on Harbor\n\n${draft}\n`);
  writeFileSync(join(folder, 'lease.md'), '# Lease of Harbor\n\nThe laser gauge has a rate of 4 percent.\n');
  const made = researcher({ folders: [folder] });
  const question = about('Is the basis of the laser gauge right?', 'memo.md', 3, draft);
  const { sources } = await ask(made, [question, ...between, 'And what is the rate for the laser gauge?']);
  expect(sources.map(({ title }) => title)).toEqual(['Lease of Harbor']);
});

it('the memo of an earlier subject is a source for the follow-up of a later one', async () => {
  const folder = temporaryFolder();
  const draft = 'The laser gauge has a rate of 20 percent.';
  writeFileSync(join(folder, 'memo.md'), `# Draft on Harbor\n\n${draft}\n`);
  writeFileSync(join(folder, 'press.md'), '# Press line\n\nThe press line has a useful life of eight years.\n');
  const made = researcher({ folders: [folder] });
  const { sources } = await ask(made, [
    about('Is the rate right?', 'memo.md', 3, draft),
    'What useful life does the press line have in years?',
    'And what is the rate for the laser gauge?',
  ]);
  expect(sources.map(({ title }) => title)).toContain('Draft on Harbor');
});

it.each(['Und ab wann wird er gekürzt?', 'Gilt das auch für Geländewagen?'])(
  'a follow-up in another language than the section before is about that section, and not about a document in its own: %s',
  async (followUp) => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'reise.md'),
      '# Reisekosten\n\nDas Frühstück wird gekürzt. Für Geländewagen gilt 0,35 Euro je Kilometer.\n',
    );
    const made = researcher({ folders: [folder, IRC] });
    const first = 'What is the dollar limit of the deduction under section 179?';
    const { sources, text } = await ask(made, [first, followUp]);
    expect(sources[0]?.title).toContain('§ 179');
    expect(text).not.toMatch(SURE);
  },
);

it('a follow-up in another language is about the document of the question before, although another document has its words', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lease.md'), '# Lease of Calder Street\n\nThe rent is $9,000. The term ends in 2031.\n');
  writeFileSync(join(folder, 'halle.md'), '# Mietvertrag Halle 3\n\nDer Vertrag endet am 30. September 2029.\n');
  const made = researcher({ folders: [folder] });
  const { sources } = await ask(made, ['What is the rent of the Calder Street lease?', 'Und wann endet er?']);
  expect(sources[0]?.title).toBe('Lease of Calder Street');
  const alone = await ask(made, [
    'What is the rent of the Calder Street lease?',
    'Wann endet der Vertrag der Halle 3?',
  ]);
  expect(alone.sources[0]?.title).toBe('Mietvertrag Halle 3');
});

it('an amount, a year and “limit” are no change of subject', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'loan.md'),
    '# Loan\n\nThe limit of the revolving loan for 2025 is $1,000,000, and for 2026 $900,000.\n',
  );
  const made = researcher({ folders: [folder, IRC] });
  const question = 'Is 1,000,000 the right limit for 2025?';
  const first = 'What is the dollar limit of the deduction under section 179?';
  expect((await ask(made, [first, question])).sources[0]?.title).toContain('§ 179');
});

it('a follow-up with a word that the library has only as a synonym is answered with the paragraph of the synonym', async () => {
  const { sources } = await lastOf(
    'What is the dollar limit of the deduction under section 179?',
    'And what about SUVs?',
  );
  expect(sources[0]?.snippet).toContain('sport utility vehicle');
});

it('a follow-up of a question that only points at selected text is about that text', async () => {
  const folder = temporaryFolder();
  const draft = 'The laser gauge of Harbor is leased.';
  writeFileSync(join(folder, 'memo.md'), `# Draft\n\n${draft}\n`);
  writeFileSync(join(folder, 'lease.md'), '# Lease of the laser gauge\n\nThe fee is 4 percent.\n');
  writeFileSync(join(folder, 'fees.md'), '# Fees\n\nThe fee of a partner is 9 percent. A fee is due in March.\n');
  const made = researcher({ folders: [folder] });
  const { sources } = await ask(made, [about('Is this right?', 'memo.md', 3, draft), 'And the fee?']);
  expect(sources[0]?.title).toBe('Lease of the laser gauge');
});

it('a short question of which no passage has half of the words takes over nothing from the question before', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'retention.md'),
    '# Retention\n\nTax returns are kept for 8 years. Paper is shredded on the first Monday of the month.\n',
  );
  writeFileSync(join(folder, 'travel.md'), '# Travel\n\nBad weather counts as work.\n');
  writeFileSync(join(folder, 'port.md'), '# Port\n\nShips from Hamburg are unloaded at night.\n');
  const made = researcher({ folders: [folder] });
  await made.ready();
  const questions = ['How long do we keep tax returns?', 'How is the weather in Hamburg on Monday?'];
  const alone = await ask(made, questions[1] ?? '', 'tax_research_fast_research');
  const later = await ask(made, questions, 'tax_research_fast_research');
  expect(later.sources).toEqual(alone.sources);
  expect(later.text).toContain('It contains only some words of the question.');
});

it('a question is asked alone only if the documents that it finds alone have as much of it', async () => {
  const folder = temporaryFolder();
  const filler = 'The hall is let with its yard, and the landlord paints the doors each spring. '.repeat(20);
  writeFileSync(
    join(folder, 'lease.md'),
    `# Lease of Alder\n\n${filler}The tenant gives notice in a period of six weeks.\n`,
  );
  for (const name of ['a', 'b', 'c', 'd'])
    writeFileSync(join(folder, `${name}.md`), `# Notice ${name}\n\nNotice, notice, notice: notice ${name}.\n`);
  for (let at = 0; at < 12; at += 1)
    writeFileSync(join(folder, `flat${at}.md`), `# Flat ${at}\n\nThe tenant of flat ${at} stays for a period.\n`);
  const made = researcher({ folders: [folder] });
  await made.ready();
  const { sources } = await ask(
    made,
    ['What does the lease of Alder say of the hall?', 'Which notice period has the tenant?'],
    'tax_research_fast_research',
  );
  expect(sources[0]?.title).toContain('Lease of Alder');
});

it('a follow-up is not answered surely from a document that has no word of the questions before', async () => {
  const folder = temporaryFolder();
  const traffic =
    'Flights that were cancelled: 120. Cancelled flights of the group: 84. Flight cancelled by weather: 12.';
  writeFileSync(join(folder, 'traffic.md'), `# Cancelled flights\n\n${traffic}\n`);
  const made = researcher({ folders: [folder, IRC] });
  const question = 'What if my flight is cancelled?';
  expect((await ask(made, question)).text).toMatch(SURE);
  expect((await ask(made, ['What does § 1091 say?', question])).text).not.toMatch(SURE);
});

it('a follow-up on “the third one” leads back to the question that names them all', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'payments.md'),
    '# Estimated payments of Alder\n\nThe third payment was made on September 17, late.\n',
  );
  writeFileSync(
    join(folder, 'fees.md'),
    '# Fees for the third delivery\n\nA delivery that is late costs $50. It is paid at once.\n',
  );
  const { sources } = await ask(researcher({ folders: [folder] }), [
    'What are the estimated payments of Alder?',
    'When was the third one paid?',
    'Was it late?',
  ]);
  expect(sources[0]?.title).toContain('Alder');
});

it('“How are you today?” is no question to the library', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'firm.md'), '# The firm\n\nThe firm was founded in 1988. Today 64 people work here.\n');
  const { sources } = await ask(researcher({ folders: [folder] }), 'How are you today?');
  expect(sources).toEqual([]);
});

it.each(['Until when?', 'By whom?', 'Bis wann?', 'Why?'])(
  'a question without words is a follow-up: %s',
  async (bare) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'waiver.md'), '# Waiver\n\nThe bank waives the covenant until June 30, 2026.\n');
    const made = researcher({ folders: [folder] });
    expect((await ask(made, ['Was the covenant waived?', bare])).sources[0]?.title).toBe('Waiver');
    expect((await ask(made, bare)).sources).toEqual([]);
  },
);

it.each(['How are you?', 'Who are you?', 'What can you do?'])(
  'a question to the library itself is no follow-up: %s',
  async (question) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'waiver.md'), '# Waiver\n\nThe bank waives the covenant until June 30, 2026.\n');
    const { sources } = await ask(researcher({ folders: [folder] }), ['Was the covenant waived?', question]);
    expect(sources).toEqual([]);
  },
);

it('a follow-up in the language of the question before, of whose words the documents have none, is about the document of that question', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'vermerk.md'), '# Vermerk\n\nDie Rückstellung für Gewährleistung beträgt 565.000 Euro.\n');
  writeFileSync(join(folder, 'reise.md'), '# Reisen\n\nHotels kosten höchstens 135 Euro je Nacht.\n');
  const made = researcher({ folders: [folder] });
  const { text, sources } = await ask(made, ['Wie hoch ist die Rückstellung?', 'Und wie wurde sie berechnet?']);
  expect(sources.map(({ snippet }) => snippet)).toEqual([expect.stringContaining('565.000')]);
  expect(text).toContain('No quoted passage contains “berechnet”.');
  expect(text).not.toMatch(SURE);
});

it('a short question that names another client is not answered with confidence by what only has the name', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'marlow.md'), '# Marlow\n\nMarlow smokes, packs and sells fish.\n');
  const made = researcher({ folders: [folder, IRC] });
  const { text, sources } = await ask(made, ['What is the limit of section 179?', 'Did Marlow take any?']);
  expect(sources[0]?.title).toBe('Marlow');
  expect(text).not.toMatch(SURE);
});

it('a short question in another language than the one before is about the documents in its language that have its words', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'agreement.md'),
    '# Bluewater Transit\n\nThe implementation milestones of the subscription agreement were accepted late.\n',
  );
  writeFileSync(join(folder, 'pruefung.md'), '# Finanzamt\n\nDie Sonderprüfung bei Tannhof beginnt am 8. Dezember.\n');
  const made = researcher({ folders: [folder] });
  const { sources } = await ask(made, [
    'Which implementation milestones of the Bluewater Transit subscription agreement were accepted late?',
    'Wann ist die Sonderprüfung?',
  ]);
  expect(sources[0]?.title).toBe('Finanzamt');
});

it.each(['Und wie lange läuft er?', 'Und wie lange läuft der Vertrag?'])(
  'a follow-up that refers to a document of the user is answered from that document first: %s',
  async (question) => {
    const folder = temporaryFolder();
    const lease = 'Die Mieterin stellt eine Kaution von 41.040 Euro. Das Mietverhältnis endet am 30. September 2031.';
    writeFileSync(join(folder, 'miete.md'), `# Mietvertrag Halle 3\n\n${lease}\n`);
    const supply = 'Der Vertrag läuft bis zum 31. März 2028. Der Vertrag läuft ein Jahr weiter.';
    writeFileSync(join(folder, 'lieferung.md'), `# Rahmenliefervertrag\n\n${supply}\n`);
    const made = researcher({ folders: [folder] });
    const { text, sources } = await ask(made, ['Welche Kaution gilt?', question]);
    expect(sources[0]?.title).toBe('Mietvertrag Halle 3');
    expect(text).not.toMatch(SURE);
    expect(
      (await ask(made, ['Welche Kaution gilt?', 'Bis wann läuft der Rahmenliefervertrag?'])).sources[0]?.title,
    ).toBe('Rahmenliefervertrag');
  },
);

it('a follow-up stays in the document of the answer before, although a word of it is in others only', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'breaks.md'), '# Breaks\n\nThe rest is ten minutes. Whoever needs more rest asks.\n');
  const made = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(made, [
    'How much of start-up costs can be deducted in the first year?',
    'And the rest?',
  ]);
  expect(sources[0]?.title).toContain('§ 195');
});

it.each([
  ['Welchen Bonus gewährt Weser Antriebe?', 'Ab welcher Menge?', '400 Stück'],
  ['What bonus does the contract with Orrin Rail give?', 'From which quantity?', '90 coils'],
])('a question without a verb is about the document of the question before: %s %s', async (first, next, answer) => {
  const folder = temporaryFolder();
  const documents = {
    'Weser Antriebe.md':
      '# Liefervertrag mit der Weser Antriebe AG\n\n## Preise\n\nBei mehr als 400 Stück im Jahr gewährt der Lieferant einen Bonus von 3,5 %.\n',
    'Orrin Rail.md':
      '# Contract with Orrin Rail\n\n## Bonus\n\nOrrin Rail gives a bonus of 2% above 90 coils a year.\n',
    'Rechnung.md': '# Rechnung\n\nMenge 5 Stück, Betrag 119 Euro.\n',
    'Delivery.md': '# Delivery note\n\nThe quantity is five.\n',
  };
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(folder, name), text);
  const { sources } = await ask(researcher({ folders: [folder] }), [first, next]);
  expect(sources[0]?.snippet).toContain(answer);
});

it('a short question that was answered from the document of the conversation opens no subject', async () => {
  const { sources } = await lastOf(
    'What is the exclusion of gain from the sale of a principal residence?',
    'What is the limit for joint returns?',
    'How long must he own it?',
    'And for 2024?',
    'Since when?',
    'And who?',
  );
  expect(sources[0]?.title).toContain('§ 121');
});

it('a follow-up of a follow-up is about the documents that answered that one', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'Loan.md',
    '# Loan agreement of Harbor\n\nThe loan bears 5%.\n\n## Covenants\n\nBreach is waived in writing.\n',
  );
  const made = researcher({ folders: [folder, IRC] });
  const { sources } = await ask(made, ['What does the loan of Harbor bear?', 'And the covenants?', 'Was it waived?']);
  expect(sources[0]?.path).toMatch(/Loan\.md$/);
});

it.each([
  ['What did Harbor pay for real property held for productive use?', 'When is the exchange?', /Exchange\.md$/],
  ['How is gain from an exchange of like-kind property treated?', 'When is the board meeting?', /Board\.md$/],
])(
  'a short question after “%s” is answered from the user’s own documents if the law has no more of its words',
  async (first, next, path) => {
    const folder = temporaryFolder();
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('Hall.md', '# Hall of Harbor\n\nHarbor paid $90,000 for real property held for productive use.\n');
    write('Exchange.md', '# Exchange of badges\n\nBadges change on May 4.\n');
    write('Board.md', '# Board\n\nThe next board meeting is on June 3.\n');
    const { sources } = await ask(researcher({ folders: [folder, IRC] }), [first, next]);
    expect(sources[0]?.path).toMatch(path);
  },
);

it('a question of a single word that the documents of the conversation do not have is never answered surely', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('Letter.md', '# Tax audit of Harbor\n\nThe tax audit of Harbor was announced on May 4.\n');
  write('Contract.md', '# Contract of Alder\n\nThe buyer examines the goods within eight days.\n');
  const made = researcher({ folders: [folder] });
  const announced = 'When was the tax audit of Harbor announced?';
  expect((await ask(made, 'Who examines?')).text).toMatch(SURE);
  const { text, sources } = await ask(made, [announced, 'Who examines?']);
  expect(sources[0]?.path).toMatch(/Contract\.md$/);
  expect(text).not.toMatch(SURE);
});

it('a short question with one of two words in the document of the conversation is not answered surely', async () => {
  const made = researcher({ folders: [join(import.meta.dirname, '../../../samples')] });
  const conversation = ['What is the capitalization threshold?', 'Who approved it?'];
  const { text } = await ask(made, [...conversation, 'When is the board meeting?']);
  expect(text).not.toMatch(SURE);
});

it('a short question that leaves the documents of the conversation is answered surely only if it would be alone', async () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('Rules.md', '# Rules\n\nThe business limit is 30 percent of income.\n');
  write('Losses.md', '# Losses\n\nThe unused carryforward of a loss is treated as one of the business.\n');
  write('Credits.md', '# Credits\n\nThe unused carryforward of a credit is treated as one of next year.\n');
  write('Board.md', '# Board\n\nThe next meeting of the board is on June 3.\n');
  // Words that half of the documents have weigh nothing.
  for (let note = 0; note < 9; note++)
    write(`Note ${note}.md`, `# Note ${note}\n\nThe limit of shelf ${note} is one lamp.\n`);
  const made = researcher({ folders: [folder] });
  const limit = 'What percent is the business limit?';
  const carryforward = await ask(made, [limit, 'How is the unused carryforward treated?']);
  expect(carryforward.sources[0]?.path).toMatch(/Losses\.md$/);
  expect(carryforward.text).not.toMatch(SURE);
  expect((await ask(made, [limit, 'When is the board meeting?'])).text).toMatch(SURE);
});

it('a short question is answered from the section of the question before if that has all of its words', async () => {
  const { sources } = await lastOf('When does an individual have to pay estimated tax?', 'When is no penalty imposed?');
  expect(sources[0]).toMatchObject({
    title: expect.stringContaining('§ 6654'),
    section: expect.stringContaining('(e) Exceptions'),
  });
});

it('a short question with the words of the title of another document is about that one', async () => {
  const { sources } = await lastOf('What is the period of the assessment of tax?', 'What is gross income?');
  expect(sources[0]?.title).toContain('§ 61');
});

it('a follow-up that cites another section is about that section', async () => {
  const { text, sources } = await lastOf('What is the limit of the deduction under § 179(b)?', 'And section 274(k)?');
  expect(sources[0]?.title).toContain('§ 274');
  expect(text).toMatch(SURE);
});
