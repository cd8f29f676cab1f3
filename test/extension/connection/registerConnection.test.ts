import { expect, it } from 'vitest';
import type { KeyState } from '../../../src/extension/connection/apiKey.ts';
import { registerConnection } from '../../../src/extension/connection/registerConnection.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

/** The context keys that menus depend on, after the services changed. */
function contextKeys(services: { library: object | null; keyState: KeyState }) {
  const keys: Record<string, unknown> = {};
  const { api } = fakeVscode();
  const vscode = {
    ...api,
    commands: {
      ...api.commands,
      executeCommand: async (_id: string, key: string, value: unknown) => (keys[key] = value),
    },
  };
  let changed = () => {};
  const onDidChange = (listener: () => void) => {
    changed = listener;
    return { dispose() {} };
  };
  registerConnection({ vscode, services: { ...services, onDidChange } } as never);
  changed();
  return keys;
}

it('the choice of a language model says why it has no effect while a research service answers', async () => {
  const { api, messages } = fakeVscode();
  const { commands } = registerConnection({
    vscode: api,
    services: { library: null, keyState: 'stored', onDidChange: () => ({ dispose() {} }) },
  } as never);
  await commands['fiscal.chooseLanguageModel']();
  expect(messages).toEqual([
    'The research service answers, so no language model is used. Switch to the built-in library first.',
  ]);
});

it('menus offer to remove a key only where a service has one', () => {
  expect(contextKeys({ library: null, keyState: 'stored' })).toEqual({ 'fiscal.hosted': true, 'fiscal.hasKey': true });
  expect(contextKeys({ library: null, keyState: 'lost' })).toEqual({ 'fiscal.hosted': true, 'fiscal.hasKey': false });
  expect(contextKeys({ library: {}, keyState: 'none' })).toEqual({ 'fiscal.hosted': false, 'fiscal.hasKey': false });
});
