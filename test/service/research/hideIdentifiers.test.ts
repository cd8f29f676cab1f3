import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { hideIdentifiers } from '../../../src/service/research/hideIdentifiers.ts';
import type { PassageFinder } from '../../../src/service/writer/passage.ts';
import { writeAnswer } from '../../../src/service/writer/writeAnswer.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { finderOf, passage } from '../writer/support.ts';

const FORMS = [
  '123-45-6789',
  '123_45_6789',
  '123/45/6789',
  '12 3-45-6789',
  '123-45-\n6789',
  '123-45-\r\n6789',
  '123\u200b-45-6789',
  'SSN 123456789',
  'SSN\n123456789',
  '12-3456789',
  '4111 1111 1111 1111',
  'jane@acme.example',
  'Jane Roe',
  'Jane\nRoe',
];
const QUESTION = 'What is the limit on the loan of the lathe?';
const hidden = { block: false, names: ['Jane Roe'] };
const places = FORMS.flatMap((form) => [
  form,
  `line one\n${form}`,
  `line one\r\n${form}\nend`,
  `a tab\t${form}`,
  `"${form}"`,
]);
/** Digits and letters as the prompt would show them. */
const bare = (text: string) => text.replace(/\\[nrtu]|[^\p{L}\p{N}]/gu, '').toLowerCase();
const secrets = ['123456789', '4111111111111111', 'janeacme', 'janeroe'];

async function prompts(question: string, text: string, limit?: { block: boolean }) {
  const sent: string[] = [];
  const model = createScriptedModel({ replies: { write: 'The limit on the loan of the lathe is $5. {S1}\nEND' } });
  const recording = {
    ...model,
    send(...args: Parameters<typeof model.send>) {
      sent.push(...args[0].map(({ content }) => content));
      return model.send(...args);
    },
  };
  const finder: PassageFinder = {
    ...finderOf([
      passage(1, 'Loan of the lathe', text),
      passage(2, `Loan of ${text}`, 'The limit on the loan is $5.'),
      passage(4, 'Loan of the lathe', 'The limit on the loan of the lathe is $6.', { heading: `Limits for ${text}` }),
    ]),
    related: async () => [passage(3, 'Related', `The loan of ${text} is due.`)],
  };
  const previous = { question: `Before: ${text}`, answer: `${text} ${'x'.repeat(592)} ${text}` };
  const writing = hideIdentifiers(
    { ...hidden, ...limit },
    { asked: plainQuestion(question), question, previous },
    finder,
  );
  const { context, finder: guarded } = writing;
  const answer = writeAnswer({
    model: recording,
    context,
    finder: guarded,
    mode: 'tax_research_fast_research',
    signal: new AbortController().signal,
    random: () => 'abcdefghijkl',
  });
  let next = await answer.next();
  while (!next.done) next = await answer.next();
  return { sent, result: next.value, writing };
}

it.each(places)(
  'no prompt has the identifier of “%s”, in the question, the earlier turn or any passage with its heading',
  async (text) => {
    const { sent } = await prompts(`${QUESTION} ${text}`, `${text}\nThe limit on the loan of the lathe is $5.`);
    expect(sent.length).toBeGreaterThan(1);
    for (const prompt of sent) for (const secret of secrets) expect(bare(prompt)).not.toContain(secret);
  },
);

it('an identifier that the limit of a prompt cuts is replaced before the cut', async () => {
  const { sent } = await prompts(`${'y '.repeat(5_996)}123-45-6789`, 'The limit on the loan of the lathe is $5.');
  for (const prompt of sent) expect(prompt).not.toMatch(/123-4|\D12"/);
});

it('with block, nothing of a question or an earlier turn with identifiers leaves, and no passage with identifiers', async () => {
  await expect(prompts(`${QUESTION}\n123-45-6789`, 'The limit is $5.', { block: true })).rejects.toThrow();
  const { sent, result } = await prompts(QUESTION, 'The limit on the loan of the lathe is $5.', { block: true });
  expect([sent.length > 1, result.type]).toEqual([true, 'written']);
});

it('answers and sources have the identifiers again, and placeholders that a document invents stay text', async () => {
  const text = '[SSN-1] The limit on the loan of 123-45-6789 is $5.';
  const { writing, result } = await prompts(`${QUESTION} 123-45-6789`, text);
  if (result.type !== 'written') throw new Error(result.type);
  const given = result.passages.find(({ id }) => id === 1);
  expect(given?.text).toBe('(SSN-1) The limit on the loan of [SSN-2] is $5.');
  expect(given && writing.original(given).text).toBe(text);
  expect(given && writing.originalSource(given.source)).toMatchObject({ snippet: text });
  expect(writing.shown('The loan of \\[SSN-2\\], [see](https://evil.example/[SSN-2])')).toBe(
    'The loan of 123-45-6789, [see](https://evil.example/[SSN-2])',
  );
});
