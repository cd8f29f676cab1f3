import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ResearchError } from '../../src/client/errors.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { createReplyReader, researchFormat } from '../../src/client/reply.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';
import { readParts } from '../support/readParts.ts';

interface Expected {
  readonly answerText?: string;
  readonly answerRepeat?: { readonly text: string; readonly times: number };
  readonly steps?: readonly string[];
  readonly sources?: readonly { readonly label: string; readonly url: string | null }[];
  readonly sourcesCount?: number;
  readonly suggestions?: readonly string[];
  readonly ended?: 'done' | 'truncated' | 'error';
  readonly errorShows?: string;
}

interface ChunkGen {
  readonly template?: string;
  readonly replace?: string;
  readonly withRepeat?: { readonly text: string; readonly times: number };
  readonly repeat?: string;
  readonly times?: number;
  readonly suffix?: string;
  readonly pieceBytes: number;
}

interface Case {
  readonly id: string;
  readonly name: string;
  readonly chunks: readonly string[] | null;
  readonly chunkGen?: ChunkGen;
  readonly expect: Expected;
  readonly accept?: readonly Partial<Expected>[];
}

const cases = JSON.parse(
  readFileSync(new URL('../fixtures/cases/sse-cases.json', import.meta.url), 'utf8'),
) as readonly Case[];

interface Outcome {
  answerText: string;
  steps: string[];
  sources: { label: string; url: string | null }[];
  suggestions: string[];
  ended: 'done' | 'truncated' | 'error';
  message: string;
}

function run(pieces: readonly Uint8Array[]): Outcome {
  const reader = createReplyReader({ limits: DEFAULT_LIMITS, format: researchFormat((text) => text) });
  const events: ResearchEvent[] = [];
  let failure: unknown;
  try {
    readParts(reader, pieces, events);
  } catch (error) {
    failure = error;
  }
  expect(failure === undefined || failure instanceof ResearchError).toBe(true);
  const error = failure as ResearchError | undefined;
  expect(events.filter((event) => event.type === 'done')).toHaveLength(error ? 0 : 1);
  return {
    answerText: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    steps: events.flatMap((event) => (event.type === 'step' ? [event.title] : [])),
    sources: events
      .flatMap((event) => (event.type === 'sources' ? event.sources : []))
      .map(({ title, url }) => ({ label: title, url })),
    suggestions: events.flatMap((event) => (event.type === 'suggestions' ? event.suggestions : [])),
    ended: error === undefined ? 'done' : error.kind === 'truncated' ? 'truncated' : 'error',
    message: error?.message ?? '',
  };
}

function piecesOf(sample: Case): Uint8Array[] {
  if (sample.chunks) return sample.chunks.map((chunk) => Buffer.from(chunk, 'base64'));
  const gen = sample.chunkGen;
  if (!gen) throw new Error(`${sample.id} has neither chunks nor chunkGen`);
  const body = gen.template !== undefined ? fromTemplate(gen) : fromRepeat(gen);
  return cut(body, gen.pieceBytes);
}

function fromTemplate({ template = '', replace = '', withRepeat }: ChunkGen): Buffer {
  const text = Buffer.from(template, 'base64').toString('latin1');
  const marker = Buffer.from(replace, 'base64').toString('latin1');
  const filler = Buffer.from(withRepeat?.text ?? '', 'base64').toString('latin1');
  return Buffer.from(
    text.replace(marker, () => filler.repeat(withRepeat?.times ?? 0)),
    'latin1',
  );
}

function fromRepeat({ repeat = '', times = 0, suffix = '' }: ChunkGen): Buffer {
  const piece = Buffer.from(repeat, 'base64').toString('latin1');
  return Buffer.from(piece.repeat(times) + Buffer.from(suffix, 'base64').toString('latin1'), 'latin1');
}

function cut(body: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += size) pieces.push(body.subarray(at, at + size));
  return pieces;
}

function matches(outcome: Outcome, expected: Expected): boolean {
  const text = expected.answerRepeat
    ? expected.answerRepeat.text.repeat(expected.answerRepeat.times)
    : expected.answerText;
  return (
    outcome.answerText === text &&
    JSON.stringify(outcome.steps) === JSON.stringify(expected.steps ?? []) &&
    JSON.stringify(outcome.suggestions) === JSON.stringify(expected.suggestions ?? []) &&
    (expected.sourcesCount === undefined
      ? JSON.stringify(outcome.sources) === JSON.stringify(expected.sources ?? [])
      : outcome.sources.length === expected.sourcesCount) &&
    outcome.ended === expected.ended &&
    (expected.errorShows === undefined || outcome.ended !== 'error' || outcome.message.includes(expected.errorShows))
  );
}

describe('every sample of a stream', () => {
  for (const sample of cases) {
    const pieces = piecesOf(sample);
    const body = Buffer.concat(pieces);
    const allowed = [sample.expect, ...(sample.accept ?? []).map((other) => ({ ...sample.expect, ...other }))];

    it(`the stream ${sample.id} is read as the interface says: ${sample.name}`, () => {
      const outcome = run(pieces);
      if (!allowed.some((expected) => matches(outcome, expected))) expect(outcome).toEqual(sample.expect);
    });

    it(`the stream ${sample.id} gives the same events as a whole, byte by byte and for every cut`, () => {
      const outcome = run(pieces);
      expect(run([body])).toEqual(outcome);
      expect(run(cut(body, 1))).toEqual(outcome);
      for (let at = 1; at < body.length && body.length < 4096; at++) {
        const cutOutcome = run([body.subarray(0, at), body.subarray(at)]);
        if (JSON.stringify(cutOutcome) !== JSON.stringify(outcome)) expect({ at, ...cutOutcome }).toEqual(outcome);
      }
    });
  }

  it('an accepted alternative is used only where it keeps text that strict framing loses', () => {
    const others = cases.filter((sample) => !matches(run(piecesOf(sample)), sample.expect)).map((sample) => sample.id);
    expect(others).toEqual(['S043']);
  });

  it('no sample stream changes a prototype', () => {
    expect('polluted' in {}).toBe(false);
  });
});
