import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { IRC, open, searchIn, temporaryFolder } from '../temporary.ts';

/** Minutes, a register and orders of a firm, and the sections of the Code in `IRC`. */
async function office() {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'Office'));
  writeFileSync(
    join(folder, 'Office', 'Minutes.md'),
    '# Minutes\n\nThe oven for the Elm Street bakery was ordered for $38,500.\n\nThe next retreat is in May.\n',
  );
  writeFileSync(
    join(folder, 'Office', 'Register.md'),
    '# Register\n\nThe ovens in the register: Elm Street bakery, $38,500, delivered by Ferrand.\n',
  );
  writeFileSync(
    join(folder, 'Office', 'Orders.md'),
    '# Orders\n\nThe limit of 2025 is $38,500.\n\nOrder EL-20250311/4 of March 11, 2025, account 98559514, for FY2025.\n',
  );
  writeFileSync(join(folder, 'Office', 'Balances.md'), '# Balances\n\nDebts of the Elm Street bakery: 1,250.\n');
  const library = open({ folders: [folder, IRC] });
  await library.ready();
  return (text: string, selected?: string, general = false) =>
    searchIn(library, {
      ...plainQuestion(text),
      general,
      selections: selected === undefined ? [] : [{ path: 'Office/Minutes.md', line: 3, endLine: 3, text: selected }],
    });
}

describe('the lane that leads', () => {
  it('own documents lead if they cover the question, and authorities lead if a question is about law', async () => {
    const ask = await office();
    expect((await ask('When is the retreat?')).lead).toBe('own');
    expect((await ask('Is gain from an exchange of like-kind real property recognized?')).lead).toBe('law');
  });

  it('a cited section that the library has leads, whatever own documents say', async () => {
    const ask = await office();
    expect((await ask('Does § 179 cover the oven of the Elm Street bakery?')).lead).toBe('law');
  });

  it('own documents lead a question about what someone did with a cited section, if only they have the name', async () => {
    const folder = temporaryFolder();
    const memo =
      '# Section 179 and bonus depreciation of Finch\n\nFinch took section 179 of $346,100 for the forklifts.\n';
    writeFileSync(join(folder, 'Memo.md'), memo);
    const library = open({ folders: [folder, IRC] });
    await library.ready();
    const leadOf = async (text: string) => (await searchIn(library, plainQuestion(text))).lead;
    expect(await leadOf('How much section 179 did Finch take?')).toBe('own');
    expect(await leadOf('Does section 179 apply to the forklifts of Finch?')).toBe('law');
    expect(await leadOf('What was the limit of section 179 in 2024?')).toBe('law');
  });

  it('authorities that deal with a question lead before a program, which applies rules, and a program leads where they do not', async () => {
    const folder = temporaryFolder();
    const code =
      '# gain or loss on an exchange of like-kind real property\nGAIN_ON_EXCHANGE = 38_500\n# crates of marmalade\nCRATES = 12\n';
    writeFileSync(join(folder, 'exchange.py'), code);
    const library = open({ folders: [folder, IRC] });
    await library.ready();
    const leadOf = async (text: string) => (await searchIn(library, plainQuestion(text))).lead;
    expect(await leadOf('gain or loss on an exchange of like-kind real property')).toBe('law');
    expect(await leadOf('How many crates of marmalade are there?')).toBe('own');
  });

  it('authorities lead if the question asks what the law says, or how something is taxed', async () => {
    const folder = temporaryFolder();
    const note =
      '# Gifts\n\nThe gift of a client to an employee is entered in the register, says the law of the firm.\n';
    writeFileSync(join(folder, 'Gifts.md'), note);
    const library = open({ folders: [folder, IRC] });
    await library.ready();
    const leadOf = async (text: string) => (await searchIn(library, plainQuestion(text))).lead;
    expect(await leadOf('Where is a gift to an employee entered?')).toBe('own');
    expect(await leadOf('What does the law say about a gift to an employee?')).toBe('law');
    expect(await leadOf('What is a gift to an employee by law?')).toBe('law');
    expect(await leadOf('Is a gift to an employee taxable?')).toBe('law');
  });

  it('own documents lead if only they have the document number of the question, but not because of an amount, a date or a section', async () => {
    const ask = await office();
    const gross =
      'Is gain from an exchange of like-kind real property that is held for productive use in a trade or business recognized in';
    for (const number of ['EL-20250311', 'EL-20250311/4', '98559514']) {
      const found = await ask(`${gross} ${number}?`);
      expect([found.lead, found.documents[0]?.title]).toEqual(['own', 'Orders']);
    }
    for (const other of ['$38,500', '2025', 'March 11, 2025', '2025-03-11', 'FY2025', 'section 1202'])
      expect([other, (await ask(`${gross} ${other}?`)).lead]).toEqual([other, 'law']);
  });

  it('own documents lead a question about what happened if they have nearly as many of its words as the law', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'Letter.md'),
      '# Letter\n\nThe exchange of the like property, held for productive use, had no recognized gain, wrote Ferrand.\n',
    );
    const library = open({ folders: [folder, IRC] });
    await library.ready();
    const leadOf = async (text: string) => (await searchIn(library, plainQuestion(text))).lead;
    expect(await leadOf('Is gain from an exchange of like-kind property held for productive use recognized?')).toBe(
      'law',
    );
    expect(await leadOf('Was gain from an exchange of like-kind property held for productive use recognized?')).toBe(
      'own',
    );
  });

  it('own documents lead a German question about what happened as well', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, '§ 249 HGB.md'),
      '# § 249 HGB Rückstellungen\n\nRückstellungen für Gewährleistungen ohne rechtliche Verpflichtung bei Maschinen gehören in die Bilanz.\n',
    );
    writeFileSync(
      join(folder, 'Vermerk.md'),
      '# Vermerk\n\nFür Gewährleistungen bei Maschinen stehen Rückstellungen in der Bilanz, auch ohne rechtlichen Grund.\n',
    );
    const library = open({ folders: [folder] });
    await library.ready();
    const leadOf = async (text: string) => (await searchIn(library, plainQuestion(text))).lead;
    const about = 'Rückstellungen für Gewährleistungen bei Maschinen ohne rechtliche Verpflichtung in der Bilanz?';
    expect(await leadOf(`Sind ${about}`)).toBe('law');
    expect(await leadOf(`Waren ${about}`)).toBe('own');
  });

  it('own documents in the language of the question lead if the law that shares words with it is in another language', async () => {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'Mietvertrag.md'),
      '# Mietvertrag\n\nDie Mieterin und die Vermieterin vereinbaren die folgenden Regelungen für die Lagerung.\n',
    );
    const rule = 'A principal, director or agent who stores property gives notice of the storage in writing.';
    writeFileSync(join(folder, '§ 145.md'), `# § 145. Notice of storage by a director\n\n(a) In general. ${rule}\n`);
    const library = open({ folders: [folder] });
    await library.ready();
    const question = 'Muss der Agent oder Director die Lagerung mit Principal vereinbaren?';
    expect((await searchIn(library, plainQuestion(question))).lead).toBe('own');
    const context = [plainQuestion('Was vereinbaren die Mieterin und die Vermieterin?')];
    const followUp = plainQuestion('Und was muss der Agent oder Director mit Principal und Property?');
    expect((await searchIn(library, followUp, { context })).lead).toBe('own');
    const english = [plainQuestion('Which notice does a director of storage give?')];
    expect((await searchIn(library, followUp, { context: english })).lead).toBe('law');
  });

  it('an amount with a word behind it is no document number', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'Orders.md'), '# Orders\n\nThe order of Harbor is $5,000,000.\n');
    const library = open({ folders: [folder, IRC] });
    await library.ready();
    for (const amount of ['$5 million', '$5,000,000']) {
      const text = `Is gain from an exchange of like-kind real property of ${amount} recognized?`;
      expect([amount, (await searchIn(library, plainQuestion(text))).lead]).toEqual([amount, 'law']);
    }
  });

  it('own documents lead if a question about selected text asks for them, whatever the text cites', async () => {
    const ask = await office();
    const selected = 'The oven for the Elm Street bakery was expensed under § 179.';
    expect((await ask('Is it in the Ferrand register?', selected)).lead).toBe('own');
    expect((await ask('Is it in the Ferrand register under § 179?', selected)).lead).toBe('law');
  });

  it('the day for which a balance is asked does not decide which lane leads, and the day from which a rule applies does', async () => {
    const ask = await office();
    for (const day of ['at December 31, 2017', 'on 31 December 2017', 'as of 12/31/2017', 'at 2017-12-31'])
      expect([day, (await ask(`What was the balance of bakery debts ${day}?`)).lead]).toEqual([day, 'own']);
    expect((await ask('Which debts are there after December 31, 2017?')).lead).toBe('law');
  });

  it('authorities lead if a question asks about a limit and does not say of what, and own documents if it is an amount alone', async () => {
    const ask = await office();
    expect((await ask('Is $38,500 the right limit for 2025?')).lead).toBe('law');
    expect((await ask('Is $38,500 the limit for the bakery?')).lead).toBe('own');
    expect((await ask('$38,500')).lead).toBe('own');
  });

  it('the words of the question, and not those of the selection, decide which lane leads', async () => {
    const ask = await office();
    const selected = 'The oven for the Elm Street bakery was ordered for $38,500.';
    expect((await ask('Is it in the Ferrand register?', selected)).lead).toBe('own');
    expect((await ask('Is it deductible from gross income?', selected)).lead).toBe('law');
    expect((await ask('Is it deductible from gross income?', selected)).others[0]?.title).toBe('Register');
  });

  it('own documents lead in a question about selected text if they have its words and score clearly higher, although laws use the words more', async () => {
    const ask = await office();
    const selected = 'The oven for the Elm Street bakery was ordered for $38,500.';
    for (const question of ['Where is the account?', 'What are the balances?'])
      expect([question, (await ask(question, selected)).lead]).toEqual([question, 'own']);
  });

  it('authorities lead if a question about selected text asks what is allowed, unless own documents use its words more as well', async () => {
    const ask = await office();
    const selected = 'The oven for the Elm Street bakery was ordered for $38,500.';
    expect((await ask('Can it be on the account?', selected)).lead).toBe('law');
    expect((await ask('May it be delivered by Ferrand?', selected)).lead).toBe('own');
  });

  it('authorities lead if the question only says what to do with the selection', async () => {
    const ask = await office();
    const text =
      'Check this text against the rules that apply. Say what is right, what is wrong, and what is doubtful, each with its authority.';
    expect((await ask(text, 'The oven for the Elm Street bakery was ordered for $38,500.', true)).lead).toBe('law');
  });
});
