import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResearchError } from '../../src/client/errors.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { createReplyReader, researchFormat } from '../../src/client/reply.ts';
import { createSseReader } from '../../src/client/sse.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';
import { shortestCpuTime } from '../support/cpuTime.ts';
import { readEventStream } from '../support/eventStream.ts';
import { readParts } from '../support/readParts.ts';

/** Reproducible here and in CI; another seed for a longer hunt: `FUZZ_SEED=… FUZZ_RUNS=…`. */
const settings = { seed: Number(process.env.FUZZ_SEED ?? 20_251_120), numRuns: Number(process.env.FUZZ_RUNS ?? 1_500) };

function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const at = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, index) => bytes.subarray(from, at[index] ?? bytes.length));
}

function frames(parts: readonly Uint8Array[]): [string, string][] {
  const found: [string, string][] = [];
  const reader = createSseReader(1_000_000, (data, event) => found.push([data, event]));
  for (const part of parts) reader.push(part);
  return found;
}

function answer(parts: readonly Uint8Array[]): { events: ResearchEvent[]; failure: string } {
  const reader = createReplyReader({ limits: DEFAULT_LIMITS, format: researchFormat((text) => text) });
  const events: ResearchEvent[] = [];
  try {
    readParts(reader, parts, events);
  } catch (error) {
    if (!(error instanceof ResearchError)) throw error;
    return { events, failure: error.kind };
  }
  return { events, failure: '' };
}

const encoder = new TextEncoder();

it('a JSON reply is the same wherever its bytes are cut, also inside of a character', () => {
  const bytes = encoder.encode(JSON.stringify({ choices: [{ message: { content: '§ 6 „Größe“ 😀' } }] }));
  const whole = answer([bytes]);
  expect(JSON.stringify(whole.events)).toContain('§ 6 „Größe“ 😀');
  for (let at = 1; at < bytes.length; at += 1)
    expect(answer([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
});

const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'data',
    'data:',
    'data: ',
    'data:  x',
    ': comment',
    'event: error',
    'event:',
    'id: 1',
    'retry: 5',
    'Data: x',
    'data : x',
    ' data: x',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `data: ${text.replace(/[\r\n]/g, ' ')}`),
);
const stream = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 24 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

const json = fc.oneof(
  fc.constantFrom(
    '[DONE]',
    '{"choices":[{"delta":{"content":"\\ud83d"}}]}',
    '{"choices":[{"delta":{"content":"\\ude00"}}]}',
    '{"type":"step_message","title":"Step"}',
    '{"type":"source_message","content":["A",{"title":"B","url":"https://b.example"}]}',
    '{"choices":[{"delta":{"custom_data":{"type":"suggestions","suggestions":["Q?",["R?"]]}}}]}',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}',
    '{"error":{"message":"no"}}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((content) => JSON.stringify({ choices: [{ delta: { content } }] })),
  fc.json({ maxDepth: 4 }),
  fc
    .record({
      type: fc.constantFrom('step_message', 'source_message', 'suggestions', 'other'),
      title: fc.jsonValue(),
      content: fc.jsonValue(),
      suggestions: fc.jsonValue(),
    })
    .map((value) => JSON.stringify(value)),
);
const reply = fc
  .array(fc.tuple(json, fc.constantFrom('\n\n', '\n\n', '\n', '\r\n\r\n', '\r\r', '\n: ping\n\n')), { maxLength: 12 })
  .map((events) => events.map(([data, end]) => `data: ${data}${end}`).join(''));
const cuts = fc.array(fc.nat(), { maxLength: 8 });

describe('framing', () => {
  it('any event stream gives the events of the standard', () => {
    fc.assert(
      fc.property(stream, fc.constantFrom('', '\ufeff', '\ufeff\ufeff'), cuts, (text, mark, at) => {
        expect(frames(pieces(encoder.encode(mark + text), at))).toEqual(readEventStream(mark + text));
      }),
      settings,
    );
  });

  it('the events of any bytes do not depend on where the bytes are cut', () => {
    const bytes = fc.oneof(
      stream.map((text) => encoder.encode(text)),
      fc.uint8Array({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(bytes, cuts, (all, at) => {
        expect(frames(pieces(all, at))).toEqual(frames([all]));
      }),
      settings,
    );
  });

  it('an event of a stream without blank lines is given as soon as the next line shows that it is complete', () => {
    const found: string[] = [];
    const reader = createSseReader(1_000, (data, event) => found.push(`${event}${data}`));
    const write = (text: string) => {
      for (const byte of encoder.encode(text)) reader.push(Uint8Array.of(byte));
      return found.splice(0);
    };
    expect(write('data: {"a":{}} \t\r\nid: 1\ndata:{"b":1}')).toEqual([]);
    expect(write('\r')).toEqual(['{"a":{}} \t']);
    expect(write('\n: comment\ndata: [1]\n')).toEqual([]);
    expect(write('\n')).toEqual(['{"b":1}\n[1]']);
    expect(write('data: {}\ndata: [DONE]\r')).toEqual(['{}', '[DONE]']);
    expect(write('\ndata: {}\n\ndata: [DONE]\n\n')).toEqual([]);
  });

  it('a JSON value of several lines is never divided', () => {
    const value = fc.jsonValue({ stringUnit: fc.constantFrom('a', '"', ' ', ':', '\\') });
    const between = fc.constantFrom('', ': {}\n', 'id: }\n', 'retry: {"a":1}\n', ':{\n: }\n');
    fc.assert(
      fc.property(value, between, lineEnd, cuts, (value, other, end, at) => {
        // A line end at every place that JSON allows between braces.
        const data = JSON.stringify([{}, value, {}, [{}]], null, 1).replace(/[{,]/g, '\n$&\n');
        const lines = data.split('\n').map((text) => `data: ${text}\n${other}`);
        const [found, ...rest] = frames(pieces(encoder.encode(`${lines.join('')}\n`.replaceAll('\n', end)), at));
        expect(found?.[0]).toBe(data);
        expect(rest).toEqual([]);
      }),
      settings,
    );
  });

  it('blank lines between JSON values make no difference', () => {
    const chunks = fc.array(fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)));
    fc.assert(
      fc.property(chunks, lineEnd, cuts, (values, end, at) => {
        const text = [...values, '[DONE]'].map((value) => `data: ${value}${end}`).join('');
        expect(frames(pieces(encoder.encode(text), at)).map(([data]) => data)).toEqual([...values, '[DONE]']);
      }),
      settings,
    );
  });

  it('the size limit of an event does not depend on where its bytes are cut', () => {
    const outcome = (text: string, at: readonly number[]) => {
      const found: string[] = [];
      const reader = createSseReader(24, (data) => found.push(data));
      try {
        for (const part of pieces(encoder.encode(text), at)) reader.push(part);
        reader.end();
      } catch (error) {
        found.push((error as ResearchError).kind);
      }
      return found;
    };
    const size = fc.integer({ min: 10, max: 20 }).map((length) => 'x'.repeat(length));
    const field = fc.constantFrom('data: ', 'data\n', 'data: {', 'data: }', 'event: ', ': ', 'x', 'data: [DONE]\n');
    const text = fc
      .array(fc.tuple(field, size, fc.constantFrom('\n', '\n\n', '}\n', '\r\n')), { maxLength: 5 })
      .map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(text, cuts, (all, at) => {
        expect(outcome(all, at)).toEqual(outcome(all, []));
      }),
      settings,
    );
    expect(outcome(`data: ${'x'.repeat(18)}\n\n`, [])).toEqual(['x'.repeat(18)]);
    expect(outcome(`data: a\n\ndata: ${'x'.repeat(19)}\n\n`, [])).toEqual(['a', 'tooLarge']);
    expect(outcome('data: a\n\ndata: 34567890\ndata: 34567890\n\n', [])).toEqual(['a', 'tooLarge']);
  });

  it('the time to read an event is proportional to its bytes', () => {
    const part = new Uint8Array(1_024).fill(120);
    const [prefix, end] = [encoder.encode('data: '), encoder.encode('\n\n')];
    /** Reads 16 MB in events of so many megabytes. */
    const time = (megabytes: number) =>
      shortestCpuTime(() => {
        const reader = createSseReader(DEFAULT_LIMITS.maxEventSize * 2, () => {});
        for (let event = 0; event < 16 / megabytes; event++) {
          reader.push(prefix);
          for (let sent = 0; sent < megabytes * 1_024; sent++) reader.push(part);
          reader.push(end);
        }
      }, 5);
    // Quadratic growth would be a factor of 64.
    expect(time(16)).toBeLessThan(time(0.25) * 16);
  });
});

describe('an answer', () => {
  it('an answer is the same for every cut, throws only ResearchErrors and changes no prototype', () => {
    fc.assert(
      fc.property(reply, cuts, fc.boolean(), (text, at, marked) => {
        const bytes = encoder.encode((marked ? '\ufeff' : '') + text);
        const whole = answer([bytes]);
        expect(answer(pieces(bytes, at))).toEqual(whole);
        expect(answer(Array.from(bytes, (_, index) => bytes.subarray(index, index + 1)))).toEqual(whole);
        expect('polluted' in {}).toBe(false);
        expect(whole.events.findIndex(({ type }) => type === 'done') + 1).toBe(
          whole.failure === '' ? whole.events.length : 0,
        );
      }),
      settings,
    );
  });

  it('an answer with damaged bytes is the same for every cut', () => {
    const damaged = fc.tuple(reply, fc.nat(), fc.nat({ max: 255 })).map(([text, index, value]) => {
      const bytes = encoder.encode(text);
      if (bytes.length > 0) bytes[index % bytes.length] = value;
      return bytes;
    });
    fc.assert(
      fc.property(damaged, cuts, (bytes, at) => {
        expect(answer(pieces(bytes, at))).toEqual(answer([bytes]));
      }),
      settings,
    );
  });

  it('a reply that is no stream is the same for every cut', () => {
    const body = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.json(),
      fc.constantFrom('<html>', ' \n{', '[1]', '\ufeff {"error":"x"}', ''),
    );
    fc.assert(
      fc.property(body, cuts, (text, at) => {
        const bytes = encoder.encode(text);
        expect(answer(pieces(bytes, at))).toEqual(answer([bytes]));
      }),
      settings,
    );
  });
});

it('text after [DONE] is not read, whatever its length', () => {
  const found: string[] = [];
  const reader = createSseReader(20, (data) => found.push(data));
  reader.push(new TextEncoder().encode(`data: [DONE]\n${'x'.repeat(50)}`));
  reader.push(new TextEncoder().encode('x'.repeat(50)));
  reader.end();
  expect(found).toEqual(['[DONE]']);
});

it('lines that are no fields of an event stream change no event, wherever they are', () => {
  const lines = ['event: a', 'data: 1', 'data: 2', ''];
  const foreign = ['# comment', 'retry: x', ': ping', 'nothing'];
  const mixed = lines.flatMap((line) => [...foreign, line]).join('\n');
  expect(frames([new TextEncoder().encode(`${mixed}\n\n`)])).toEqual([['1\n2', 'a']]);
});

it('a stream of lines that are no fields takes little time', () => {
  const bytes = new TextEncoder().encode('# a\n'.repeat(50_000));
  expect(shortestCpuTime(() => frames([bytes]))).toBeLessThan(100);
});
