/** Runs a VS Code server with its web workbench on 127.0.0.1, and ends it with all of its child processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeOf } from './codeServer.ts';
import { run } from './run.ts';

export interface VsCodeServerOptions {
  /** Folder of VS Code, from `ensureVsCode`. */
  readonly vscode: string;
  /** Settings, state, logs and extensions of this server. Created if it does not exist. */
  readonly dataFolder: string;
  /** Where extensions are installed. Default: inside `dataFolder`. Servers that install nothing may share one. */
  readonly extensionsFolder?: string;
  /** 0 lets the system choose. */
  readonly port?: number;
  /** Restricted Mode can happen only when this is true. Default false: every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** Lets the page's address name an extension under development and tests to run (`payload`). Default false. */
  readonly testDriver?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

export interface VsCodeServer {
  /** Address that opens a folder. `payload` is passed to the workbench. */
  address(folder: string | null, payload?: readonly (readonly [string, string])[]): string;
  /** Resolves when all processes have ended. */
  stop(): Promise<void>;
  /** Resolves when the server ends by itself or by `stop`. */
  readonly ended: Promise<void>;
  /** The output of the server so far. */
  log(): string;
}

/** Timeout for the start of the server, ms. It can take 20 s on a small machine with a cold disk. */
const START_LIMIT = 120_000;
/** Timeout for the end of the server, ms. After it, the server is killed. */
const STOP_LIMIT = 5_000;

export const serverFolders = (dataFolder: string) => ({
  server: join(dataFolder, 'server'),
  extensions: join(dataFolder, 'extensions'),
  userSettings: join(dataFolder, 'server/data/User/settings.json'),
  machineSettings: join(dataFolder, 'server/data/Machine/settings.json'),
});

/** Installs a .vsix as a user would do with "Install from VSIX…". */
export async function installExtension(vscode: string, dataFolder: string, vsix: string): Promise<void> {
  const folders = serverFolders(dataFolder);
  await run(nodeOf(vscode), [...baseArgs(vscode, folders), ...['--install-extension', vsix, '--force']], {
    quiet: true,
  });
}

export async function writeUserSettings(dataFolder: string, settings: Record<string, unknown>): Promise<void> {
  const file = serverFolders(dataFolder).userSettings;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, `${JSON.stringify(settings, null, 2)}\n`);
}

/**
 * Adds the settings of `defaults` that the user has not set, and sets those of `fixed`. Returns false, and changes nothing, if the
 * file is not plain JSON.
 */
export async function addUserSettings(
  dataFolder: string,
  defaults: Record<string, unknown>,
  fixed: Record<string, unknown> = {},
): Promise<boolean> {
  const text = await readFile(serverFolders(dataFolder).userSettings, 'utf8').catch(() => '{}');
  try {
    const present: unknown = JSON.parse(text);
    if (typeof present !== 'object' || present === null || Array.isArray(present)) return false;
    await writeUserSettings(dataFolder, { ...defaults, ...present, ...fixed });
    return true;
  } catch {
    // VS Code also accepts comments. They are the user's, so the file stays as it is.
    return false;
  }
}

function baseArgs(vscode: string, folders: { server: string; extensions: string }): string[] {
  return [
    join(vscode, 'out/server-main.js'),
    '--accept-server-license-terms',
    ...['--server-data-dir', folders.server],
    ...['--extensions-dir', folders.extensions],
    ...['--telemetry-level', 'off'],
  ];
}

/** Starts the server and waits until it listens. Throws with its output when it does not. */
export async function startVsCode(options: VsCodeServerOptions): Promise<VsCodeServer> {
  const folders = serverFolders(options.dataFolder);
  const extensions = options.extensionsFolder ?? folders.extensions;
  await mkdir(extensions, { recursive: true });
  const args = [
    ...baseArgs(options.vscode, { server: folders.server, extensions }),
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--without-connection-token'],
    ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ...(options.testDriver ? ['--enable-smoke-test-driver'] : []),
  ];
  const child = spawn(nodeOf(options.vscode), args, {
    // In its own process group, extension hosts and terminals end with it, and Ctrl+C reaches this process first.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env, NODE_OPTIONS: '' },
  });
  let output = '';
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const listening = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`VS Code did not start in time:\n${output}`)), START_LIMIT);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      act();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) => settle(() => reject(new Error(`VS Code ended with code ${code}:\n${output}`))));
    const take = (piece: Buffer) => {
      if (output.length < 1_000_000) output += piece.toString();
      const port = /Extension host agent listening on (\d+)/.exec(output)?.[1];
      if (port) settle(() => resolve(Number(port)));
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
  });
  const killNow = () => signalGroup(child, 'SIGKILL');
  process.once('exit', killNow);

  const stop = async () => {
    signalGroup(child, 'SIGTERM');
    const timer = setTimeout(killNow, STOP_LIMIT);
    await ended;
    clearTimeout(timer);
    // Busy child processes outlive the server. They are in the same group.
    killNow();
    process.removeListener('exit', killNow);
  };

  try {
    const origin = `http://127.0.0.1:${await listening}`;
    return {
      address: (folder, payload) => {
        const url = new URL('/', origin);
        if (folder === null) url.searchParams.set('ew', 'true');
        else url.searchParams.set('folder', folder);
        if (payload) url.searchParams.set('payload', JSON.stringify(payload));
        // A query may contain slashes, and the address is printed for people.
        return url.href.replaceAll('%2F', '/').replaceAll('%3A', ':');
      },
      stop,
      ended,
      log: () => output,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // ESRCH: no process of the group exists any more.
  }
}
