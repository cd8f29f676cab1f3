import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { chunkSchema, completionSchema } from '../../../src/protocol/chatCompletions.ts';
import { errorBodySchema } from '../../../src/protocol/errors.ts';
import { ANSWER_TEXT } from '../../support/fakeResearcher.ts';
import { ask, dataParts, type Exchange, exchange, openSocket, QUESTION } from '../../support/httpExchange.ts';
import { KEY, type StartedService, startService } from '../../support/startService.ts';

const caseSchema = z.object({
  id: z.string(),
  group: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
  rawBody: z.optional(z.string()),
  rawBodyBase64: z.optional(z.string()),
  genBody: z.optional(z.looseObject({ kind: z.string(), bytes: z.optional(z.number()) })),
  expect: z.object({
    class: z.enum(['accept', '4xx', 'silent']),
    status: z.optional(z.array(z.int())),
    mustNot: z.optional(z.array(z.string())),
  }),
});
type Case = z.infer<typeof caseSchema>;

const file = new URL('../../fixtures/cases/requests.json', import.meta.url);
const cases = z.array(caseSchema).parse(JSON.parse(readFileSync(file, 'utf8')));

/** What this service does where the interface is silent; docs/service.md says why. */
const DECIDED: Readonly<Record<string, { readonly status: number; readonly param?: string }>> = {
  R056: { status: 400, param: 'messages[0].content' },
  R057: { status: 400, param: 'messages[0].content' },
  R062: { status: 200 },
  R066: { status: 400, param: 'askMode' },
  R079: { status: 200 },
  R080: { status: 200 },
  R083: { status: 400, param: 'allowedAskModes' },
  R085: { status: 200 },
  R086: { status: 200 },
  R097: { status: 400, param: 'ZeroDataRetention' },
  R101: { status: 200 },
  R103: { status: 200 },
  R104: { status: 200 },
  R122: { status: 413 },
  R125: { status: 415 },
  R142: { status: 200 },
  R151: { status: 403 },
  R152: { status: 403 },
  R158: { status: 404 },
  R164: { status: 408 },
};

/** The field that a refusal has to name. */
const NAMED: Readonly<Record<string, RegExp>> = {
  R026: /^model$/,
  R031: /^model$/,
  R034: /^messages$/,
  R035: /^messages$/,
  R036: /^messages$/,
  R038: /^messages\[0\]$/,
  R041: /^messages\[0\]\.role$/,
  R047: /^messages\[0\]\.role$/,
  R050: /^messages\[0\]\.role$/,
  R058: /^messages\[1\]\.role$/,
  R070: /^askMode$/,
  R075: /^websearch$/,
  R091: /^stream$/,
};

let service: StartedService;
/** Its clocks are scaled, for the samples that send slowly on purpose. */
let impatient: StartedService;
beforeAll(async () => {
  service = await startService();
  impatient = await startService({ sockets: { headersMs: 200 } });
});
afterAll(() => Promise.all([service.close(), impatient.close()]));

const fill = (text: string): string => text.replaceAll('{{KEY_UPPER}}', KEY.toUpperCase()).replaceAll('{{KEY}}', KEY);

async function send(sample: Case): Promise<Exchange> {
  const headers = Object.fromEntries(Object.entries(sample.headers).map(([name, value]) => [name, fill(value)]));
  if (headers['x-test-send'] !== undefined) return sendSlowly(headers);
  return exchange(service.port, {
    method: sample.method,
    path: fill(sample.path),
    headers,
    body: bodyOf(sample, headers),
  });
}

function bodyOf(sample: Case, headers: Readonly<Record<string, string>>): string | Uint8Array | string[] {
  if (sample.rawBodyBase64 !== undefined) return gzipSync(JSON.stringify(QUESTION));
  if (sample.rawBody !== undefined) return sample.rawBody;
  if (sample.genBody !== undefined) {
    return JSON.stringify({
      ...QUESTION,
      messages: [{ role: 'human', content: 'x'.repeat(sample.genBody.bytes ?? 0) }],
    });
  }
  const text = fill(JSON.stringify(sample.body));
  return headers['transfer-encoding'] === 'chunked' ? [...text] : text;
}

/** The head of the request drips in until the service has enough of it. */
async function sendSlowly(headers: Readonly<Record<string, string>>): Promise<Exchange> {
  const raw = await openSocket(impatient.port);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `POST /chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`;
  let at = 0;
  const drip = setInterval(() => raw.socket.write(head.charAt(at++)), 20);
  await raw.closed;
  clearInterval(drip);
  const [start = '', body = ''] = raw.received().split('\r\n\r\n');
  return { status: Number(start.split(' ')[1]), headers: { 'content-type': 'application/json' }, body };
}

function expectAnswer(reply: Exchange, stream: boolean): void {
  expect(reply.status).toBe(200);
  if (!stream) {
    const completion = completionSchema.parse(JSON.parse(reply.body));
    expect(completion.model).toBe('service-1.0');
    expect(completion.choices).toMatchObject([
      { index: 0, message: { role: 'ai', content: ANSWER_TEXT }, finish_reason: 'stop' },
    ]);
    expect(completion.usage.total_tokens).toBe(completion.usage.prompt_tokens + completion.usage.completion_tokens);
    return;
  }
  const parts = dataParts(reply.body);
  expect(parts.pop()).toBe('[DONE]');
  for (const part of parts) chunkSchema.parse(JSON.parse(part));
}

function expectRefusal(reply: Exchange): z.infer<typeof errorBodySchema>['error'] {
  expect(String(reply.headers['content-type'])).toMatch(/^application\/json/);
  const { error } = errorBodySchema.parse(JSON.parse(reply.body));
  expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code']);
  expect(reply.body).not.toContain(KEY);
  expect(reply.body).not.toMatch(/\bat .*:\d+:\d+|node:|\.ts\b/);
  expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  return error;
}

describe('the sample requests over a real socket', () => {
  for (const sample of cases) {
    it(`${sample.id} ${sample.group}: ${sample.name}`, async () => {
      const reply = await send(sample);
      const decided = DECIDED[sample.id];
      if (sample.expect.class === 'accept' || decided?.status === 200) {
        expectAnswer(reply, (sample.body as { stream?: unknown } | undefined)?.stream === true);
      } else {
        const allowed = sample.expect.class === '4xx' ? (sample.expect.status ?? []) : [decided?.status];
        expect(allowed).toContain(reply.status);
        const error = expectRefusal(reply);
        if (decided?.param !== undefined) expect(error.param).toBe(decided.param);
        const named = NAMED[sample.id];
        if (named !== undefined) expect(error.param).toMatch(named);
      }
      expect(({} as { stream?: unknown }).stream).toBeUndefined();
      // Whatever came before, the next good question is answered.
      expectAnswer(await ask(service.port), false);
    });
  }

  it('every sample request for which the interface specifies nothing has a documented decision', () => {
    const undecided = cases.filter((sample) => sample.expect.class === 'silent' && DECIDED[sample.id] === undefined);
    expect(undecided).toEqual([]);
  });

  it('no log line of the sample requests contains a query, a key or a question', () => {
    const lines = service.logs.map((entry) => JSON.stringify(entry)).join('\n');
    expect(service.logs.length).toBeGreaterThan(cases.length);
    expect(lines).not.toContain('api_key=');
    expect(lines).not.toContain(KEY);
    expect(lines).not.toContain('laptop');
  });
});
