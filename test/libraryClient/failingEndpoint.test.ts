/** What a user reads, and what is sent, when the endpoint of a language model fails or answers badly. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOpenAiModel, type ModelLimits } from '../../src/client/model/openAiModel.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { createLibraryConnection, type LibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import { closedPort } from '../support/closedPort.ts';
import {
  contents,
  type ModelReply,
  type ReceivedRequest,
  sendStream,
  startModelServer,
} from '../support/modelServer.ts';

const WORKER = fileURLToPath(new URL('../../src/service/worker/main.ts', import.meta.url));
const SENTENCE = 'A laptop that costs less than $2,500 may be expensed.';
const INVENTED = 'A laptop that costs less than $9,999 may be expensed.';
const QUOTES = 'The library quotes instead.';

let folder: string;
let connection: LibraryConnection;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-endpoint-'));
  writeFileSync(join(folder, 'laptop.md'), `# Laptops\n\n${SENTENCE}\n`);
  connection = createLibraryConnection({ spawn: () => new Worker(WORKER) });
  connection.configure({ folders: [folder], indexDir: null, exclude: [] });
});

afterAll(() => {
  connection.dispose();
  rmSync(folder, { recursive: true });
});

async function askAt(address: string, limits: Partial<ModelLimits> = {}) {
  const transport = createNodeTransport();
  const model = createOpenAiModel({ address, model: 'm', name: 'Model', getKey: () => undefined, transport, limits });
  const question = {
    question: plainQuestion('Can a laptop that costs less than $2,500 be expensed?'),
    context: [],
    mode: 'tax_research_fast_research',
    allowed: null,
    zeroRetention: false,
  } as const;
  const options = { model: { model, zeroRetention: false }, idleTimeout: 30_000 };
  const steps: string[] = [];
  let answer = '';
  for await (const event of connection.ask(question, new AbortController().signal, options)) {
    if (event.type === 'step') steps.push(event.title);
    else if (event.type === 'text') answer += event.text;
    else if (event.type === 'parts') answer = event.text ?? answer;
  }
  return { answer, steps };
}

async function ask(reply: ModelReply, limits: Partial<ModelLimits> = {}) {
  await using server = await startModelServer(reply);
  const result = await askAt(server.url, limits);
  return { ...result, requests: server.requests };
}

const promptOf = ({ body }: ReceivedRequest) => body.messages.map(({ content }) => content).join('\n');
const kindOf = (request: ReceivedRequest) => {
  const prompt = promptOf(request);
  if (prompt.startsWith('You prepare a search')) return 'search words';
  return prompt.startsWith('A check found') ? 'repair' : 'write';
};

const failure =
  (status: number, body: string, headers: Record<string, string> = {}): ModelReply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };

/** Answers the request for search words, and the others with these replies. */
const writes =
  (written: string | ModelReply, repaired = ''): ModelReply =>
  (response, request, number) => {
    const kind = kindOf(request);
    if (kind === 'search words') sendStream(response, `${contents('SEARCH: laptop')}data: [DONE]\n\n`);
    else if (kind === 'repair') sendStream(response, `${contents(repaired)}data: [DONE]\n\n`);
    else if (typeof written === 'string') sendStream(response, `${contents(written)}data: [DONE]\n\n`);
    else void written(response, request, number);
  };

const stream =
  (write: (event: (text: string) => void, isOpen: () => boolean) => void): ModelReply =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write(
      (text) => response.write(text),
      () => !response.destroyed,
    );
  };

/** No prompt reaches the endpoint a second time. */
function expectNothingTwice(requests: readonly ReceivedRequest[]): void {
  const prompts = requests.map(promptOf);
  expect(new Set(prompts).size).toBe(prompts.length);
}

describe('the user of an endpoint', () => {
  it.each<[string, ModelReply, string]>([
    ['refuses the key (401)', failure(401, '{"error":{"message":"Bad key"}}'), 'did not accept the key. Set the key'],
    [
      'does not have the model (404)',
      failure(404, '{"error":{"message":"model \\"m\\" not found"}}'),
      'Choose another model.',
    ],
    [
      'has nothing at this address (404)',
      failure(404, '<html>Not here</html>'),
      'Check the address of the language model.',
    ],
    [
      'is busy without a time (429)',
      failure(429, '{"error":{"message":"Slow down"}}'),
      'too many requests. Try again later.',
    ],
    ['is busy for an hour (429)', failure(429, '{}', { 'retry-after': '3600' }), 'too many requests. Try again later.'],
    [
      'has used up its quota (429)',
      failure(429, '{"error":{"code":"insufficient_quota"}}'),
      'quota of the language model is used up',
    ],
    [
      'fails (500)',
      failure(500, 'canary-of-the-endpoint'),
      'The language model reported an error. Try again, or choose another model.',
    ],
    [
      'refuses the content',
      failure(400, '{"error":{"code":"content_filter"}}'),
      'The language model refused the request.',
    ],
  ])('that %s reads why and then quotations, and nothing is sent twice', async (_name, reply, reason) => {
    const { answer, steps, requests } = await ask(reply);
    expect(answer).toContain(reason);
    expect(answer).toContain(QUOTES);
    expect(answer).toContain(`> ${SENTENCE}`);
    expect(steps.join('\n')).toContain(reason);
    expect(answer).not.toContain('canary-of-the-endpoint');
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['refuses the connection', async () => `http://127.0.0.1:${await closedPort()}/v1`],
    ['has a name that nobody knows', async () => 'https://no-such-host.invalid/v1'],
  ])('that %s reads that it could not be reached, and then quotations', async (_name, address) => {
    const { answer } = await askAt(await address());
    expect(answer).toContain('could not be reached. Check that it is running.');
    expect(answer).toContain(`> ${SENTENCE}`);
  });

  it('that says when to come back reads how long it takes, and the refused request alone is sent once more', async () => {
    const busy = failure(429, '{}', { 'retry-after': '1' });
    const answering = writes(`## RULE\n${SENTENCE} {S1}\nEND\n`);
    const { answer, steps, requests } = await ask((response, request, number) =>
      (number === 2 ? busy : answering)(response, request, number),
    );
    expect(steps).toContain('Model is busy. Asking again in seconds: 1');
    expect(answer).toContain(`${SENTENCE} [1]`);
    expect(requests.map(kindOf)).toEqual(['search words', 'write', 'write']);
  });

  it.each([
    ['in a field of its own', 'reasoning_content', ['Hm', 'Hm']],
    ['between tags', 'content', ['<think>Hm', 'Hm</think>']],
  ])(
    'that writes reasoning %s reads that the model is thinking, and not the reasoning',
    async (_name, field, parts) => {
      const thoughts = parts.map((part) => `data: ${JSON.stringify({ choices: [{ delta: { [field]: part } }] })}\n\n`);
      const { answer, steps } = await ask(
        writes(
          stream((event) => {
            for (const thought of thoughts) event(thought);
            event(`${contents(`## RULE\n${SENTENCE} {S1}\nEND\n`)}data: [DONE]\n\n`);
          }),
        ),
      );
      expect(steps.filter((step) => step === 'Model is thinking')).toHaveLength(1);
      expect(answer).toContain(`${SENTENCE} [1]`);
      expect(`${answer} ${steps.join(' ')}`).not.toContain('Hm');
    },
  );

  it('that stays busy after it said when to come back reads that, and no third request is sent', async () => {
    const { answer, requests } = await ask(failure(429, '{}', { 'retry-after': '0' }));
    expect(answer).toContain('too many requests. Try again later.');
    expect(requests).toHaveLength(2);
  });

  it.each<[string, ModelReply, Partial<ModelLimits>]>([
    ['stalls', stream(() => {}), { firstByteTimeout: 200, idleTimeout: 200 }],
    [
      'sends only keep-alives',
      stream((event, isOpen) => {
        const more = () => {
          if (!isOpen()) return;
          event(': alive\n\n');
          setTimeout(more, 20);
        };
        more();
      }),
      { totalTime: 300 },
    ],
  ])('that %s reads that it did not answer in time, and nothing is sent twice', async (_name, reply, limits) => {
    const { answer, requests } = await ask(writes(reply), limits);
    expect(answer).toContain('The language model did not answer in time.');
    expect(answer).toContain(`> ${SENTENCE}`);
    expectNothingTwice(requests);
  });

  it.each([
    ['answers in JSON', JSON.stringify({ answer: 'Laptops are cheap.', sources: [1] })],
    ['refuses in words', "I'm sorry, but I can't help with that."],
    ['says nothing', ''],
  ])('that %s reads the reason and quotations, and nothing is sent twice', async (_name, written) => {
    const { answer, requests } = await ask(writes(written));
    expect(answer).toMatch(/^\*(?:The language model|No sentence of the language model)/);
    expect(answer).toContain(QUOTES);
    expect(answer).not.toMatch(/sorry|cheap/);
    expectNothingTwice(requests);
  });

  it('that stops in the middle of a sentence reads the sentences before it, and nothing is sent twice', async () => {
    const broken: ModelReply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '100000' });
      response.write(contents(`## RULE\n${SENTENCE} {S1}\nIt does not apply to`), () => response.destroy());
    };
    const { answer, requests } = await ask(writes(broken));
    expect(answer).toContain(`${SENTENCE} [1]`);
    expect(answer).toContain('The reply of the language model was cut off.');
    expect(answer).not.toContain('does not apply');
    expectNothingTwice(requests);
  });

  it('that repairs with a line too many reads only the sentence that was asked for', async () => {
    const reply = writes(`## RULE\n${INVENTED} {S1}\nEND\n`, `1. ${SENTENCE} {S1}\n2. Tablets too. {S1}\nEND\n`);
    const { answer, requests } = await ask(reply);
    expect(answer).toContain(`${SENTENCE} [1]`);
    expect(answer).not.toMatch(/9,999|Tablets/);
    expect(requests.map(kindOf)).toEqual(['search words', 'write', 'repair']);
  });
});
