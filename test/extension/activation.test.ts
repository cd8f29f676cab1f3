import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/extension/contributions.ts';

const root = new URL('../../', import.meta.url).pathname;

async function bundle() {
  const result = await build({
    entryPoints: ['src/extension/extension.ts'],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode', './host.cjs', './tools.cjs'],
    metafile: true,
    write: false,
  });
  const [file] = result.outputFiles;
  if (!file) throw new Error('nothing was built');
  return { code: file.text, inputs: Object.keys(result.metafile.inputs) };
}

/** Runs the entry with a vscode that notes what is registered, and a host that notes that it was loaded. */
async function activated() {
  const { code } = await bundle();
  const registered = new Map<string, (...args: unknown[]) => unknown>();
  const ran: string[] = [];
  let loaded = 0;
  const other = (kind: string) => (id: unknown) => {
    registered.set(typeof id === 'string' ? id : kind, () => {});
    return { dispose: () => {} };
  };
  const named = (group: string) => new Proxy({}, { get: (_target, name) => other(`${group}.${String(name)}`) });
  const vscode = {
    window: named('window'),
    workspace: named('workspace'),
    languages: named('languages'),
    commands: {
      registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
        registered.set(id, run);
        return { dispose: () => {} };
      },
    },
    CodeActionKind: { Empty: { append: () => ({}) } },
    EventEmitter: class {
      event = () => ({ dispose: () => {} });
      fire() {}
    },
    l10n: { t: (text: string) => text },
  };
  const host = {
    createHost() {
      loaded += 1;
      const commands = new Proxy({}, { get: (_target, id) => () => void ran.push(String(id)) });
      return { commands, close: async () => void ran.push('close') };
    },
  };
  const module = { exports: {} as { activate(context: unknown): void; deactivate(): unknown } };
  const nodeRequire = createRequire(import.meta.url);
  const load = (name: string) => (name === 'vscode' ? vscode : name === './host.cjs' ? host : nodeRequire(name));
  new Function('module', 'exports', 'require', code)(module, module.exports, load);
  const subscriptions: unknown[] = [];
  module.exports.activate({ subscriptions });
  return { ...module.exports, registered, ran, subscriptions, loaded: () => loaded };
}

test('the entry for the browser is one file that needs nothing but the web', async () => {
  const result = await build({
    entryPoints: ['src/extension/browser.ts'],
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    external: ['vscode'],
    write: false,
  });
  const required: string[] = [];
  const module = { exports: {} as Record<string, unknown> };
  const globals = {
    ...{ URL, TextEncoder, TextDecoder, AbortController, crypto, setTimeout, clearTimeout, fetch, btoa, atob },
    ...{ module, exports: module.exports },
    require: (name: string) => {
      required.push(name);
      return {};
    },
  };
  runInNewContext(result.outputFiles[0]?.text ?? '', globals);
  expect(Object.keys(module.exports).sort()).toEqual(['activate', 'deactivate']);
  expect(required).toEqual(['vscode']);
});

describe('activation', () => {
  test('parses nothing but a few small files: no zod, no client, no page, no service', async () => {
    const { code, inputs } = await bundle();
    expect(inputs.filter((input) => !input.startsWith('src/extension/'))).toEqual([]);
    expect(inputs.length).toBeLessThanOrEqual(6);
    expect(code.length).toBeLessThan(6000);
  });

  test('registers every command, and loads the host at the first one only', async () => {
    const { registered, loaded, ran, subscriptions } = await activated();
    for (const id of COMMANDS) expect(registered.has(id), id).toBe(true);
    expect(subscriptions.length).toBeGreaterThanOrEqual(COMMANDS.length);
    expect(loaded()).toBe(0);
    await registered.get('fiscal.newConversation')?.();
    await registered.get('fiscal.openChat')?.();
    expect([loaded(), ran]).toEqual([1, ['fiscal.newConversation', 'fiscal.openChat']]);
  });

  test('that was followed by nothing has nothing to save at the end', async () => {
    const { deactivate, loaded, ran } = await activated();
    expect(deactivate()).toBeUndefined();
    expect([loaded(), ran]).toEqual([0, []]);
  });
});
