import { describe, expect, it } from 'vitest';
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
  it('returns an API key for the origin that it was entered for and for no other', async () => {
    const { keys } = keysOver();
    expect(await keys.set(here, ' sk-1 ')).toBe('kept');
    expect(await keys.get(here)).toBe('sk-1');
    for (const other of [elsewhere, 'http://service.example', 'https://service.example.evil.example', '']) {
      expect(await keys.get(other)).toBeUndefined();
    }
  });

  it('is in use while it is being stored, in place of the key before it', async () => {
    const { keys } = keysOver();
    await keys.set(here, 'sk-1');
    const states: Promise<unknown>[] = [];
    keys.onDidChange(() => states.push(keys.state(here), keys.get(here)));
    const kept = keys.set(here, 'sk-2');
    expect(await Promise.all(states)).toEqual(['stored', 'sk-2']);
    expect([await kept, await keys.state(here), await keys.get(here)]).toEqual(['kept', 'stored', 'sk-2']);
  });

  it('refuses an API key that was copied to the name of another origin', async () => {
    const { keys, secrets } = keysOver();
    await keys.set(here, 'sk-1');
    const [value] = [...secrets.values.values()];
    secrets.values.set(`fiscal.apiKey:${elsewhere}`, value ?? '');
    secrets.values.set('fiscal.apiKey:https://third.example', 'sk-plain');
    expect(await keys.get(elsewhere)).toBeUndefined();
    expect(await keys.get('https://third.example')).toBeUndefined();
  });

  it.each([{ keeps: false }, { throws: true }])(
    'reports an API key that the storage does not accept (%j) and uses it in this window only',
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

  it('prefers an API key that another window stored to one that only this window has', async () => {
    const options = { keeps: false };
    const { keys, window } = keysOver(options);
    await keys.set(here, 'sk-1');
    options.keeps = true;
    await window().set(here, 'sk-2');
    await expect.poll(() => keys.get(here)).toBe('sk-2');
  });

  it('does not report an API key as stored on a machine that has lost one before', async () => {
    const { keys, secrets, window } = keysOver();
    expect([await keys.set(here, 'sk-1'), keys.forgets]).toEqual(['kept', false]);
    secrets.values.clear();
    const next = window();
    expect(await next.state(here)).toBe('lost');
    expect([next.forgets, await next.set(here, 'sk-1')]).toEqual([true, 'unsure']);
  });

  it('distinguishes an API key that the storage lost from one that was never set', async () => {
    const { keys, secrets } = keysOver();
    await keys.set(here, 'sk-1');
    secrets.values.clear();
    expect(await keys.state(here)).toBe('lost');
    expect(await keys.state(elsewhere)).toBe('none');
  });

  it('has no API key when the keyring is missing, and does not throw', async () => {
    const { keys, secrets } = keysOver();
    await keys.set(here, 'sk-1');
    secrets.storage.get = () => Promise.reject(new Error('no keyring'));
    expect(await keys.get(here)).toBeUndefined();
    expect([await keys.state(here), keys.forgets]).toEqual(['lost', false]);
  });

  it('stores nothing of an API key in the memento', async () => {
    const { keys, memento } = keysOver();
    await keys.set(here, 'sk-very-secret');
    expect(JSON.stringify([...memento.values])).not.toContain('sk-very-secret');
  });

  it('removes an API key together with the record that it was stored', async () => {
    const { keys } = keysOver();
    await keys.set(here, 'sk-1');
    await keys.remove(here);
    expect(await keys.state(here)).toBe('none');
  });

  it('notifies other windows of an API key that was set in one window', async () => {
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

  it('uses the API key of the environment only where none is stored', async () => {
    const { keys } = keysOver({ environmentKey: 'sk-env' });
    expect([await keys.get(here), await keys.state(here)]).toEqual(['sk-env', 'environment']);
    await keys.set(here, 'sk-own');
    expect([await keys.get(here), await keys.state(here)]).toEqual(['sk-own', 'stored']);
  });

  it('uses the API key of the environment for the first origin only, also in the next window', async () => {
    const { keys, window } = keysOver({ environmentKey: 'sk-env' });
    expect(await keys.state(elsewhere)).toBe('environment');
    expect(await keys.get(here)).toBe('sk-env');
    for (const each of [keys, window()]) {
      expect([await each.get(elsewhere), await each.state(elsewhere)]).toEqual([undefined, 'none']);
      expect([await each.get(here), await each.state(here)]).toEqual(['sk-env', 'environment']);
    }
    await keys.remove(here);
    expect(await keys.get(elsewhere)).toBe('sk-env');
  });

  it('reports that a key which only this window has was removed', async () => {
    const { keys } = keysOver({ throws: true });
    await keys.set(here, 'sk-1');
    let changes = 0;
    keys.onDidChange(() => {
      changes += 1;
    });
    await keys.remove(here);
    expect([changes, await keys.state(here)]).toEqual([1, 'none']);
  });

  it('ignores an invalid API key in the environment', async () => {
    expect(await keysOver({ environmentKey: 'two words' }).keys.get(here)).toBeUndefined();
  });
});

it('Fiscal accepts only printable ASCII without spaces as an API key', () => {
  expect(keyProblem('  sk-1\n')).toBeNull();
  expect(keyProblem(' \t')).toBe('empty');
  for (const bad of ['a b', 'a\nb', 'schlüssel', 'a\u200bb', 'a\0b']) expect(keyProblem(bad)).toBe('notPrintable');
  expect(keyProblem('k'.repeat(5000))).toBe('tooLong');
});

it('Fiscal removes every API key that was seen from texts, in each of its encodings', async () => {
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
