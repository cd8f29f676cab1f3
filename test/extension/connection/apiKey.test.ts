import { describe, expect, test } from 'vitest';
import { createApiKeys, keyProblem } from '../../../src/extension/connection/apiKey.ts';
import { redactKeys } from '../../../src/extension/connection/redactKeys.ts';
import { fakeMemento, fakeSecrets, fakeVscode } from '../../support/fakeVscode.ts';

const here = 'https://service.example';
const elsewhere = 'https://service.example:8443';

function keysOver(options: { environmentKey?: string; keeps?: boolean; throws?: boolean } = {}) {
  const secrets = fakeSecrets(options);
  const memento = fakeMemento();
  const window = () =>
    createApiKeys({
      vscode: fakeVscode().api,
      secrets: secrets.storage,
      memento,
      environmentKey: options.environmentKey,
    });
  return { keys: window(), secrets, memento, window };
}

describe('the key', () => {
  test('is given for the origin that it was entered for and for no other', async () => {
    const { keys } = keysOver();
    expect(await keys.set(here, ' sk-1 ')).toBe('kept');
    expect(await keys.get(here)).toBe('sk-1');
    for (const other of [elsewhere, 'http://service.example', 'https://service.example.evil.example', '']) {
      expect(await keys.get(other)).toBeUndefined();
    }
  });

  test('that was copied to the name of another origin is refused', async () => {
    const { keys, secrets } = keysOver();
    await keys.set(here, 'sk-1');
    const [value] = [...secrets.values.values()];
    secrets.values.set(`fiscal.apiKey:${elsewhere}`, value ?? '');
    secrets.values.set('fiscal.apiKey:https://third.example', 'sk-plain');
    expect(await keys.get(elsewhere)).toBeUndefined();
    expect(await keys.get('https://third.example')).toBeUndefined();
  });

  test.each([{ keeps: false }, { throws: true }])(
    'that the storage does not take (%j) is told and used in this window only',
    async (options) => {
      const { keys, window, memento } = keysOver(options);
      expect(await keys.set(here, 'sk-1')).toBe('session');
      expect([await keys.state(here), await keys.get(here), await keys.get(elsewhere)]).toEqual([
        'session',
        'sk-1',
        undefined,
      ]);
      expect(await window().state(here)).toBe('none');
      expect(JSON.stringify([...memento.values])).not.toContain('sk-1');
      expect(keys.known()).toContain('sk-1');
      await keys.remove(here);
      expect([await keys.state(here), await keys.get(here)]).toEqual(['none', undefined]);
    },
  );

  test('that only this window has gives way to one that another window could store', async () => {
    const options = { keeps: false };
    const { keys, window } = keysOver(options);
    await keys.set(here, 'sk-1');
    options.keeps = true;
    await window().set(here, 'sk-2');
    await expect.poll(() => keys.get(here)).toBe('sk-2');
  });

  test('on a machine that has lost one before is not told as kept', async () => {
    const { keys, secrets, window } = keysOver();
    expect([await keys.set(here, 'sk-1'), keys.forgets]).toEqual(['kept', false]);
    secrets.values.clear();
    const next = window();
    expect(await next.state(here)).toBe('lost');
    expect([next.forgets, await next.set(here, 'sk-1')]).toEqual([true, 'unsure']);
  });

  test('that vanished from the storage is told apart from one that was never set', async () => {
    const { keys, secrets } = keysOver();
    await keys.set(here, 'sk-1');
    secrets.values.clear();
    expect(await keys.state(here)).toBe('lost');
    expect(await keys.state(elsewhere)).toBe('none');
  });

  test('of a keyring that is missing is none, and nothing throws', async () => {
    const { keys, secrets } = keysOver();
    await keys.set(here, 'sk-1');
    secrets.storage.get = () => Promise.reject(new Error('no keyring'));
    expect(await keys.get(here)).toBeUndefined();
    expect([await keys.state(here), keys.forgets]).toEqual(['lost', false]);
  });

  test('is nowhere in the memento', async () => {
    const { keys, memento } = keysOver();
    await keys.set(here, 'sk-very-secret');
    expect(JSON.stringify([...memento.values])).not.toContain('sk-very-secret');
  });

  test('is gone after it was removed, also from what is remembered of it', async () => {
    const { keys } = keysOver();
    await keys.set(here, 'sk-1');
    await keys.remove(here);
    expect(await keys.state(here)).toBe('none');
  });

  test('set in one window is told to the others', async () => {
    const { keys, window } = keysOver();
    const other = window();
    let told = 0;
    other.onDidChange(() => {
      told += 1;
    });
    await keys.set(here, 'sk-1');
    expect(told).toBe(1);
    expect(await other.get(here)).toBe('sk-1');
  });

  test('of the environment is used where none is stored, and a stored one goes before it', async () => {
    const { keys } = keysOver({ environmentKey: 'sk-env' });
    expect([await keys.get(here), await keys.state(here)]).toEqual(['sk-env', 'environment']);
    await keys.set(here, 'sk-own');
    expect([await keys.get(here), await keys.state(here)]).toEqual(['sk-own', 'stored']);
  });

  test('of the environment is not used when it is no key', async () => {
    expect(await keysOver({ environmentKey: 'two words' }).keys.get(here)).toBeUndefined();
  });
});

test('only printable ASCII without blanks is a key', () => {
  expect(keyProblem('  sk-1\n')).toBeNull();
  expect(keyProblem(' \t')).toBe('empty');
  for (const bad of ['a b', 'a\nb', 'schlüssel', 'a\u200bb', 'a\0b']) expect(keyProblem(bad)).toBe('notPrintable');
  expect(keyProblem('k'.repeat(5000))).toBe('tooLong');
});

test('every key that was seen is removed from texts, however it is written there', async () => {
  const { keys } = keysOver({ environmentKey: 'sk-environment-1' });
  await keys.set(here, 'sk-stored/key+2');
  const redact = redactKeys(keys);
  const text = redact(
    `sk-environment-1 sk-stored/key+2 ${encodeURIComponent('sk-stored/key+2')} ${btoa('Bearer sk-stored/key+2')}`,
  );
  for (const part of ['sk-environment-1', 'sk-stored', 'key%2B2', btoa('sk-stored/key').slice(4, 12)]) {
    expect(text).not.toContain(part);
  }
});
