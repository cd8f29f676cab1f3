import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createOpenAiModel, type ModelLimits } from '../../../src/client/model/openAiModel.ts';
import { createNodeTransport } from '../../../src/client/transport/nodeTransport.ts';
import type { LanguageModel, ModelOutcome, TokenUsage } from '../../../src/model/languageModel.ts';
import { ModelError, type ModelErrorKind } from '../../../src/model/modelError.ts';
import { contents, delta, type ModelReply, sendStream, startModelServer } from '../../support/modelServer.ts';

interface Received {
  readonly text: string;
  readonly outcome: ModelOutcome | ModelErrorKind;
  readonly requests: number;
}

function openModel(
  address: string,
  { key, limits }: { readonly limits?: Partial<ModelLimits>; readonly key?: string } = {},
): LanguageModel {
  const transport = createNodeTransport();
  return createOpenAiModel({ address, model: 'm', transport, getKey: () => key, ...(limits && { limits }) });
}

async function ask(
  reply: ModelReply,
  options: { readonly limits?: Partial<ModelLimits>; readonly signal?: AbortSignal } = {},
): Promise<Received> {
  await using server = await startModelServer(reply);
  const model = openModel(server.url, options);
  let text = '';
  const chunks = model.send([{ role: 'user', content: 'Question' }], options.signal ?? new AbortController().signal);
  try {
    for (;;) {
      const next = await chunks.next();
      if (next.done) return { text, outcome: next.value, requests: server.requests.length };
      text += next.value;
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { text, outcome: error.kind, requests: server.requests.length };
  }
}

const stream =
  (text: string): ModelReply =>
  (response) =>
    sendStream(response, text);
const status =
  (code: number, body: unknown, headers: Record<string, string> = {}): ModelReply =>
  (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

describe('the request to a language model', () => {
  it('contains the model, the messages, `stream` and the wish to learn the number of tokens, and nothing else', async () => {
    await using server = await startModelServer(stream(`${contents('Hi')}data: [DONE]\n\n`));
    const model = openModel(server.url, { key: 'sk-1' });
    const chunks = model.send([{ role: 'user', content: 'Question' }], new AbortController().signal);
    while (!(await chunks.next()).done);
    expect(server.requests[0]?.url).toBe('/v1/chat/completions');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-1');
    expect(server.requests[0]?.body).toEqual({
      model: 'm',
      messages: [{ role: 'user', content: 'Question' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it.each(['/v1', '/v1/', '/v1/chat/completions'])(
    'to the address with the path %s goes to one address',
    async (path) => {
      await using server = await startModelServer(stream(`${contents('Hi')}data: [DONE]\n\n`));
      await openModel(new URL(path, server.url).href).send([], new AbortController().signal).next();
      expect(server.requests[0]?.url).toBe('/v1/chat/completions');
    },
  );

  it.each([
    'http://models.example.com/v1',
    'http://127.0.0.1.example.com/v1',
    'https://user:secret@api.example.com/v1',
    'https://api.example.com/v1?key=1',
    'file:///etc/passwd',
    'not an address',
  ])('is not sent to the address %s', async (address) => {
    const send = vi.fn();
    const model = createOpenAiModel({ address, model: 'm', transport: { send }, getKey: () => 'sk-1' });
    await expect(model.send([], new AbortController().signal).next()).rejects.toMatchObject({ kind: 'address' });
    expect(send).not.toHaveBeenCalled();
  });
});

describe('a streamed reply of a language model', () => {
  it.each<[string, string, string, ModelOutcome | ModelErrorKind]>([
    ['an ordinary stream', `${contents('One ', 'two')}${delta({}, 'stop')}data: [DONE]\n\n`, 'One two', 'stop'],
    ['a stream without a finish reason', `${contents('One')}data: [DONE]\n\n`, 'One', 'unspecified'],
    ['a stream that ends in silence', contents('One'), 'One', 'unspecified'],
    ['a stream cut by the length limit', `${contents('One')}${delta({}, 'length')}data: [DONE]\n\n`, 'One', 'length'],
    ['a content filter', `${contents('One')}${delta({}, 'content_filter')}data: [DONE]\n\n`, 'One', 'filtered'],
    [
      'a first chunk without choices',
      `data: {"choices":[]}\n\n${contents('One')}data: [DONE]\n\n`,
      'One',
      'unspecified',
    ],
    [
      'a choice without a delta',
      `data: {"choices":[{"index":0}]}\n\n${contents('One')}data: [DONE]\n\n`,
      'One',
      'unspecified',
    ],
    ['null content', `${delta({ content: null })}${contents('One')}data: [DONE]\n\n`, 'One', 'unspecified'],
    [
      'reasoning fields',
      `${delta({ reasoning_content: 'Hm' })}${delta({ reasoning: 'Hm' })}${contents('One')}data: [DONE]\n\n`,
      'One',
      'unspecified',
    ],
    ['only reasoning', `${delta({ reasoning: 'Hm' })}${delta({}, 'length')}data: [DONE]\n\n`, '', 'length'],
    ['a think tag', `${contents('<think>Hm', ' hm</think>One')}data: [DONE]\n\n`, 'One', 'unspecified'],
    [
      'a think tag cut into pieces',
      `${contents('<th', 'ink>Hm</thi', 'nk>One')}data: [DONE]\n\n`,
      'One',
      'unspecified',
    ],
    ['a think tag that is never closed', `${contents('<think>Hm hm hm')}data: [DONE]\n\n`, '', 'unspecified'],
    [
      'comments and CRLF',
      `: ping\r\n\r\n${contents('One').replaceAll('\n', '\r\n')}data: [DONE]\r\n\r\n`,
      'One',
      'unspecified',
    ],
    ['a byte order mark', `\uFEFF${contents('One')}data: [DONE]\n\n`, 'One', 'unspecified'],
    ['text after [DONE]', `${contents('One')}data: [DONE]\n\n${contents('Two')}`, 'One', 'unspecified'],
    ['a line that is not JSON', `data: hello\n\n${contents('One')}data: [DONE]\n\n`, 'One', 'unspecified'],
    [
      'a tool call that nobody asked for',
      `${delta({ tool_calls: [{ id: '1' }] })}${contents('One')}data: [DONE]\n\n`,
      'One',
      'unspecified',
    ],
    [
      'content in parts',
      `${delta({ content: [{ type: 'text', text: 'One' }] })}data: [DONE]\n\n`,
      'One',
      'unspecified',
    ],
    [
      'an error object and [DONE]',
      `${contents('One')}data: {"error":{"message":"boom"}}\n\ndata: [DONE]\n\n`,
      'One',
      'server',
    ],
    ['an error text', `${contents('One')}data: {"error":"maximum context length exceeded"}\n\n`, 'One', 'tooLong'],
    ['an error event', `${contents('One')}event: error\ndata: {"message":"boom"}\n\n`, 'One', 'server'],
    ['an error line that is no event field', `${contents('One')}error: {"message":"boom"}\n\n`, 'One', 'server'],
  ])('with %s is read', async (_, text, expected, outcome) => {
    expect(await ask(stream(text))).toEqual({ text: expected, outcome, requests: 1 });
  });

  it('is the same for every cut of its bytes', async () => {
    const whole = Buffer.from(
      `: ping\r\n${contents('Größe § 179', '<think>x</think>y')}${delta({}, 'stop')}data: [DONE]\n\n`,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: whole.length }), { maxLength: 12 }), async (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((end, at) => whole.subarray(places[at], end));
        const model = createOpenAiModel({
          address: 'https://models.example.com',
          model: 'm',
          getKey: () => undefined,
          transport: {
            send: async () => ({
              status: 200,
              headers: { 'content-type': 'text/event-stream' },
              body: (async function* () {
                yield* pieces;
              })(),
            }),
          },
        });
        let text = '';
        const chunks = model.send([], new AbortController().signal);
        for (;;) {
          const next = await chunks.next();
          if (next.done) return next.value === 'stop' && text === 'Größe § 179y';
          text += next.value;
        }
      }),
      { numRuns: 60 },
    );
  });

  it('may be one JSON body', async () => {
    const body = { choices: [{ index: 0, message: { role: 'assistant', content: 'One' }, finish_reason: 'stop' }] };
    expect(await ask(status(200, body))).toEqual({ text: 'One', outcome: 'stop', requests: 1 });
  });

  it.each([
    ['text', contents('x'.repeat(2000))],
    ['reasoning', delta({ reasoning_content: 'x'.repeat(2000) })],
  ])('whose %s grows without end fails as a protocol error', async (_, chunk) => {
    const reply: ModelReply = (response) => sendStream(response, chunk.repeat(3));
    expect((await ask(reply, { limits: { characters: 5000 } })).outcome).toBe('protocol');
  });

  it('that stalls fails with a timeout', async () => {
    const reply: ModelReply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(contents('One'));
    };
    expect(await ask(reply, { limits: { idleTimeout: 50 } })).toEqual({ text: 'One', outcome: 'timeout', requests: 1 });
  });

  it.each([
    ['empty chunks', delta({ content: '' })],
    ['comments', ': alive\n\n'],
    ['text', contents('x')],
  ])('that never ends and sends %s fails with a timeout', async (_, event) => {
    const reply: ModelReply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = () => {
        if (!response.destroyed) response.write(event, () => setImmediate(more));
      };
      more();
    };
    expect(await ask(reply, { limits: { idleTimeout: 60_000, totalTime: 100 } })).toMatchObject({
      outcome: 'timeout',
      requests: 1,
    });
  });

  it('whose connection is cut fails as a network error and is not sent again', async () => {
    const reply: ModelReply = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-length': '10000' });
      response.write(contents('One'), () => response.destroy());
    };
    expect(await ask(reply)).toEqual({ text: 'One', outcome: 'network', requests: 1 });
  });

  it('is closed at once when the user stops', async () => {
    const abort = new AbortController();
    await using server = await startModelServer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(contents('One'));
    });
    const model = openModel(server.url);
    const chunks = model.send([], abort.signal);
    await chunks.next();
    const next = chunks.next();
    abort.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
    await server.closed(1);
  });
});

describe('a refusal by a language model endpoint', () => {
  it('whose text does not end is closed', async () => {
    await using server = await startModelServer((response) => {
      response.writeHead(404, { 'content-type': 'text/plain' });
      response.write('x'.repeat(200_000));
    });
    const chunks = openModel(server.url).send([], new AbortController().signal);
    await expect(chunks.next()).rejects.toBeInstanceOf(ModelError);
    await server.closed(1);
  });

  it.each<[number, unknown, ModelErrorKind]>([
    [400, { error: { message: "This model's maximum context length is 4096 tokens" } }, 'tooLong'],
    [400, { error: { type: 'exceed_context_size_error', n_ctx: 4096 } }, 'tooLong'],
    [400, { error: { code: 'content_filter', message: 'The response was filtered' } }, 'filtered'],
    [400, { error: { message: 'Bad request' } }, 'protocol'],
    [401, { error: { message: 'Bad key' } }, 'auth'],
    [402, {}, 'quota'],
    [403, { error: { message: 'Forbidden' } }, 'notPermitted'],
    [404, { error: { message: 'model "x" not found' } }, 'notFound'],
    [404, '<html>Not here</html>', 'address'],
    [429, { error: { code: 'insufficient_quota' } }, 'quota'],
    [429, { error: { message: 'Slow down' } }, 'rateLimit'],
    [500, '', 'server'],
    [503, { error: { message: 'Loading model' } }, 'server'],
    [302, '', 'address'],
  ])('with status %i and %j is of kind %s', async (code, body, kind) => {
    const headers: Record<string, string> = code === 302 ? { location: 'http://127.0.0.1:9/elsewhere' } : {};
    expect(await ask(status(code, body, headers))).toEqual({ text: '', outcome: kind, requests: 1 });
  });

  it('of the wish for the number of tokens is followed by the same request without it, and is remembered', async () => {
    const bodies: unknown[] = [];
    await using server = await startModelServer((response, request, number) => {
      bodies.push(Object.keys(request.body ?? {}));
      if (number === 1) status(400, { error: { message: 'Extra inputs: stream_options' } })(response, request, number);
      else sendStream(response, `${contents('One')}data: [DONE]\n\n`);
    });
    const model = openModel(server.url);
    for (let call = 0; call < 2; call += 1) {
      let text = '';
      for await (const chunk of model.send([], new AbortController().signal)) text += chunk;
      expect(text).toBe('One');
    }
    const without = ['model', 'messages', 'stream'];
    expect(bodies).toEqual([[...without, 'stream_options'], without, without]);
  });

  it.each([
    [
      'in a last chunk without choices',
      '{"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}}',
      15,
    ],
    [
      'in each chunk',
      '{"usage":{"prompt_tokens":2,"completion_tokens":1}}\n\ndata: {"usage":{"prompt_tokens":9,"completion_tokens":4}}',
      13,
    ],
    ['as something else', '{"usage":{"prompt_tokens":"many"}}', undefined],
    ['not at all', '{"choices":[],"usage":null}', undefined],
  ])('reports the tokens %s', async (_name, chunk, total) => {
    await using server = await startModelServer(stream(`${contents('One')}data: ${chunk}\n\ndata: [DONE]\n\n`));
    let reported: TokenUsage | undefined;
    const reply = openModel(server.url).send([], new AbortController().signal, {
      onUsage(usage) {
        reported = usage;
      },
    });
    for await (const _ of reply) void _;
    expect(reported?.totalTokens).toBe(total);
  });

  it('that says when to come back is followed by one more attempt', async () => {
    const busy = status(503, '', { 'retry-after': '0' });
    const reply: ModelReply = (response, request, number) =>
      number === 1 ? busy(response, request, number) : sendStream(response, `${contents('One')}data: [DONE]\n\n`);
    expect(await ask(reply)).toEqual({ text: 'One', outcome: 'unspecified', requests: 2 });
    expect(await ask(busy)).toEqual({ text: '', outcome: 'server', requests: 2 });
  });

  it('never shows words of the endpoint', () => {
    const error = new ModelError('server', { cause: new Error('secret') });
    expect(error.message).not.toContain('secret');
  });

  it('with an HTML page under status 200 is a wrong address', async () => {
    const reply: ModelReply = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<html></html>');
    };
    expect((await ask(reply)).outcome).toBe('address');
  });

  it('by an endpoint that cannot be reached is a network error', async () => {
    const model = openModel('http://127.0.0.1:1');
    await expect(model.send([], new AbortController().signal).next()).rejects.toMatchObject({ kind: 'network' });
  });
});
