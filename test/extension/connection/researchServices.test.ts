import { describe, expect, it } from 'vitest';
import type { SignInPlace } from '../../../src/client/session.ts';
import type { Transport, TransportRequest } from '../../../src/client/transport/transport.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { createApiKeys } from '../../../src/extension/connection/apiKey.ts';
import { blockingReason } from '../../../src/extension/connection/blockingReason.ts';
import { createKeyCommands } from '../../../src/extension/connection/keyCommands.ts';
import { redactKeys } from '../../../src/extension/connection/redactKeys.ts';
import { createServices, type QuestionTarget } from '../../../src/extension/connection/researchServices.ts';
import type { LibraryQuestion } from '../../../src/libraryClient/askLibrary.ts';
import type { LibraryConnection } from '../../../src/libraryClient/libraryConnection.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import type { ResearchEvent } from '../../../src/protocol/researchEvent.ts';
import type { LibraryProgress, LibraryStatus } from '../../../src/protocol/worker.ts';
import { fakeMemento, fakeSecrets, fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';
import { noSessions } from '../../support/noSessions.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** Answers every question with one word; a body without messages as a service must. */
function fakeTransport() {
  const requests: TransportRequest[] = [];
  const transport: Transport = {
    async send(request) {
      requests.push(request);
      const asks = request.body.includes('messages');
      const refused = !asks && request.headers.authorization === undefined;
      const body = asks
        ? 'data: {"choices":[{"index":0,"delta":{"content":"yes"},"finish_reason":null}]}\n\ndata: [DONE]\n\n'
        : '{"error":{"message":"no messages","type":"invalid_request_error","param":"messages","code":null}}';
      return {
        status: asks ? 200 : refused ? 401 : 400,
        headers: { 'content-type': asks ? 'text/event-stream' : 'application/json' },
        body: (async function* () {
          yield encode(body);
        })(),
      };
    },
  };
  return { requests, transport };
}

function desk(
  settings: SettingValues = {},
  options: { folders?: string[]; library?: boolean; key?: string; signIn?: SignInPlace } = {},
) {
  const fake = fakeVscode();
  fake.settings = { baseUrl: { default: '' }, ...settings };
  fake.folders = options.folders ?? [];
  const { requests, transport } = fakeTransport();
  const local: LibraryQuestion[] = [];
  const configured: unknown[] = [];
  const statusListeners: ((status: LibraryStatus) => void)[] = [];
  const progressListeners: ((progress: LibraryProgress) => void)[] = [];
  const status: LibraryStatus = {
    documents: 0,
    passages: 0,
    bytes: 0,
    folders: [],
    indexedAt: 0,
    skipped: [],
  };
  const connection: LibraryConnection = {
    async *ask(question) {
      local.push(question);
      yield { type: 'text', text: 'yes' };
    },
    configure: (config) => configured.push(config),
    status: async () => status,
    ready: async () => status,
    rebuild: async () => status,
    refresh: async () => status,
    lookUp: async () => ({ found: [], complete: true }),
    stopReading: () => {},
    likelyPassages: async () => [],
    readWorkbook: async () => ({ sheets: [], isCut: false }),
    readPlaced: async () => ({ text: '', places: [] }),
    readLibraryText: async () => '',
    documents: async () => [],
    kinds: async () => [],
    overview: async () => ({ documents: [], labels: [], total: 0, unread: [], waiting: 0 }),
    search: async () => ({ passages: [], undated: 0 }),
    amountStatements: async () => [],
    onDidProgress(listener) {
      progressListeners.push(listener);
      return { dispose: () => {} };
    },
    onDidChangeStatus(listener) {
      statusListeners.push(listener);
      return { dispose: () => {} };
    },
    dispose: () => {},
  };
  const holder = watchSettings(fake.api);
  const secrets = fakeSecrets();
  const keys = createApiKeys({
    vscode: fake.api,
    secrets: secrets.storage,
    memento: fakeMemento(),
    environmentKey: options.key,
  });
  const services = createServices({
    vscode: fake.api,
    openTransport: async () => transport,
    openLibrary: options.library === false ? null : () => connection,
    home: undefined,
    settings: holder,
    keys,
    authorityFolder: () => null,
    models: {
      current: null,
      forQuestion: async () => null,
      choose: async () => {},
      onDidChange: () => ({ dispose: () => {} }),
      dispose: () => {},
    },
    onModelCall: () => {},
    workerPath: '/dist/worker.cjs',
    indexFolder: '/storage/library',
    redact: redactKeys(keys),
    log: () => {},
  });
  const commands = createKeyCommands({
    ...{ vscode: fake.api, settings: holder, keys, services, sessions: noSessions },
    findSignIn: async () => options.signIn ?? null,
    browser: () => {
      throw new Error('No sign-in is expected.');
    },
  });
  return {
    fake,
    requests,
    local,
    configured,
    status,
    statusListeners,
    progressListeners,
    secrets,
    keys,
    services,
    commands,
  };
}

async function ask(target: QuestionTarget): Promise<ResearchEvent[]> {
  const events: ResearchEvent[] = [];
  const messages = [{ role: 'human' as const, content: 'q' }];
  const request = { messages, stream: true, asked: { question: plainQuestion('q'), context: [] } };
  for await (const event of target.ask(request, new AbortController().signal, { onRetry: () => {} })) {
    events.push(event);
  }
  return events;
}

const hosted = (address: string): SettingValues => ({ baseUrl: { global: address } });

describe('the built-in library', () => {
  it('answers from the built-in library without an address, a key or the network', async () => {
    const { services, requests, local, keys, configured } = desk({}, { folders: ['/matter'] });
    await keys.set('http://localhost', 'sk-1');
    await services.refresh();
    expect([services.readiness, services.service]).toEqual(['ready', 'library']);
    const target = await services.target();
    expect(await ask(target)).toContainEqual({ type: 'text', text: 'yes' });
    expect(target.service).toBe('library');
    expect(requests).toEqual([]);
    expect(local).toMatchObject([{ question: { text: 'q' }, mode: 'tax_research_fast_research', allowed: null }]);
    expect(configured).toEqual([
      {
        folders: ['/matter'],
        roots: ['/matter'],
        exclude: [],
        excludeWithin: [],
        indexDir: '/storage/library',
        authorityAge: 365,
      },
    ]);
  });

  it('shows how many documents of the library were read, until all were', () => {
    const { services, progressListeners } = desk({}, { folders: ['/matter'] });
    const { library } = services;
    library?.connection();
    for (const listener of progressListeners) listener({ done: 3, total: 9, phase: 'reading' });
    expect([library?.indexing, library?.unreadDocuments]).toEqual([{ done: 3, total: 9 }, 6]);
    for (const listener of progressListeners) listener({ done: 9, total: 9, phase: 'ready' });
    expect([library?.indexing, library?.unreadDocuments]).toEqual([null, 0]);
  });

  it('needs an opened folder for the built-in library', async () => {
    const { services } = desk();
    await services.refresh();
    expect(services.readiness).toBe('noFolder');
    await expect(services.target()).rejects.toThrow(/Open a folder/);
  });

  it('reports an empty built-in library once it was read', async () => {
    const { services } = desk({}, { folders: ['/matter'] });
    expect(services.readiness).toBe('ready');
    await services.library?.warmUp();
    expect(services.readiness).toBe('emptyLibrary');
  });

  it('has no built-in library in a browser', async () => {
    const { services, fake } = desk({}, { folders: ['/matter'], library: false });
    await services.refresh();
    expect(services.readiness).toBe('noFolder');
    expect(blockingReason(services, fake.api.l10n)).toMatch(/connect to the research service/);
  });
});

describe('the hosted service', () => {
  it('asks the hosted service at its address with the API key for it', async () => {
    const { services, keys, requests, local } = desk(hosted('https://one.example/api/'), { folders: ['/matter'] });
    await keys.set('https://one.example', 'sk-one');
    await services.refresh();
    expect([services.readiness, services.service]).toEqual(['ready', 'one.example']);
    await ask(await services.target());
    expect(requests.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['https://one.example/api/chat/completions', 'Bearer sk-one'],
    ]);
    expect(local).toEqual([]);
  });

  it('the hosted service is waited for as long as the settings say', async () => {
    const { services, keys, requests } = desk({
      ...hosted('https://one.example'),
      'connection.timeouts.connect': { global: 3 },
      'connection.timeouts.firstByte': { global: 40 },
    });
    await keys.set('https://one.example', 'sk-one');
    await ask(await services.target());
    expect(requests).toMatchObject([{ connectTimeout: 3000, firstByteTimeout: 40_000 }]);
  });

  it('the state of the API key is that of the address in use, also if the keyring answers for an earlier one last', async () => {
    const { services, keys, fake, secrets } = desk(hosted('https://one.example'));
    await keys.set('https://one.example', 'sk-one');
    const read = secrets.storage.get;
    const unlocked = Promise.withResolvers<void>();
    secrets.storage.get = async (name) => {
      if (name.endsWith('https://one.example')) await unlocked.promise;
      return read(name);
    };
    const earlier = services.refresh();
    fake.settings = hosted('https://two.example');
    fake.configurationChanged();
    await services.refresh();
    unlocked.resolve();
    await earlier;
    expect([services.service, services.readiness]).toEqual(['two.example', 'noKey']);
  });

  it('while the user is asked to sign in at a server that has a sign-in, no API key is said to be missing', async () => {
    const signIn = { issuer: 'https://login.example' } as SignInPlace;
    const { services, commands, fake } = desk(hosted('https://firm.example'), { signIn });
    await services.refresh();
    expect(services.readiness).toBe('noKey');
    const seen: string[] = [];
    Object.assign(fake.api.window, {
      withProgress: async (_options: unknown, work: () => unknown) => work(),
      showWarningMessage: async () => void seen.push(services.readiness),
    });
    await commands.signIn();
    expect(seen).toEqual(['signedOut']);
    // Of another address, nothing is known.
    fake.settings = hosted('https://other.example');
    fake.configurationChanged();
    await services.refresh();
    expect(services.readiness).toBe('noKey');
  });

  it('keeps the address that was set when the question was asked, and sends the API key to no other origin', async () => {
    const { services, keys, requests, fake } = desk(hosted('https://one.example'));
    await keys.set('https://one.example', 'sk-one');
    await services.refresh();
    const asked = await services.target();
    fake.settings = hosted('https://two.example');
    fake.configurationChanged();
    await services.refresh();
    expect(services.readiness).toBe('noKey');
    await expect(ask(await services.target())).rejects.toMatchObject({ kind: 'auth' });
    expect(requests).toEqual([]);
    await ask(asked);
    expect(requests.map(({ url }) => url)).toEqual(['https://one.example/chat/completions']);
  });

  it('refuses questions while the address is not valid, and does not use the built-in library instead', async () => {
    const { services, fake, local } = desk(hosted('http://one.example'), { folders: ['/matter'] });
    await services.refresh();
    expect(services.readiness).toBe('badAddress');
    await expect(services.target()).rejects.toThrow(/https/);
    expect(blockingReason(services, fake.api.l10n)).toMatch(/Base URL not valid.*https/);
    expect(local).toEqual([]);
  });

  it('reports a missing API key, and a lost one as lost', async () => {
    const { services, keys, secrets, fake } = desk(hosted('https://one.example'));
    await services.refresh();
    expect(blockingReason(services, fake.api.l10n)).toMatch(/No API key is set for one.example/);
    await keys.set('https://one.example', 'sk-one');
    await services.refresh();
    expect(blockingReason(services, fake.api.l10n)).toBeNull();
    secrets.values.clear();
    await services.refresh();
    expect(blockingReason(services, fake.api.l10n)).toMatch(/has lost the API key/);
  });
});

describe('Connect', () => {
  it('asks for the address, then for its API key, and checks both when connecting', async () => {
    const { commands, fake, keys, services, requests } = desk();
    fake.answers.push('https://one.example/api', 'sk-one');
    await commands.connect();
    expect(fake.settings.baseUrl?.global).toBe('https://one.example/api');
    expect(await keys.state('https://one.example')).toBe('stored');
    expect(services.readiness).toBe('ready');
    expect(fake.messages.at(-1)).toMatch(/API key is accepted/);
    expect(requests.every((request) => !request.body.includes('messages'))).toBe(true);
    expect(fake.messages.join()).not.toContain('sk-one');
  });

  it('goes back to the built-in library when the user connects with an empty address', async () => {
    const { commands, fake, services } = desk(hosted('https://one.example'), { folders: ['/matter'] });
    fake.answers.push('  ');
    await commands.connect();
    expect(services.service).toBe('library');
  });

  it('changes nothing when the user cancels connecting', async () => {
    const { commands, fake } = desk(hosted('https://one.example'));
    fake.answers.push(undefined);
    await commands.connect();
    expect(fake.settings.baseUrl?.global).toBe('https://one.example');
    expect(fake.messages).toEqual([]);
  });
});

describe('an address that a folder, a workspace file or a remote machine names', () => {
  const evil = 'https://evil.example';
  const everywhere = { workspace: evil, folder: evil, remote: evil };

  it('sends nothing to an address from folder, workspace or remote settings', async () => {
    const { services, keys, requests, commands, fake } = desk(
      { baseUrl: { global: 'https://one.example', ...everywhere } },
      { folders: ['/a', '/b'] },
    );
    await keys.set('https://one.example', 'sk-one');
    await keys.set(evil, 'sk-evil');
    await services.refresh();
    await ask(await services.target());
    await commands.check();
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.filter(({ url }) => !url.startsWith('https://one.example/'))).toEqual([]);
    expect(fake.messages.join()).not.toContain('evil');
  });

  it('answers from the built-in library when only a folder sets an address', async () => {
    const { services, requests, local } = desk({ baseUrl: everywhere }, { folders: ['/a', '/b'], key: 'sk-env' });
    await services.refresh();
    expect(services.service).toBe('library');
    await ask(await services.target());
    expect([requests.length, local.length]).toEqual([0, 1]);
  });

  it('does not suggest the address of a folder when the user connects', async () => {
    const { commands, fake } = desk({ baseUrl: everywhere });
    const suggested: (string | undefined)[] = [];
    fake.api.window.showInputBox = async (options) => {
      suggested.push(options?.value);
      return undefined;
    };
    await commands.connect();
    expect(suggested).toEqual(['']);
  });
});

it('Fiscal uses an API key that cannot be stored until the window closes, and says so', async () => {
  const { commands, fake, secrets, services, keys } = desk(hosted('https://one.example'));
  secrets.storage.store = () => Promise.reject(new Error('no keyring'));
  fake.answers.push('sk-one');
  await commands.setKey();
  expect([services.readiness, services.keyState]).toEqual(['ready', 'session']);
  expect(fake.messages.join()).toMatch(/until this window closes.*FISCAL_API_KEY/);
  expect(fake.messages.join()).not.toMatch(/is stored/);
  await keys.remove('https://one.example');
});

describe('Remove API Key', () => {
  it('asks before it removes the API key, and removes it for this address only', async () => {
    const { commands, fake, keys, services } = desk(hosted('https://one.example'));
    await keys.set('https://one.example', 'sk-one');
    await keys.set('https://two.example', 'sk-two');
    fake.answers.push(undefined);
    await commands.removeKey();
    expect(await keys.state('https://one.example')).toBe('stored');
    fake.answers.push('Remove');
    await commands.removeKey();
    expect(await keys.state('https://one.example')).toBe('none');
    expect(await keys.state('https://two.example')).toBe('stored');
    expect(services.readiness).toBe('noKey');
  });

  it('says that an API key to be removed comes from the environment', async () => {
    const { commands, fake } = desk(hosted('https://one.example'), { key: 'sk-env' });
    await commands.removeKey();
    expect(fake.messages.at(-1)).toMatch(/FISCAL_API_KEY/);
  });
});

it('Fiscal returns nothing from any command, so that none can return an API key', async () => {
  const { commands, fake, keys } = desk(hosted('https://one.example'));
  await keys.set('https://one.example', 'sk-one');
  for (const run of Object.values(commands)) {
    fake.answers.push(undefined, undefined);
    expect(await run()).toBeUndefined();
  }
});
