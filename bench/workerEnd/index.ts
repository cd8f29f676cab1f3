/**
 * Stress program: ends a worker thread 500 times while it works in SQLite, and counts how often that ends the whole process.
 *   npm run bench -- workerEnd                   three processes: default, with a compile cache, with the compile cache disabled
 *   npm run bench -- workerEnd --extension-host  inside the extension host of a real VS Code
 *   --times N                                    other than 500
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from '../../scripts/support/browser.ts';
import { ensureVsCode } from '../../scripts/support/codeServer.ts';
import { installExtension, serverFolders } from '../../scripts/support/vscodeServer.ts';
import { makeVsix } from '../../scripts/support/vsix.ts';
import { openWindow } from '../../test/vscode/support/window.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { times: { type: 'string', default: '500' }, 'extension-host': { type: 'boolean' } },
});
const times = Number(values.times);
const here = import.meta.dirname;
const folder = await mkdtemp(join(tmpdir(), 'fiscal-bench-worker-end-'));
try {
  if (values['extension-host']) await inExtensionHost();
  else {
    await inProcess('default', {});
    await inProcess('NODE_COMPILE_CACHE set', { NODE_COMPILE_CACHE: join(folder, 'compile-cache') });
    await inProcess('NODE_DISABLE_COMPILE_CACHE=1', { NODE_DISABLE_COMPILE_CACHE: '1' });
  }
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function inProcess(name: string, env: NodeJS.ProcessEnv): Promise<void> {
  const data = await mkdtemp(join(folder, 'data-'));
  const child = spawn(process.execPath, [join(here, 'loop.cjs'), String(times), data], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  const end = await new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  console.log(`${name} (Node ${process.version}): ${summary(output)}; the process ended with ${end}`);
}

async function inExtensionHost(): Promise<void> {
  const report = join(folder, 'report.txt');
  const vscode = await ensureVsCode();
  // The window counts as open when Fiscal is in its activity bar.
  await installExtension(vscode, folder, await makeVsix({ quiet: true }));
  const parts = { vscode, browser: await ensureBrowser(), extensionsFolder: serverFolders(folder).extensions };
  const window = await openWindow(parts, {
    empty: true,
    extensionTests: join(here, 'extensionHost'),
    env: { WORKER_END_FOLDER: folder, WORKER_END_REPORT: report, WORKER_END_TIMES: String(times) },
  });
  try {
    let before = '';
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const output = await readFile(report, 'utf8').catch(() => '');
      if (output === before || output.includes('"ended"')) {
        console.log(`extension host: ${output.split('\n')[0]}, ${summary(output)}`);
        return;
      }
      before = output;
    }
  } finally {
    await window.close();
  }
}

function summary(output: string): string {
  const done = [...output.matchAll(/"done":(\d+)/g)].at(-1)?.[1] ?? '0';
  const errors = [...output.matchAll(/"error":"([^"]*)"/g)].map((match) => match[1]);
  return `${done} of ${times} workers terminated, ${errors.length} errors ${[...new Set(errors)].join(', ')}`;
}
