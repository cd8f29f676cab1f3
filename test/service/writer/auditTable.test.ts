import { describe, expect, it } from 'vitest';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { finderOf, keyOf, MEMO, passage, SEARCH, shown, write } from './support.ts';

describe('audit research with a language model', () => {
  const STANDARD = passage(
    20,
    'AS 1215. Audit documentation',
    'The auditor must document the aggregate cost of equipment tested.',
  );

  it('compares each requirement with the documents of the user in a table', async () => {
    const model = createScriptedModel({
      replies: {
        rewrite: SEARCH,
        conditions: (prompt) =>
          `REQUIREMENT: The auditor must document the aggregate cost of equipment tested | .04 {${keyOf(prompt, 'The auditor must')}}\nEND`,
        judge: 'MET: The client placed the press line in service on March 3, 2025 {S1}',
        write: (prompt) => `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
      },
    });
    const finder = finderOf([
      STANDARD,
      { ...MEMO, text: `${MEMO.text} The auditor document aggregate cost equipment.` },
    ]);
    const { result } = await write(model, 'Is the aggregate cost of equipment documented?', {
      mode: 'audit_research',
      finder,
    });
    const text = shown(result);
    expect(text).toContain('| Requirement | Paragraph | What the documents show | Result |');
    expect(text).toMatch(/\| met \|/);
    expect(text).toContain('“The client placed the press line in service on March 3, 2025”');
  });

  it.each([
    ['para. 5', 'para. 5'],
    ['¶.07', '¶.07'],
    ['paragraph', ''],
    ['¶', ''],
    ['–', ''],
    ['para. 1', ''],
    ['para. 2', ''],
  ])(
    'a paragraph of a standard is shown only if the cited passage contains its number as a whole: “%s”',
    async (written, cell) => {
      const standard = {
        ...STANDARD,
        text: `${STANDARD.text} Paragraph 5 – see AS 1215.07 – applies from 2018 to amounts of 2.5 million.`,
      };
      const model = createScriptedModel({
        replies: {
          rewrite: SEARCH,
          conditions: (prompt) =>
            `REQUIREMENT: The auditor must document the aggregate cost | ${written} {${keyOf(prompt, 'The auditor must')}}\nEND`,
          judge: 'NOT STATED',
          write: (prompt) =>
            `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
        },
      });
      const { result } = await write(model, 'Is the aggregate cost documented?', {
        mode: 'audit_research',
        finder: finderOf([standard, MEMO]),
      });
      expect(result.type === 'written' && result.audit?.rows.map(({ paragraph }) => paragraph)).toEqual([cell]);
    },
  );

  it('the writing prompt has the documents that were read for the requirements, also where nothing was stated', async () => {
    const model = createScriptedModel({
      replies: {
        rewrite: SEARCH,
        conditions: (prompt) =>
          `REQUIREMENT: The auditor must document the aggregate cost | .04 {${keyOf(prompt, 'The auditor must')}}\nEND`,
        judge: 'NOT STATED',
        write: (prompt) => `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
      },
    });
    const standards = Array.from({ length: 12 }, (_, at) => passage(100 + at, `Standard ${at}`, STANDARD.text));
    const memo = { ...MEMO, text: `${MEMO.text} aggregate cost auditor document` };
    await write(model, 'Is the aggregate cost documented?', {
      mode: 'audit_research',
      finder: finderOf([STANDARD, ...standards, memo]),
    });
    expect(model.calls.find(({ kind }) => kind === 'write')?.prompt).toContain(memo.text);
  });

  it.each([
    ['is a question of a checklist', 'Was the aggregate cost of equipment documented', '–', 'not stated'],
    ['is a part of a question', 'Was the aggregate cost of equipment', '–', 'not stated'],
    [
      'has its answer',
      'Was the aggregate cost of equipment documented? No, nobody wrote it down.',
      '“Was the aggregate cost of equipment documented\\? No, nobody wrote it down” \\[2\\]',
      'not met',
    ],
  ])('evidence that %s is shown as what it is', async (_name, words, cell, verdict) => {
    const model = createScriptedModel({
      replies: {
        rewrite: SEARCH,
        conditions: (prompt) =>
          `REQUIREMENT: The auditor must document the aggregate cost | .04 {${keyOf(prompt, 'The auditor must')}}\nEND`,
        judge: `NOT MET: ${words} {S1}`,
        write: (prompt) => `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
      },
    });
    const text = '3. Was the aggregate cost of equipment documented? No, nobody wrote it down.\n\nauditor';
    const finder = finderOf([STANDARD, { ...MEMO, text }]);
    const { result } = await write(model, 'Is the aggregate cost documented?', { mode: 'audit_research', finder });
    expect(shown(result)).toMatch(new RegExp(`\\| ${cell} \\| ${verdict} \\|`));
  });

  it.each([
    ['☐ yes ☐ no', '| – | not stated |'],
    ['☒ yes ☐ no', '| “Aggregate cost of equipment documented ☒ yes ☐ no” \\[2\\] | met |'],
  ])('a line of a form with “%s” is evidence only if a choice is ticked', async (choice, cells) => {
    const text = `Aggregate cost of equipment documented ${choice}`;
    const model = createScriptedModel({
      replies: {
        rewrite: SEARCH,
        conditions: (prompt) =>
          `REQUIREMENT: The auditor must document the aggregate cost | .04 {${keyOf(prompt, 'The auditor must')}}\nEND`,
        judge: `MET: ${text} {S1}`,
        write: (prompt) => `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
      },
    });
    const finder = finderOf([STANDARD, { ...MEMO, text: `${text}\n\nauditor` }]);
    const { result } = await write(model, 'Is the aggregate cost documented?', { mode: 'audit_research', finder });
    expect(shown(result)).toContain(cells.replaceAll('\\', ''));
  });

  it('the questions that a document asks beside its evidence are listed below the table', async () => {
    const model = createScriptedModel({
      replies: {
        rewrite: SEARCH,
        conditions: (prompt) =>
          `REQUIREMENT: The auditor must document the aggregate cost | .04 {${keyOf(prompt, 'The auditor must')}}\nEND`,
        judge: 'MET: The aggregate cost of equipment is $3,100,000 {S1}',
        write: (prompt) => `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
      },
    });
    const text =
      'The aggregate cost of equipment is $3,100,000. The auditor asks.\n\n- Does it include the freight\n  of the dies? Mr. Hill knows.\n- Who tests it?';
    const other = passage(30, 'Other memo', 'May the auditor rely on the aggregate letter?', { authority: false });
    const finder = finderOf([STANDARD, { ...MEMO, text }, other]);
    const { result } = await write(model, 'Is the aggregate cost documented?', { mode: 'audit_research', finder });
    expect(shown(result)).toContain(
      'Questions in these documents:\n\n- “Does it include the freight of the dies?” [2]\n\n',
    );
    expect(shown(result)).not.toContain('May the auditor rely');
  });

  it('says “not stated” when the words relied on are in no document', async () => {
    const model = createScriptedModel({
      replies: {
        rewrite: SEARCH,
        conditions: (prompt) =>
          `REQUIREMENT: The auditor must document the aggregate cost | .04 {${keyOf(prompt, 'The auditor must')}}\nEND`,
        judge: 'NOT MET: the client refused to document anything at all {S1}',
        write: (prompt) => `The auditor must document the aggregate cost. {${keyOf(prompt, 'The auditor must')}}\nEND`,
      },
    });
    const finder = finderOf([STANDARD, { ...MEMO, text: `${MEMO.text} aggregate cost auditor document` }]);
    const { result } = await write(model, 'Is the aggregate cost documented?', { mode: 'audit_research', finder });
    expect(shown(result)).toMatch(/\| – \| not stated \|/);
    expect(shown(result)).not.toContain('refused');
  });
});
