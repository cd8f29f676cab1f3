import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import type { ConversationStore } from '../../../src/conversation/store.ts';
import type { ComplianceServices } from '../../../src/extension/compliance/complianceServices.ts';
import { buildHost } from '../../../src/extension/host/host.ts';
import type { Platform } from '../../../src/extension/host/platform.ts';
import { conversationOf, turnOf } from '../../conversation/conversations.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeMemento, fakeSecrets, fakeVscode } from '../../support/fakeVscode.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';

/** What the fake does not have: functions whose results can be disposed of. */
function withTheRest(part: object): never {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
        return withTheRest(value);
      }
      if (value !== undefined || name === 'then') return value;
      return () => withTheRest({ dispose: () => {} });
    },
  }) as never;
}

/** A host over a store in memory. `events` lists in order what was written and disposed of. */
function host(options: { store?: Partial<ConversationStore> } = {}) {
  const events: string[] = [];
  const lines: string[] = [];
  const fake = fakeVscode();
  const channel = { info: (line: string) => lines.push(line), dispose: () => events.push('channel disposed') };
  const vscode: typeof Vscode = withTheRest({
    ...fake.api,
    languages: {},
    window: { ...fake.api.window, createOutputChannel: () => channel },
  });
  const memory = createMemoryStore([conversationOf(turnOf('a', null))]);
  const store: ConversationStore = {
    ...memory,
    flush: async () => void events.push('conversations written'),
    dispose: () => events.push('store disposed'),
    ...options.store,
  };
  const records: Partial<ComplianceServices> = {
    commands: {
      'fiscal.verifyResearchLog': async () => {},
      'fiscal.exportResearchLog': async () => {},
      'fiscal.showUsage': async () => {},
    },
    flush: async () => void events.push('log written'),
  };
  const platform: Platform = {
    openTransport: () => Promise.reject(new Error('The test sends nothing.')),
    openLibrary: null,
    openStore: () => store,
    openComplianceServices: async () => records as ComplianceServices,
    openPublishers: null,
    authorityFolder: () => null,
    nodeProgram: null,
    environmentKey: undefined,
    home: undefined,
  };
  const subscriptions: Vscode.Disposable[] = [];
  const context = {
    subscriptions,
    extension: { packageJSON: { version: '1.0.0' } },
    extensionUri: vscode.Uri.file('/extension'),
    globalStorageUri: vscode.Uri.file('/storage'),
    secrets: fakeSecrets().storage,
    globalState: fakeMemento(),
    workspaceState: fakeMemento(),
  } as unknown as Vscode.ExtensionContext;
  const built = buildHost(vscode, context, platform);
  return { built, events, lines, messages: fake.messages, dispose: () => subscriptions.map((each) => each.dispose()) };
}

it('closing writes the conversations first, because the log records how they ended', async () => {
  const { built, events, dispose } = host();
  await built.commands['fiscal.verifyResearchLog']();
  await built.close();
  expect(events.at(-1)).toBe('log written');
  expect(events).toContain('conversations written');
  dispose();
});

it('the research log is written when the window closes and the conversations cannot be', async () => {
  const { built, events, dispose } = host({ store: { flush: () => Promise.reject(new Error('EIO')) } });
  await built.commands['fiscal.verifyResearchLog']();
  await expect(built.close()).rejects.toThrow('Not everything could be saved.');
  expect(events).toEqual(['log written']);
  dispose();
});

it('a part that cannot be disposed of does not keep the others', () => {
  const { events, dispose } = host({
    store: {
      dispose() {
        events.push('store failed');
        throw new Error('EIO');
      },
    },
  });
  expect(dispose).toThrow('could not be disposed of');
  expect(events).toEqual(['store failed', 'channel disposed']);
});

it('what is said and logged of a conversation that cannot be read contains no text of the failure', async () => {
  const { built, lines, messages, dispose } = host({
    store: { load: () => Promise.reject(new Error('cannot read "Jean Client"')) },
  });
  await built.commands['fiscal.openConversation']({ id: 'c1' });
  await eventually(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('A conversation could not be loaded: Error');
  expect(messages).toEqual(['A conversation could not be read. Its file was not changed.']);
  expect(`${lines}`).not.toContain('Jean');
  dispose();
});
