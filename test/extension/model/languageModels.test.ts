import { expect, it } from 'vitest';
import type { TransportRequest } from '../../../src/client/transport/transport.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { createLanguageModels, type ModelQuestion } from '../../../src/extension/model/languageModels.ts';
import { fakeMemento, fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';
import { FakeTextPart, fakeChatModel, parts, withLanguageModels } from './fakeLanguageModels.ts';

const ACME: SettingValues = {
  'languageModel.provider': { global: 'vscode' },
  'languageModel.model': { global: 'acme/one' },
};
const LOCAL: SettingValues = {
  'languageModel.provider': { global: 'address' },
  'languageModel.model': { global: 'llama' },
  'languageModel.address': { global: 'http://127.0.0.1:11434/v1' },
};
const GATEWAY: SettingValues = { ...LOCAL, 'languageModel.address': { global: 'https://gateway.example/v1' } };

/** A question without earlier turns. */
const QUESTION: Omit<ModelQuestion, 'zeroRetention'> = {
  guard: { names: () => [], strictest: () => 'off', onReplaced() {} },
  onCall() {},
};

function setUp(settings: SettingValues, memento = fakeMemento()) {
  const fake = fakeVscode();
  fake.settings = settings;
  const chat = fakeChatModel(() => parts(new FakeTextPart('answer')));
  const { api } = withLanguageModels(fake.api, () => [chat]);
  const requests: TransportRequest[] = [];
  const guarded: string[] = [];
  const models = createLanguageModels({
    vscode: api,
    settings: watchSettings(api),
    memento,
    openTransport: async () => ({
      async send(request) {
        requests.push(request);
        throw new Error('unreachable');
      },
    }),
    keyFor: async (origin) => (origin === 'https://gateway.example' ? 'sk-gateway' : undefined),
    guardPrompts(model) {
      guarded.push(model.id);
      return model;
    },
  });
  return { fake, models, requests, guarded, memento, chat };
}

it('without a chosen model, nothing is asked and the library quotes', async () => {
  const { models, fake } = setUp({});
  expect(models.current).toBeNull();
  expect(await models.forQuestion({ ...QUESTION, zeroRetention: false })).toBeNull();
  expect(fake.messages).toEqual([]);
});

it('the setting of the user says when the model reads its sentences again', async () => {
  const secondReading = (value: string) => setUp({ ...LOCAL, 'languageModel.secondReading': { global: value } });
  for (const [value, used] of [
    ['off', 'off'],
    ['exceptFast', 'exceptFast'],
    ['deep', 'deep'],
    ['unknown', 'exceptFast'],
  ] as const) {
    const { models, fake } = secondReading(value);
    fake.answers.push('Use Model');
    expect((await models.forQuestion({ ...QUESTION, zeroRetention: false }))?.secondReading).toBe(used);
  }
});

it('a folder cannot choose a model, an address or a limit', async () => {
  const values = Object.fromEntries(
    Object.entries({ ...GATEWAY, 'languageModel.inputTokens': { global: 5 } }).map(([id, { global }]) => [
      id,
      { workspace: global, folder: global, remote: global },
    ]),
  );
  const { models } = setUp(values);
  expect(models.current).toBeNull();
});

it('a folder cannot change the address of the user', async () => {
  const { models } = setUp({
    ...GATEWAY,
    'languageModel.address': { global: 'https://gateway.example/v1', workspace: 'https://evil.example/v1' },
  });
  expect(models.current).toMatchObject({ provider: 'gateway.example' });
});

it('an address without https that is not on this machine is not used', () => {
  const { models } = setUp({ ...LOCAL, 'languageModel.address': { global: 'http://gateway.example/v1' } });
  expect(models.current).toBeNull();
});

it('consent is asked once per model, also for two questions at once, and is remembered in the next window', async () => {
  const { models, fake, memento, guarded } = setUp(ACME);
  fake.answers.push('Use Model');
  const [one, two] = await Promise.all([
    models.forQuestion({ ...QUESTION, zeroRetention: false }),
    models.forQuestion({ ...QUESTION, zeroRetention: false }),
  ]);
  expect(one?.info).toEqual({ name: 'acme/one', provider: 'acme', onThisMachine: false });
  expect(two?.model.inputTokens).toBe(20_000);
  expect(fake.messages).toHaveLength(1);
  expect(guarded).toHaveLength(2);
  const next = setUp(ACME, memento);
  expect(await next.models.forQuestion({ ...QUESTION, zeroRetention: false })).not.toBeNull();
  expect(next.fake.messages).toEqual([]);
});

it('a refused model is not asked about again, and the library quotes', async () => {
  const { models, fake } = setUp(ACME);
  fake.answers.push('Quote Only');
  expect(await models.forQuestion({ ...QUESTION, zeroRetention: false })).toBeNull();
  expect(await models.forQuestion({ ...QUESTION, zeroRetention: false })).toBeNull();
  expect(models.current).toBeNull();
  expect(fake.messages).toHaveLength(1);
});

it('a refused model that the user chooses again is asked about again', async () => {
  const { models, fake } = setUp(ACME);
  fake.answers.push('Quote Only', 'Use Model');
  await models.forQuestion({ ...QUESTION, zeroRetention: false });
  await models.choose({ provider: 'vscode', model: 'acme/one', address: '', inputTokens: 0 }, 'Acme One');
  expect(models.current).toMatchObject({ name: 'Acme One' });
});

it('zero data retention needs a stated yes for a model that is not on this machine, asked once', async () => {
  const { models, fake } = setUp(ACME);
  fake.answers.push('Use Model', 'Quote Only');
  expect((await models.forQuestion({ ...QUESTION, zeroRetention: true }))?.zeroRetention).toBe(false);
  expect((await models.forQuestion({ ...QUESTION, zeroRetention: true }))?.zeroRetention).toBe(false);
  expect(fake.messages).toHaveLength(2);
});

it.each(['gpt-oss:120b-cloud', 'kimi:cloud'])(
  'the model %s, which Ollama forwards to its own servers, does not count as one on this machine',
  (model) => {
    const { models } = setUp({ ...LOCAL, 'languageModel.model': { global: model } });
    expect(models.current).toMatchObject({ onThisMachine: false });
  },
);

it('zero data retention needs no question for a model on this machine, and its prompts are not guarded', async () => {
  const { models, fake, guarded } = setUp(LOCAL);
  fake.answers.push('Use Model');
  const opened = await models.forQuestion({ ...QUESTION, zeroRetention: true });
  expect(opened).toMatchObject({ zeroRetention: true, info: { onThisMachine: true, provider: '127.0.0.1:11434' } });
  expect(fake.messages).toHaveLength(1);
  expect(guarded).toEqual([]);
});

it('an endpoint receives the key of its own origin, at its own address only', async () => {
  const { models, fake, requests } = setUp(GATEWAY);
  fake.answers.push('Use Model');
  const opened = await models.forQuestion({ ...QUESTION, zeroRetention: false });
  await expect(
    opened?.model.send([{ role: 'user', content: 'q' }], new AbortController().signal).next(),
  ).rejects.toThrow();
  expect(requests.map(({ url }) => url)).toEqual(['https://gateway.example/v1/chat/completions']);
  expect(requests[0]?.headers.authorization).toBe('Bearer sk-gateway');
});

it('each request to a model counts for the usage limits, except to one on this machine', async () => {
  for (const [settings, expected] of [
    [GATEWAY, 2],
    [LOCAL, 0],
  ] as const) {
    const { models, fake } = setUp(settings);
    fake.answers.push('Use Model');
    let calls = 0;
    const opened = await models.forQuestion({ ...QUESTION, zeroRetention: false, onCall: () => void calls++ });
    for (let time = 0; time < 2; time += 1) {
      await opened?.model
        .send([{ role: 'user', content: 'q' }], new AbortController().signal)
        .next()
        .catch(() => {});
    }
    expect(calls).toBe(expected);
  }
});

it('a model that was chosen with the consent of the user is used without another question', async () => {
  const { models, fake } = setUp(ACME);
  const chosen = { provider: 'vscode', model: 'acme/one', address: '', inputTokens: 0 } as const;
  await models.choose(chosen, 'One', true);
  expect(await models.forQuestion({ ...QUESTION, zeroRetention: false })).not.toBeNull();
  expect(fake.messages).toEqual([]);
});
