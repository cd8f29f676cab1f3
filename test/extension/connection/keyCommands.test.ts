import { expect, it } from 'vitest';
import { ConnectionError } from '../../../src/client/errors.ts';
import type { SettingsHolder } from '../../../src/extension/common/settings.ts';
import { createApiKeys } from '../../../src/extension/connection/apiKey.ts';
import { createKeyCommands } from '../../../src/extension/connection/keyCommands.ts';
import type { Services } from '../../../src/extension/connection/researchServices.ts';
import { fakeMemento, fakeSecrets, fakeVscode } from '../../support/fakeVscode.ts';
import { noSessions } from '../../support/noSessions.ts';

function open(address: unknown, findSignIn: () => Promise<null> = async () => null) {
  const fake = fakeVscode();
  const boxes: Record<string, unknown>[] = [];
  Object.assign(fake.api.window, {
    showInputBox: async (options: Record<string, unknown>) => {
      boxes.push(options);
      return fake.answers.shift();
    },
  });
  const keys = createApiKeys({
    vscode: fake.api,
    secrets: fakeSecrets().storage,
    memento: fakeMemento(),
    environmentKey: undefined,
  });
  const commands = createKeyCommands({
    vscode: fake.api,
    settings: { current: { address } } as unknown as SettingsHolder,
    keys,
    services: { refresh: async () => {} } as unknown as Services,
    sessions: noSessions,
    findSignIn,
    browser: () => {
      throw new Error('No sign-in is expected.');
    },
  });
  return { fake, boxes, keys, commands };
}

const address = { url: 'https://service.example/v1', origin: 'https://service.example', host: 'service.example' };

it('the API key is typed in a masked box that names the host, and is stored for its origin', async () => {
  const { fake, boxes, keys, commands } = open(address);
  fake.answers.push('sk-typed');
  await commands.setKey();
  expect(boxes).toMatchObject([{ password: true, ignoreFocusOut: true, title: 'API Key for service.example' }]);
  expect(boxes[0]?.value).toBeUndefined();
  expect(await keys.get('https://service.example')).toBe('sk-typed');
  expect(fake.messages.join(' ')).not.toContain('sk-typed');
});

it('a message about the replaced key is hidden when the new one is stored, and kept if nothing was typed', async () => {
  const { fake, commands } = open(address);
  const executed: string[] = [];
  Object.assign(fake.api.commands, { executeCommand: async (id: string) => void executed.push(id) });
  await commands.setKey();
  expect(executed).toEqual([]);
  fake.answers.push('sk-new');
  await commands.setKey();
  expect(executed).toEqual(['notifications.hideToasts']);
});

it('the box for the API key says what is wrong with a key that cannot be one', async () => {
  const { boxes, commands } = open(address);
  await commands.setKey();
  const validate = boxes[0]?.validateInput as (text: string) => string | undefined;
  expect(['', 'a b', 'ä', 'sk-1'].map((text) => validate(text) === undefined)).toEqual([false, false, false, true]);
});

it('canceling the box for the API key keeps the key that was stored', async () => {
  const { fake, keys, commands } = open(address);
  fake.answers.push('sk-old', undefined);
  await commands.setKey();
  await commands.setKey();
  expect(await keys.get('https://service.example')).toBe('sk-old');
});

it('setting a key without a service explains that the library needs none', async () => {
  const { fake, boxes, commands } = open(null);
  await commands.setKey();
  expect(boxes).toEqual([]);
  expect(fake.messages).toEqual([
    'The built-in library needs no API key. To use the research service, connect to it first.',
  ]);
});

it('an API key is removed only after the user agreed in a modal dialog that names the host', async () => {
  const { fake, keys, commands } = open(address);
  const dialogs: unknown[] = [];
  Object.assign(fake.api.window, {
    showWarningMessage: async (...dialog: unknown[]) => {
      dialogs.push(dialog);
      return fake.answers.shift();
    },
  });
  fake.answers.push('sk-typed');
  await commands.setKey();
  await commands.removeKey();
  expect(await keys.get('https://service.example')).toBe('sk-typed');
  fake.answers.push('Remove');
  await commands.removeKey();
  expect(await keys.get('https://service.example')).toBeUndefined();
  const dialog = ['Remove the API key for service.example from this machine?', { modal: true }, 'Remove'];
  expect(dialogs).toEqual([dialog, dialog]);
});

it('connecting to a server that cannot say now whether it has a sign-in says so, and offers a key instead', async () => {
  const { fake, keys, commands } = open(null, async () => {
    throw new ConnectionError('network', { reason: 'signInUnavailable', status: 503 });
  });
  fake.answers.push('https://service.example/v1', undefined);
  await commands.connect();
  expect(fake.messages).toEqual([expect.stringContaining('Sign-in service not available (HTTP 503).')]);
  expect(await keys.state('https://service.example')).toBe('none');
  fake.answers.push('https://service.example/v1', 'Use an API Key', 'sk-typed');
  await commands.connect();
  expect(await keys.get('https://service.example')).toBe('sk-typed');
});
