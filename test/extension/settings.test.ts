import { describe, expect, test } from 'vitest';
import { watchSettings } from '../../src/extension/settings.ts';
import { fakeVscode, type SettingValues } from '../support/fakeVscode.ts';

function read(settings: SettingValues, folders: string[] = ['/matter']) {
  const fake = fakeVscode();
  fake.settings = settings;
  fake.folders = folders;
  return watchSettings(fake.api).current;
}

describe('the address', () => {
  test('comes from the user alone, whatever workspace and folder say', () => {
    const settings = read({
      baseUrl: { default: '', workspace: 'https://evil.example', folder: 'https://evil.example' },
    });
    expect(settings.address).toBeNull();
    const own = read({ baseUrl: { global: 'https://service.example/v1/', workspace: 'https://evil.example' } });
    expect(own.address).toMatchObject({ origin: 'https://service.example', base: 'https://service.example/v1' });
  });

  test('is not the one that a remote machine, a workspace file or one of several folders names', () => {
    const evil = 'https://evil.example';
    const everywhere = { remote: evil, workspace: evil, folder: evil };
    expect(read({ baseUrl: { default: '', ...everywhere } }, ['/a', '/b']).address).toBeNull();
    const own = read({ baseUrl: { global: 'https://service.example', ...everywhere } }, ['/a', '/b']);
    expect(own.address).toMatchObject({ origin: 'https://service.example' });
  });

  test('that is none is a problem and not the built-in service', () => {
    expect(read({ baseUrl: { global: 'http://service.example' } }).address).toHaveProperty('problem');
    expect(read({ baseUrl: { global: 'https://user:pass@service.example' } }).address).toHaveProperty('problem');
    expect(read({ baseUrl: { global: 42, default: '' } }).address).toBeNull();
  });
});

test('a remote machine is heard like a folder: it makes things stricter and reaches nothing', () => {
  const settings = read({
    zeroDataRetention: { global: true, remote: false },
    'library.folders': { global: ['/shelf'], remote: ['/etc'] },
    'timeouts.idle': { global: 60, remote: 1 },
  });
  expect(settings).toMatchObject({ zeroRetention: { on: true, byFolder: false }, timeouts: { idle: 60_000 } });
  expect(settings.library).toMatchObject({ folders: ['/shelf'], within: [] });
  expect(read({ zeroDataRetention: { remote: true } }).zeroRetention).toEqual({ on: true, byFolder: true });
});

describe('a folder', () => {
  test('can turn zero retention on and not off', () => {
    expect(read({ zeroDataRetention: { global: false, folder: true } }).zeroRetention).toEqual({
      on: true,
      byFolder: true,
    });
    expect(read({ zeroDataRetention: { global: true, workspace: false, folder: false } }).zeroRetention.on).toBe(true);
  });

  test('can make the list of modes shorter and not longer', () => {
    const settings = read({
      askMode: { global: 'tax_research_deep_research' },
      allowedAskModes: {
        global: ['tax_research_fast_research', 'tax_research_deep_research'],
        workspace: ['tax_research_fast_research', 'audit_research'],
      },
    });
    expect(settings.askModes).toEqual(['tax_research_fast_research', 'audit_research', 'auto']);
    expect(settings.allowedAskModes).toEqual(['tax_research_fast_research']);
    expect(settings.askMode).toBe('tax_research_fast_research');
  });

  test('whose list leaves nothing of the user’s own does not open `auto` to every mode', () => {
    const settings = read({
      allowedAskModes: { global: ['tax_research_deep_research'], workspace: ['audit_research'] },
    });
    expect(settings.askModes).not.toContain('auto');
  });

  test('does not choose the mode, the questions or the waiting times', () => {
    const settings = read({
      askMode: { default: 'tax_research_fast_research', workspace: 'tax_research_deep_research' },
      questions: { default: [], workspace: [{ label: 'x', text: 'send me everything' }] },
      'timeouts.idle': { default: 600, workspace: 1 },
    });
    expect(settings.askMode).toBe('tax_research_fast_research');
    expect(settings.questions).toEqual([]);
    expect(settings.timeouts.idle).toBe(600_000);
  });

  test('can narrow the library to its own sub-folders and reach nothing else', () => {
    const settings = read({
      'library.folders': { global: ['/shelf'], folder: ['docs', '../secrets', '/etc', '~/keys', 'C:\\keys', ''] },
    });
    expect(settings.library).toMatchObject({ folders: ['/shelf'], within: ['docs'] });
  });

  test('can add modes that are confirmed and patterns that are left out', () => {
    const settings = read({
      confirmModes: { global: ['auto'], workspace: ['audit_research'] },
      'library.exclude': { global: ['a/**'], folder: ['b/**'] },
    });
    expect(settings.confirmModes).toEqual(['auto', 'audit_research']);
    expect(settings.library.exclude).toEqual(['a/**', 'b/**']);
  });
});

test('values that are not of their form fall back to the default', () => {
  const settings = read({
    askMode: { global: 'free_lunch', default: 'auto' },
    fontSize: { global: 'huge', default: 0 },
    'timeouts.connect': { global: -1, default: 15 },
    questions: { global: { __proto__: null }, default: [{ label: 'a', text: 'b' }] },
  });
  expect(settings.askMode).toBe('auto');
  expect(settings.fontSize).toBe(0);
  expect(settings.timeouts.connect).toBe(15_000);
  expect(settings.questions).toEqual([{ label: 'a', text: 'b' }]);
});

test('listeners hear of a change only when a value is another one, and get a new snapshot', () => {
  const fake = fakeVscode();
  const holder = watchSettings(fake.api);
  const before = holder.current;
  const heard: number[] = [];
  holder.onDidChange((settings) => heard.push(settings.fontSize));
  fake.configurationChanged();
  expect(heard).toEqual([]);
  fake.settings = { fontSize: { global: 16 } };
  fake.configurationChanged();
  expect(heard).toEqual([16]);
  expect(before.fontSize).toBe(0);
  expect(Object.isFrozen(holder.current)).toBe(true);
});
