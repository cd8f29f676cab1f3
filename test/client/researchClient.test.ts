import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/client/clock.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { toBody } from '../../src/client/send.ts';
import type { TransportResponse } from '../../src/client/transport/transport.ts';
import type { WireEvent } from '../../src/client/wireEvents.ts';
import { english, errorActions, errorMessage } from '../../src/protocol/errorMessages.ts';
import { QUESTION, run } from '../support/askRun.ts';
import { CANARY_KEY, expectNoCanary } from '../support/canary.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const SOME = bytes('data: {"choices":[{"delta":{"content":"some"}}]}\n\n');
const DONE = bytes('data: [DONE]\n\n');
const NEVER = new Promise<never>(() => {});

/** A transport that knows nothing of good manners: it does not look at its signal, and its body cannot be returned. */
function rude(pieces: readonly (Uint8Array | Promise<never>)[]) {
  const signals: AbortSignal[] = [];
  const send = async (_: unknown, signal: AbortSignal): Promise<TransportResponse> => {
    signals.push(signal);
    const left = [...pieces];
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      const value = await left.shift();
      return value ? { done: false, value } : { done: true, value: undefined };
    };
    return { status: 200, headers: {}, body: { [Symbol.asyncIterator]: () => ({ next }) } };
  };
  return { transport: { send }, signals };
}

function clientFor(transport: ReturnType<typeof rude>['transport'], more: { clock?: Clock } = {}) {
  return createResearchClient({ baseUrl: 'https://service.example', getKey: () => CANARY_KEY, transport, ...more });
}

describe('the client, over any transport', () => {
  it('an error shows neither the beginning of the key nor a request id that contains the key', async () => {
    const refuse = async (): Promise<TransportResponse> => ({
      status: 401,
      headers: { 'content-type': 'application/json', 'x-request-id': `req-${CANARY_KEY}` },
      body: (async function* () {
        yield bytes(JSON.stringify({ error: { message: `Bad key ${CANARY_KEY.slice(0, 12)}` } }));
      })(),
    });
    const { error, shown } = await run(clientFor({ send: refuse }));
    expect(error?.toInfo()).toMatchObject({ kind: 'auth', requestId: 'req-[key]' });
    expect(shown).toContain('Bad key [key]');
    expect(shown).not.toContain(CANARY_KEY.slice(0, 12));
  });

  it.each([
    [404, 'matter_not_found', 'noMatter'],
    [403, 'rights_changed', 'rightsChanged'],
  ])(
    'status %i with the code %s is a refusal for the rights of the user, and no wrong address',
    async (status, code, reason) => {
      const error = { message: 'No.', type: 'not_found_error', param: 'matter', code };
      const send = async (): Promise<TransportResponse> => ({
        status,
        headers: { 'content-type': 'application/json' },
        body: (async function* () {
          yield bytes(JSON.stringify({ error }, null, 2));
        })(),
      });
      const refused = await run(clientFor({ send }));
      expect(refused.error?.toInfo()).toMatchObject({ kind: 'forbidden', reason, status });
      const inAnswer = await run(clientFor(rude([SOME, bytes(`data: ${JSON.stringify({ error })}\n\n`)]).transport));
      expect(inAnswer.error?.toInfo()).toMatchObject({ kind: 'forbidden', reason });
      // What the server says is what the title and the explanation say.
      for (const { error } of [refused, inAnswer]) expect(error?.toInfo().detail).toBeUndefined();
    },
  );

  it.each([
    ['Bearer resource_metadata="https://firm.example/x", error="invalid_token"', 'signedOut', ['signIn', 'retry']],
    ['Bearer error="invalid_token"', undefined, ['setKey', 'checkConnection', 'retry']],
    ['Bearer resource_metadata="https://firm.example/x"', undefined, ['setKey', 'checkConnection', 'retry']],
  ])('status 401 with the challenge %s has the reason %s', async (challenge, reason, actions) => {
    const send = async (): Promise<TransportResponse> => ({
      status: 401,
      headers: { 'www-authenticate': challenge },
      body: (async function* () {})(),
    });
    const info = (await run(clientFor({ send }))).error?.toInfo();
    expect(info).toMatchObject({ kind: 'auth', status: 401 });
    expect(info?.reason).toBe(reason);
    expect(info && errorActions(info)).toEqual(actions);
  });

  it('a refusal for the rights of the user leads to other matters, and offers to choose one', () => {
    const info = { kind: 'forbidden', reason: 'noMatter', host: 'firm.example' } as const;
    expect(errorMessage(info, english)).toMatchObject({
      title: 'Matter not available',
      explanation: 'firm.example has no such matter, or you may not see it.',
    });
    expect(errorActions(info)).toEqual(['chooseMatter', 'retry']);
  });

  it('the body of a question has the matter that it names, and no field for it otherwise', () => {
    const messages = [{ role: 'human', content: 'Why?' }] as const;
    expect(JSON.parse(toBody({ messages, matter: 'Harbor' }))).toHaveProperty('matter', 'Harbor');
    expect(JSON.parse(toBody({ messages }))).not.toHaveProperty('matter');
  });

  it('the client closes the body of the transport however an answer ends', async () => {
    for (const pieces of [[SOME, DONE, NEVER], [SOME], [bytes('<html>'), NEVER]]) {
      const { transport, signals } = rude(pieces);
      await run(clientFor(transport));
      expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    }
  });

  it('the client ends a stopped question although the transport continues', async () => {
    const stop = new AbortController();
    const { transport } = rude([SOME, NEVER]);
    const running = run(clientFor(transport), QUESTION, stop.signal, {
      onAnswer: () => setImmediate(() => stop.abort()),
    });
    expect(await running).toMatchObject({ outcome: 'stopped', text: 'some' });
  });

  it('the client yields nothing after a stop, not even what has arrived', async () => {
    const stop = new AbortController();
    const both = bytes(`${new TextDecoder().decode(SOME)}${new TextDecoder().decode(SOME)}`);
    const { transport } = rude([both, DONE]);
    expect((await run(clientFor(transport), QUESTION, stop.signal, { onAnswer: () => stop.abort() })).text).toBe(
      'some',
    );
  });

  it('the client does not mistake a slow reader for a silent service', async () => {
    let now = 0;
    const timers = new Map<object, () => void>();
    const clock: Clock = {
      now: () => now,
      after(_, run) {
        const timer = {};
        timers.set(timer, run);
        return () => timers.delete(timer);
      },
    };
    const { transport } = rude([SOME, DONE]);
    const outcome = await run(clientFor(transport, { clock }), QUESTION, undefined, {
      onAnswer: () => {
        now += 3_600_000;
        for (const [timer, fire] of [...timers]) {
          timers.delete(timer);
          fire();
        }
      },
    });
    expect(outcome.outcome).toBe('done');
    expect(timers.size).toBe(0);
  });

  it('the client never shows the key when a network stack puts it into its error', async () => {
    for (const thrown of [new TypeError(`Invalid header value "Bearer ${CANARY_KEY}"`), `text ${CANARY_KEY}`]) {
      const outcome = await run(clientFor({ send: () => Promise.reject(thrown) }));
      expect(outcome.error?.kind).toBe('network');
      expectNoCanary(outcome.error);
    }
    const body = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error(CANARY_KEY)) }) };
    const outcome = await run(clientFor({ send: async () => ({ status: 200, headers: {}, body }) }));
    expect(outcome.outcome).toBe('truncated');
    expectNoCanary(outcome.error);
  });

  it('the client reports what happens on the wire and ends the report exactly once', async () => {
    const trace = async (pieces: readonly (Uint8Array | Promise<never>)[], stop?: AbortController) => {
      const seen: WireEvent[] = [];
      const onWireEvent = (event: WireEvent) => seen.push(event);
      await run(clientFor(rude(pieces).transport), QUESTION, stop?.signal, {
        onWireEvent,
        onAnswer: () => stop?.abort(),
      });
      return seen.map((event) => (event.type === 'ended' ? event.outcome : event.type));
    };
    expect(await trace([SOME, DONE])).toEqual(['sent', 'response', 'data', 'data', 'done']);
    expect(await trace([SOME])).toEqual(['sent', 'response', 'data', 'truncated']);
    expect(await trace([SOME, DONE], new AbortController())).toEqual(['sent', 'response', 'data', 'aborted']);
  });

  it('the client sends no request whose newest message is not a question', async () => {
    const { transport, signals } = rude([DONE]);
    for (const messages of [[], [{ role: 'ai', content: 'x' } as const]]) {
      expect((await run(clientFor(transport), { messages })).error?.kind).toBe('request');
    }
    expect(signals).toHaveLength(0);
  });
});
