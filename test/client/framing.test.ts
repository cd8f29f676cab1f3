import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResearchError } from '../../src/client/errors.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { createReplyReader } from '../../src/client/reply.ts';
import { createSseReader } from '../../src/client/sse.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';

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
  const reader = createReplyReader({ limits: DEFAULT_LIMITS, redact: (text) => text });
  const events: ResearchEvent[] = [];
  try {
    if (!parts.some((part) => reader.push(part, events))) reader.end(events);
  } catch (error) {
    if (!(error instanceof ResearchError)) throw error;
    return { events, failure: error.kind };
  }
  return { events, failure: '' };
}

const encoder = new TextEncoder();
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
  it('gives the same events as eventsource-parser, which follows the standard to the letter', () => {
    fc.assert(
      fc.property(stream, cuts, (text, at) => {
        const expected: [string, string][] = [];
        const parser = createParser({ onEvent: ({ data, event }) => expected.push([data, event ?? '']) });
        const bytes = encoder.encode(text);
        parser.feed(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
        expect(frames(pieces(bytes, at))).toEqual(expected);
      }),
      settings,
    );
  });

  it('does not depend on where any bytes are cut, be they text or not', () => {
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

  it('takes time in proportion to the bytes of an event, not to their square', () => {
    // Counted, not timed: every byte is copied a bounded number of times.
    const set = Uint8Array.prototype.set;
    const copied = (size: number) => {
      let bytes = 0;
      Uint8Array.prototype.set = function (this: Uint8Array, source: ArrayLike<number>, offset?: number) {
        bytes += source.length;
        set.call(this, source, offset);
      };
      try {
        const reader = createSseReader(size * 2, () => {});
        reader.push(encoder.encode('data: '));
        const part = new Uint8Array(1_024).fill(120);
        for (let sent = 0; sent < size; sent += part.length) reader.push(part);
        reader.push(encoder.encode('\n\n'));
      } finally {
        Uint8Array.prototype.set = set;
      }
      return bytes / size;
    };
    expect(copied(8 * 1024 * 1024)).toBeLessThan(copied(1024 * 1024) * 1.1);
  });
});

describe('an answer', () => {
  it('is the same for every cut, throws nothing but a ResearchError and touches no prototype', () => {
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

  it('is the same for every cut when the bytes are damaged', () => {
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

  it('is the same for every cut when it is no stream at all', () => {
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
