import { describe, expect, it } from 'vitest';
import { createChunkReader } from '../../src/client/chunk.ts';
import { ResearchError } from '../../src/client/errors.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';

function read(...chunks: (object | string)[]): { events: ResearchEvent[]; shown: string } {
  const events: ResearchEvent[] = [];
  const reader = createChunkReader(
    (text) => text,
    (event) => events.push(event),
  );
  try {
    for (const chunk of chunks) reader.read(typeof chunk === 'string' ? chunk : JSON.stringify(chunk));
    reader.flush();
  } catch (error) {
    if (!(error instanceof ResearchError)) throw error;
    return { events, shown: error.message };
  }
  return { events, shown: '' };
}

const text = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const step = { type: 'step_message', title: 'Reading' };
const stepEvent = { type: 'step', title: 'Reading' };

describe('a chunk', () => {
  it.each<[string, object]>([
    ['at the top', step],
    ['beside empty choices', { ...step, choices: [] }],
    ['under custom_data', { custom_data: step }],
    ['under custom_data as a list', { custom_data: [step] }],
    ['under custom_data as JSON text', { custom_data: JSON.stringify(step) }],
    ['in the choice', { choices: [{ custom_data: step }] }],
    ['as the delta', { choices: [{ delta: step }] }],
    ['in the delta', { choices: [{ delta: { custom_data: step } }] }],
  ])('a custom message is found %s', (_, chunk) => {
    expect(read(chunk).events).toEqual([stepEvent]);
  });

  it('the text of a second choice is no part of the answer', () => {
    const choices = [{ delta: { content: 'a' } }, { delta: { content: 'b' } }];
    expect(read({ choices }).events).toEqual([{ type: 'text', text: 'a' }]);
  });

  const inChoice = (part: object) => ({ choices: [{ index: 0, delta: { content: 'a' }, ...part }] });
  it.each<[string, object, ResearchEvent[]]>([
    ['a finish reason', inChoice({ finish_reason: 'length' }), [{ type: 'done', finishReason: 'length' }]],
    ['no finish reason yet', inChoice({ finish_reason: null }), [{ type: 'done', finishReason: null }]],
    [
      'usage',
      { ...text('a'), usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
      [
        { type: 'usage', usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 } },
        { type: 'done', finishReason: null },
      ],
    ],
    ['empty usage', { ...text('a'), usage: null }, [{ type: 'done', finishReason: null }]],
    ['an id and a role', { id: 'x', ...inChoice({ logprobs: null }) }, [{ type: 'done', finishReason: null }]],
  ])('text in one chunk with %s is shown, and the rest is read too', (_, chunk, rest) => {
    expect(read(chunk, '[DONE]').events).toEqual([{ type: 'text', text: 'a' }, ...rest]);
  });

  it.each<[string, object, boolean]>([
    ['at the top', { ...text('a'), error: { message: 'used up' } }, false],
    ['in the choice', { choices: [{ delta: { content: 'a' }, error: { message: 'used up' } }] }, true],
  ])('text in one chunk with an error %s ends the answer with the error', (_, chunk, isShown) => {
    const { events, shown } = read(chunk);
    expect(events).toEqual(isShown ? [{ type: 'text', text: 'a' }] : []);
    expect(shown).toContain('used up');
  });

  it('a custom message in a chunk with text is recorded, and only the text is shown', () => {
    expect(read({ ...text('a'), custom_data: step }).events).toEqual([
      { type: 'text', text: 'a' },
      { type: 'unknown', raw: step },
    ]);
  });

  it.each<[string, object | string]>([
    ['an unknown type', { type: 'new_message', body: 1 }],
    ['text that is no string', { choices: [{ delta: { content: ['a'] } }] }],
    ['a step without a title', { type: 'step_message', title: { de: 'x' } }],
    ['a number', '42'],
    ['broken JSON', '{"choices":'],
    ['another object', { ping: true }],
  ])('a chunk with %s is recorded and nothing of it is shown', (_, chunk) => {
    const { events } = read(chunk, text('a'));
    expect(events.map(({ type }) => type)).toEqual(['unknown', 'text']);
  });

  it.each<[string, object]>([
    ['an error object', { error: { message: 'used up' } }],
    ['an error text', { error: 'used up' }],
    ['an error by type', { type: 'error', message: 'used up' }],
    ['an error by object', { object: 'error', message: 'used up' }],
    ['an error beside choices', { choices: [], error: { message: 'used up' } }],
    ['an error in the choice', { choices: [{ error: { message: 'used up' }, finish_reason: 'error' }] }],
  ])('a chunk ends the answer with %s', (_, chunk) => {
    const { events, shown } = read(text('kept'), chunk);
    expect(events).toEqual([{ type: 'text', text: 'kept' }]);
    expect(shown).toContain('used up');
  });

  it.each([
    'used up',
    '{"message":"used up"}',
    '{"choices":[{"delta":{"content":"x"}}],"error":{"message":"used up"}}',
  ])('an event named error ends the answer: %s', (data) => {
    const events: ResearchEvent[] = [];
    const reader = createChunkReader(
      (text) => text,
      (each) => events.push(each),
    );
    expect(() => reader.read(data, 'error')).toThrow('used up');
    expect(events).toEqual([]);
  });

  it.each([null, false, ''])('a chunk whose error is %j does not end the answer', (error) => {
    expect(read({ ...text('a'), error }).events).toEqual([{ type: 'text', text: 'a' }]);
  });

  it('a chunk with text and an error gives the text first', () => {
    const chunk = { choices: [{ delta: { content: 'half' }, error: { message: 'cut' } }] };
    expect(read(chunk).events).toEqual([{ type: 'text', text: 'half' }]);
  });

  it.each<[string, object]>([
    ['at the top level and under custom_data', { ...step, choices: [], custom_data: step }],
    ['at the top level and as JSON text', { ...step, custom_data: JSON.stringify(step) }],
    ['under custom_data of the chunk and in the delta', { custom_data: step, choices: [{ delta: { ...step } }] }],
    ['with different further fields', { ...step, id: 1, custom_data: { ...step, id: 2 } }],
    ['in the choice and in the delta', { choices: [{ custom_data: step, delta: { custom_data: [step] } }] }],
  ])('a custom message that is repeated %s is read once', (_, chunk) => {
    expect(read(chunk).events).toEqual([stepEvent]);
  });

  it('different custom messages at two places of a chunk are both read, and so are equal ones of one list', () => {
    const other = { type: 'step_message', title: 'Another step' };
    expect(read({ ...step, custom_data: other }).events).toEqual([stepEvent, { type: 'step', title: 'Another step' }]);
    expect(read({ custom_data: [step, step] }).events).toEqual([stepEvent, stepEvent]);
  });

  it('a step that reports a research mode carries it, and an unknown mode is ignored', () => {
    expect(read({ ...step, askMode: 'audit_research' }).events).toEqual([{ ...stepEvent, mode: 'audit_research' }]);
    for (const askMode of ['auto', 'x', 7, null]) expect(read({ ...step, askMode }).events).toEqual([stepEvent]);
  });

  it('the halves of a character in two chunks are joined, also across other events', () => {
    expect(read(text('a\ud83d'), step, text('\ude00b')).events).toEqual([
      { type: 'text', text: 'a' },
      stepEvent,
      { type: 'text', text: '😀b' },
    ]);
  });

  it('half of a character that stays alone is part of the text', () => {
    expect(read(text('\ud83d'), text('x')).events).toEqual([{ type: 'text', text: '\ud83dx' }]);
    expect(read(text('\ud83d'), '[DONE]').events).toEqual([
      { type: 'text', text: '\ud83d' },
      { type: 'done', finishReason: null },
    ]);
  });

  it.each([' [DONE]', '[DONE] ', '[done]', '"[DONE]"'])(
    'the data %j is not [DONE] and does not end the answer',
    (data) => {
      expect(read(data).events.map(({ type }) => type)).toEqual(['unknown']);
    },
  );

  it('a source is listed once, and twice if its location differs', () => {
    const entry = { title: 'Memo', path: 'memo.md', line: 3, endLine: 4 };
    const message = (content: object[]) => ({ type: 'source_message', content });
    const { events } = read(message([entry, entry]), message([entry, { ...entry, line: 4 }]));
    expect(
      events.map((event) => event.type === 'sources' && event.sources.map(({ location }) => location?.line)),
    ).toEqual([[3], [4]]);
  });

  it('usage is reported unchanged, and only if it consists of counts', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 };
    expect(read({ choices: [], usage }).events).toEqual([
      { type: 'usage', usage: { promptTokens: 5, completionTokens: 1, totalTokens: 6 } },
    ]);
    for (const wrong of [{ ...usage, total_tokens: 'NaN' }, { ...usage, prompt_tokens: -1 }, {}, 7]) {
      expect(read({ choices: [], usage: wrong }).events.map(({ type }) => type)).toEqual(['unknown']);
    }
    expect(read({ choices: [], usage: null }).events).toEqual([]);
  });
});
