import { describe, expect, it } from 'vitest';
import { openModel } from '../../../src/extension/model/openModel.ts';
import { createVscodeModel } from '../../../src/extension/model/vscodeModel.ts';
import { ModelError, type ModelErrorKind } from '../../../src/model/modelError.ts';
import { limitReplies } from '../../../src/model/replyLimits.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import {
  type FakeChatModel,
  FakeLanguageModelError,
  FakeTextPart,
  fakeChatModel,
  parts,
  withLanguageModels,
} from './fakeLanguageModels.ts';

const never = new AbortController().signal;

function modelOver(list: () => FakeChatModel[] | Error) {
  const { api } = withLanguageModels(fakeVscode().api, list);
  return createVscodeModel({
    vscode: api,
    vendor: 'acme',
    id: 'one',
    name: 'Acme One',
    inputTokens: 1000,
    justification: 'test',
  });
}

async function read(model: ReturnType<typeof modelOver>, signal = never): Promise<string> {
  let text = '';
  for await (const chunk of model.send([{ role: 'user', content: 'question' }], signal)) text += chunk;
  return text;
}

const kindOf = (failing: Promise<unknown>): Promise<ModelErrorKind> =>
  failing.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: unknown) => {
      if (error instanceof ModelError) return error.kind;
      throw error;
    },
  );

describe('a model of VS Code', () => {
  it('a model of VS Code yields the text parts only: thinking, data and tool parts are ignored', async () => {
    const chat = fakeChatModel(() =>
      parts(
        { value: 'thinking' },
        new FakeTextPart('<think>x</think>One '),
        { mimeType: 'usage', data: new Uint8Array(2) },
        { callId: '1', name: 'tool', input: {} },
        new FakeTextPart('two'),
      ),
    );
    expect(await read(modelOver(() => [chat]))).toBe('One two');
    expect(chat.prompts).toEqual([[{ role: 'user', content: 'question' }]]);
  });

  it('a system message goes to a model of VS Code as a user message, because the API has no system role', async () => {
    const chat = fakeChatModel(() => parts(new FakeTextPart('ok')));
    const reply = modelOver(() => [chat]).send([{ role: 'system', content: 'rules' }], never);
    while (!(await reply.next()).done);
    expect(chat.prompts).toEqual([[{ role: 'user', content: 'rules' }]]);
  });

  it('a model that is not in the list is reported as not found', async () => {
    expect(await kindOf(read(modelOver(() => [])))).toBe('notFound');
  });

  it('a model that appears late is found by the next request', async () => {
    let models: FakeChatModel[] = [];
    const model = modelOver(() => models);
    expect(await kindOf(read(model))).toBe('notFound');
    models = [fakeChatModel(() => parts(new FakeTextPart('late')))];
    expect(await read(model)).toBe('late');
  });

  const failures: readonly (readonly [unknown, ModelErrorKind])[] = [
    [new FakeLanguageModelError('NotFound'), 'notFound'],
    [new FakeLanguageModelError('NoPermissions'), 'notPermitted'],
    [new FakeLanguageModelError('Blocked'), 'rateLimit'],
    [Object.assign(new Error('used up'), { name: 'ChatQuotaExceeded' }), 'quota'],
    [Object.assign(new Error('slow down'), { name: 'ChatRateLimited' }), 'rateLimit'],
    [new Error('Message exceeds token limit.'), 'tooLong'],
    [new Error('Endpoint not found for model'), 'notFound'],
    [new FakeLanguageModelError('', 'something else'), 'server'],
    [new Error("Language model 'one' cannot be used by fiscal."), 'notPermitted'],
    [new Error('The request was blocked by the off-topic classifier.'), 'filtered'],
    [new Error('Response was filtered by the Responsible AI Service.'), 'filtered'],
    [new Error('model_not_supported'), 'notFound'],
    [new Error('No lowest priority node found'), 'tooLong'],
    [new Error('Your prompt exceeds the context window of 8192 tokens.'), 'tooLong'],
    [new FakeLanguageModelError('', 'Unknown'), 'server'],
    [Object.assign(new Error('Canceled'), { name: 'Canceled' }), 'server'],
    [undefined, 'server'],
    ['text', 'server'],
  ];
  for (const [error, kind] of failures) {
    it(`the failure ${String(error)} of VS Code has the kind ${kind}, whether it comes before or within the stream`, async () => {
      const before = fakeChatModel(() => Promise.reject(error));
      expect(await kindOf(read(modelOver(() => [before])))).toBe(kind);
      const within = fakeChatModel(async function* () {
        yield new FakeTextPart('begun');
        throw error;
      });
      expect(await kindOf(read(modelOver(() => [within])))).toBe(kind);
    });
  }

  it('a model that VS Code removed throws when it is asked, which is reported as not found', async () => {
    const removed = fakeChatModel(() => {
      throw new FakeLanguageModelError('NotFound');
    });
    expect(await kindOf(read(modelOver(() => [removed])))).toBe('notFound');
  });

  it('a stream without any part, or with parts of unknown types only, is an empty reply and no error', async () => {
    expect(await read(modelOver(() => [fakeChatModel(() => parts())]))).toBe('');
    const unknown = fakeChatModel(() => parts({ kind: 'new' }, null, undefined, 5, { value: ['not text'] }));
    expect(await read(modelOver(() => [unknown]))).toBe('');
  });

  it('the tokens of a prompt are estimated, so that a provider that counts slowly or wrongly has no effect', async () => {
    let counted = 0;
    const chat = Object.assign(
      fakeChatModel(() => parts(new FakeTextPart('ok'))),
      {
        countTokens() {
          counted += 1;
          throw new Error('not now');
        },
      },
    );
    expect(await read(modelOver(() => [chat]))).toBe('ok');
    expect(counted).toBe(0);
  });

  it('a failure of the list of models is an error of the server', async () => {
    expect(await kindOf(read(modelOver(() => new Error('vendor failed'))))).toBe('server');
  });

  it('an abort cancels the request at the provider, also if the stream ends quietly after it', async () => {
    const stop = new AbortController();
    const chat = fakeChatModel(async function* (token) {
      yield new FakeTextPart('begun');
      await new Promise<void>((resolve) => token.onCancellationRequested(resolve));
    });
    const reading = read(
      modelOver(() => [chat]),
      stop.signal,
    );
    while (chat.tokens.length === 0) await Promise.resolve();
    stop.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
    expect(chat.tokens[0]?.isCancellationRequested).toBe(true);
  });

  it('a provider that ignores the cancellation does not delay the end of the reply', async () => {
    const stop = new AbortController();
    const chat = fakeChatModel(async function* () {
      yield new FakeTextPart('begun');
      await new Promise(() => {});
    });
    const reply = limitReplies(modelOver(() => [chat])).send([], stop.signal);
    expect(await reply.next()).toEqual({ done: false, value: 'begun' });
    const next = reply.next();
    stop.abort(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
    expect(chat.tokens[0]?.isCancellationRequested).toBe(true);
  });

  it('a reply beyond the limit of characters ends with a protocol error and cancels the request', async () => {
    const chat = fakeChatModel(async function* () {
      for (;;) yield new FakeTextPart('again ');
    });
    const limited = limitReplies(
      modelOver(() => [chat]),
      { first: 1000, idle: 1000, total: 1000, characters: 600 },
    );
    expect(await kindOf(read(limited))).toBe('protocol');
    expect(chat.tokens[0]?.isCancellationRequested).toBe(true);
  });

  it('a reply that never ends and grows slowly ends with a timeout and cancels the request', async () => {
    const chat = fakeChatModel(async function* () {
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        yield new FakeTextPart('');
        yield new FakeTextPart('a');
      }
    });
    const limited = limitReplies(
      modelOver(() => [chat]),
      { first: 60_000, idle: 60_000, total: 50, characters: 10_000_000 },
    );
    expect(await kindOf(read(limited))).toBe('timeout');
    expect(chat.tokens[0]?.isCancellationRequested).toBe(true);
  });

  it('a reply that does not begin in time ends with a timeout and cancels the request', async () => {
    const chat = fakeChatModel(() => new Promise(() => {}));
    const limited = limitReplies(
      modelOver(() => [chat]),
      { first: 5, idle: 5, total: 5, characters: 600 },
    );
    expect(await kindOf(read(limited))).toBe('timeout');
    expect(chat.tokens[0]?.isCancellationRequested).toBe(true);
  });

  it('two requests at once have separate cancellations', async () => {
    const chat = fakeChatModel((token) =>
      (async function* () {
        await new Promise<void>((resolve) => token.onCancellationRequested(resolve));
      })(),
    );
    const model = modelOver(() => [chat]);
    const [one, two] = [new AbortController(), new AbortController()];
    const reads = [read(model, one.signal), read(model, two.signal)];
    while (chat.tokens.length < 2) await Promise.resolve();
    one.abort(new Error('one'));
    await expect(reads[0]).rejects.toThrow('one');
    expect(chat.tokens.map((token) => token.isCancellationRequested)).toEqual([true, false]);
    two.abort(new Error('two'));
    await expect(reads[1]).rejects.toThrow('two');
  });
});

describe('the input limit of a model of VS Code', () => {
  const opened = (maxInputTokens: number, inputTokens = 0) => {
    const { api } = withLanguageModels(fakeVscode().api, () => [
      { ...fakeChatModel(() => parts(new FakeTextPart('ok'))), maxInputTokens },
    ]);
    const chosen = { provider: 'vscode' as const, model: 'acme/one', address: '', inputTokens };
    const unused = () => Promise.reject(new Error('not for a model of VS Code'));
    return openModel(chosen, 'Acme One', 300_000, { vscode: api, openTransport: unused, keyFor: unused });
  };

  for (const stated of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`a provider that states ${stated} tokens gets prompts for 8192`, async () => {
      expect((await opened(stated)).inputTokens).toBe(8192);
    });
  }

  it('the limit of the user counts more than that of the provider, which may be the maximum of a model and not what is loaded', async () => {
    expect((await opened(128_000, 4096)).inputTokens).toBe(4096);
    expect((await opened(42)).inputTokens).toBe(42);
  });
});
