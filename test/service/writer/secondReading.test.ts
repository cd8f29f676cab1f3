import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../src/model/modelError.ts';
import { joinParts } from '../../../src/protocol/answerPart.ts';
import type { ResearchMode } from '../../../src/protocol/chatCompletions.ts';
import { readsAgain, requestLimit } from '../../../src/protocol/modelRequests.ts';
import { composeWritten } from '../../../src/service/writer/result.ts';
import { withReadings } from '../../../src/service/writer/secondReading.ts';
import type { Flag } from '../../../src/service/writer/verifyLines.ts';
import { createScriptedModel, type ScriptedReply } from '../../support/scriptedModel.ts';
import { write } from './support.ts';

const QUESTION = 'What is the limit on expensing equipment under section 179, and when is it reduced?';
const keyOf = (prompt: string, words: string) =>
  /.*(S\d+) \|/s.exec(prompt.slice(0, prompt.indexOf(words)))?.[1] ?? 'S99';

/** Four sentences: two on the limit, one on its reduction, one that no passage states. */
const ANSWER = (prompt: string) => {
  const limit = keyOf(prompt, 'shall not exceed $2,500,000');
  const reduction = keyOf(prompt, 'exceeds $4,000,000');
  return [
    '## RULE',
    `The aggregate cost shall not exceed $2,500,000. {${limit} "shall not exceed $2,500,000"}`,
    `The limitation is reduced when the cost of property exceeds $4,000,000. {${reduction} "exceeds $4,000,000"}`,
    `The limitation is $9,999. {${limit}}`,
    '## CONCLUSION',
    `Up to $2,500,000 of the aggregate cost may be taken into account. {${limit}}`,
    'END',
  ].join('\n');
};

async function read(reading: ScriptedReply, mode: ResearchMode = 'tax_research_fast_research', isRead = true) {
  const model = createScriptedModel({
    replies: { rewrite: 'SEARCH: limitation cost property', write: ANSWER, repair: 'DROP\nEND', reading },
  });
  const run = await write(model, QUESTION, { mode, readsAgain: isRead });
  if (run.result.type !== 'written') throw new Error(run.result.reason);
  const { text } = joinParts(composeWritten(run.result).parts);
  return { ...run, model, text, lines: run.result.lines };
}

describe('the second reading of an answer', () => {
  it('marks what the source contradicts with the words of the source, and removes nothing', async () => {
    const { text, lines, steps } = await read(
      '1: SUPPORTED\n2: CONTRADICTED "The limitation SHALL be reduced by the amount" {S1}\n3: SAYS MORE\nEND',
    );
    expect(lines.map(({ outcome, reading }) => [outcome, reading?.verdict])).toEqual([
      ['confirmed', 'supported'],
      ['flagged', 'contradicted'],
      ['omitted', undefined],
      ['flagged', 'saysMore'],
    ]);
    expect(text).toContain(
      'exceeds $4,000,000. *(second reading: the source may say otherwise: “The limitation shall be reduced by the amount”)* [2]',
    );
    expect(text).toContain('*(second reading: the source may not say all of this)* [1]');
    expect(text).toContain('The same model then read sentences again with their sources: 3 read, 2 marked.');
    expect(steps).toContain('Sentences marked by the second reading: 2 of 3');
  });

  it.each([
    ['conditions', null],
    ['words', null],
    ['evidence', 'evidence'],
    ['unticked', 'unticked'],
  ] satisfies [Flag, Flag | null][])(
    'that supports a sentence removes a mark for its meaning, but not a mark for a value or an unticked choice (%s)',
    async (flag, left) => {
      const { lines, result } = await read('END');
      const marked = lines.map((line) =>
        line.outcome === 'omitted' ? line : { ...line, flag, outcome: 'flagged' as const },
      );
      const passages = result.type === 'written' ? result.passages : [];
      const [first, second] = withReadings(marked, '1: SUPPORTED\n2: CONTRADICTED', passages);
      expect([first?.flag, first?.outcome]).toEqual([left, left === null ? 'confirmed' : 'flagged']);
      expect(second).toMatchObject({ flag, outcome: 'flagged' });
    },
  );

  it('is noted in each part of the answer that it has read', async () => {
    const parts = async (reading: ScriptedReply) => {
      const { result } = await read(reading);
      const kinds = result.type === 'written' ? joinParts(composeWritten(result).parts).parts : [];
      return kinds.filter(({ isReadAgain }) => isReadAgain).map(({ kind }) => kind);
    };
    expect(await parts('1: SUPPORTED\n2: SAYS MORE\n3: SUPPORTED')).toEqual(['shortAnswer', 'rule']);
    expect(await parts('1: SUPPORTED\n3: SUPPORTED')).toEqual(['shortAnswer']);
    expect(await parts(new ModelError('rateLimit'))).toEqual([]);
  });

  it('receives the sentences with the words that they rest on and only the passages that they cite', async () => {
    const { model } = await read('END');
    const prompt = model.calls.find(({ kind }) => kind === 'reading')?.prompt ?? '';
    expect(prompt).toMatch(
      /1\. The aggregate cost shall not exceed \$2,500,000\. \{S\d "shall not exceed \$2,500,000"\}/,
    );
    expect(prompt).toContain('3. Up to $2,500,000');
    expect(prompt).not.toContain('$9,999');
    expect(prompt).not.toContain('Memo on the press line');
  });

  it('does not show words that are in no cited passage', async () => {
    const { text } = await read('1: CONTRADICTED "the limit was abolished long ago" {S1}\nEND');
    expect(text).toContain('*(second reading: the source may say otherwise)*');
    expect(text).not.toContain('abolished');
  });

  it.each([
    [
      'in other forms',
      '**1.** Supported\n(2) contradicted: nothing\n3) SAYS_MORE – no',
      ['supported', 'contradicted', 'saysMore'],
    ],
    ['after its reasoning', '<think>1: CONTRADICTED</think>\n1: SUPPORTED\nEND', ['supported', undefined, undefined]],
    ['twice for a sentence', '1: SUPPORTED\n1: CONTRADICTED\nEND', ['supported', undefined, undefined]],
    [
      'of sentences that do not exist',
      '0: CONTRADICTED\n4: CONTRADICTED\n99: SAYS MORE',
      [undefined, undefined, undefined],
    ],
    ['as prose', 'I think that everything is supported.', [undefined, undefined, undefined]],
    ['empty', '', [undefined, undefined, undefined]],
  ])('is read if it comes %s', async (_name, reply, verdicts) => {
    const { lines } = await read(reply);
    const shown = lines.filter(({ outcome }) => outcome !== 'omitted');
    expect(shown.map(({ reading }) => reading?.verdict)).toEqual(verdicts);
  });

  it('that fails leaves the answer as it is', async () => {
    const { text, steps } = await read(new ModelError('rateLimit'));
    expect(text).not.toContain('second reading:');
    expect(steps).toContain('The second reading failed. The answer is shown without it');
  });

  it('shows every sentence that passed the check, whatever the model replies', async () => {
    const piece = fc.constantFrom(
      '1',
      '2',
      '3',
      ': ',
      'CONTRADICTED',
      'SAYS MORE',
      'DROP',
      'END',
      '\n',
      '"',
      '{S1}',
      '<think>',
      '|',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const { lines, text } = await read(pieces.join(''));
        expect(lines.filter(({ outcome }) => outcome === 'omitted')).toHaveLength(1);
        expect(text).toContain('The aggregate cost shall not exceed $2,500,000.');
      }),
      { numRuns: 40 },
    );
  });

  it('is not asked for if it is off', async () => {
    const { model, lines } = await read('1: CONTRADICTED', 'tax_research_normal', false);
    expect(model.calls.map(({ kind }) => kind)).not.toContain('reading');
    expect(lines.every(({ reading }) => reading === null)).toBe(true);
  });

  it.each([
    ['off', []],
    ['deep', ['tax_research_deep_research', 'audit_research']],
    ['exceptFast', ['tax_research_normal', 'tax_research_web_search', 'tax_research_deep_research', 'audit_research']],
  ] as const)('belongs with the setting “%s” to its modes, and each takes one more request', (setting, modes) => {
    const all = [
      'tax_research_fast_research',
      'tax_research_normal',
      'tax_research_web_search',
      'tax_research_deep_research',
      'audit_research',
    ] as const;
    expect(all.filter((mode) => readsAgain(setting, mode))).toEqual(modes);
    for (const mode of all) expect(requestLimit(mode, true)).toBe(requestLimit(mode, false) + 1);
  });

  it('keeps its request, however often sentences are written again', async () => {
    const model = createScriptedModel({
      replies: {
        plan: 'PART: limit | limitation cost\nPART: reduction | reduced property',
        write: (prompt) => `GAP: § 274\n${ANSWER(prompt)}`,
        repair: 'DROP',
        reading: '1: SUPPORTED',
      },
    });
    const { result } = await write(model, QUESTION, { mode: 'tax_research_deep_research', readsAgain: true });
    expect(model.calls.map(({ kind }) => kind)).toContain('reading');
    expect(result.calls).toBeLessThanOrEqual(requestLimit('tax_research_deep_research', true));
  });
});
