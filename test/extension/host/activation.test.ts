import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builds } from '../../../scripts/support/builds.ts';
import { root } from '../../../scripts/support/paths.ts';
import { COMMANDS } from '../../../src/extension/common/contributions.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fiscal-activation-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Puts a fake `vscode` and a fake host into the bundle; both report to `globalThis.fake`. */
const fakes: Plugin = {
  name: 'fakes',
  setup(building) {
    building.onResolve({ filter: /^vscode$/ }, () => ({ path: 'vscode', namespace: 'fake' }));
    building.onLoad({ filter: /.*/, namespace: 'fake' }, () => ({
      contents:
        'export const { window, workspace, languages, commands, chat, lm, Uri, CodeActionKind, EventEmitter, l10n } = globalThis.fake.vscode;',
    }));
    building.onLoad({ filter: /host[\\/]desktop\.ts$/ }, () => ({
      contents: 'export const createHost = () => globalThis.fake.createHost();',
    }));
  },
};

interface Entry {
  activate(context: unknown): void;
  deactivate(): Promise<void>;
}

/** Runs the built entry with a `vscode` that notes what is registered, and a host that notes that it was loaded. */
async function activated() {
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
    chat: named('chat'),
    lm: named('lm'),
    Uri: { joinPath: () => ({}) },
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
  const createHost = () => {
    loaded += 1;
    const commands = new Proxy({}, { get: (_target, id) => () => void ran.push(String(id)) });
    return { commands, close: async () => void ran.push('close') };
  };
  Object.assign(globalThis, { fake: { vscode, createHost } });
  await build({ ...builds.extension, absWorkingDir: root, outdir: folder, plugins: [fakes] });
  const entry: Entry = await import(pathToFileURL(join(folder, 'extension.js')).href);
  const subscriptions: unknown[] = [];
  entry.activate({ subscriptions, workspaceState: { get: () => undefined } });
  return { deactivate: entry.deactivate, registered, ran, subscriptions, loaded: () => loaded };
}

describe('the entry', () => {
  it('the entry for the browser is one file that needs nothing but the web', async () => {
    const result = await build({ ...builds.browser, absWorkingDir: root, write: false });
    expect(result.outputFiles.length).toBe(1);
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

  it('the entry parses nothing but a few small files: no zod, no client, no page, no service', async () => {
    const { metafile } = await build({
      ...builds.extension,
      absWorkingDir: root,
      minify: true,
      write: false,
      metafile: true,
    });
    const entry = Object.values(metafile.outputs).find((each) => each.entryPoint === 'src/extension/host/extension.ts');
    const parsed = [
      entry,
      ...(entry?.imports ?? [])
        .filter(({ kind, external }) => kind === 'import-statement' && !external)
        .map(({ path }) => metafile.outputs[path]),
    ];
    expect(parsed.length).toBeLessThanOrEqual(3);
    const inputs = parsed.flatMap((output) => Object.keys(output?.inputs ?? {}));
    expect(inputs).toContain('src/extension/host/registrations.ts');
    expect(inputs.filter((input) => !input.startsWith('src/extension/'))).toEqual([]);
    expect(parsed.reduce((sum, output) => sum + (output?.bytes ?? 0), 0)).toBeLessThan(8000);
  });

  it('activation registers every command and loads the host at the first one only', async () => {
    const { registered, loaded, ran, subscriptions } = await activated();
    for (const id of COMMANDS) expect(registered.has(id), id).toBe(true);
    expect(subscriptions.length).toBeGreaterThanOrEqual(COMMANDS.length);
    expect(loaded()).toBe(0);
    await Promise.all([registered.get('fiscal.newConversation')?.(), registered.get('fiscal.openChat')?.()]);
    expect([loaded(), ran]).toEqual([1, ['fiscal.newConversation', 'fiscal.openChat']]);
  });

  it('deactivation saves what the host has not saved', async () => {
    const { deactivate, registered, ran } = await activated();
    await registered.get('fiscal.openChat')?.();
    await deactivate();
    expect(ran).toEqual(['fiscal.openChat', 'close']);
  });

  it('deactivation does not load the host when nothing was used', async () => {
    const { deactivate, loaded, ran } = await activated();
    await deactivate();
    expect([loaded(), ran]).toEqual([0, []]);
  });
});
