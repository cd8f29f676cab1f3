/**
 * `npm start`: opens the sample folder with Fiscal in a real VS Code in the browser. Builds and installs it if its sources have changed.
 * Ctrl+C ends all processes.
 *   --folder DIR    opens another folder
 *   --library DIR   adds a folder to the library, also for later starts
 *   --data DIR      where VS Code keeps its settings and state between starts; default .vscode-test/start
 *   --vsix FILE     installs this package instead of building one
 *   --port N        default 3710, or any free port if it is taken
 *   --no-open       does not open the browser
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureVsCode } from './support/codeServer.ts';
import { fingerprintOf, sourcesFingerprint } from './support/fingerprint.ts';
import { freePort } from './support/freePort.ts';
import { openInBrowser } from './support/openInBrowser.ts';
import { cacheFolder, samplesFolder } from './support/paths.ts';
import { addUserSettings, installExtension, startVsCode } from './support/vscodeServer.ts';
import { makeStartViewVsix, makeVsix } from './support/vsix.ts';

const DEFAULT_PORT = 3710;

/** Hides what is not part of Fiscal. Settings that the user has changed are kept. */
const DEFAULTS = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'chat.disableAIFeatures': true,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'remote.autoForwardPorts': false,
};

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    library: { type: 'string' },
    data: { type: 'string' },
    vsix: { type: 'string' },
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
  },
});

if (process.platform === 'win32') {
  console.error('On Windows, run this inside WSL. Or install Fiscal into your own VS Code:');
  console.error('  npm run package');
  console.error('  code --install-extension fiscal.vsix');
  process.exit(1);
}

const folder = existing(values.folder ?? samplesFolder);
const library = values.library === undefined ? undefined : existing(values.library);
const dataFolder = values.data === undefined ? join(cacheFolder, 'start') : resolve(invokedIn(), values.data);

const vscode = await ensureVsCode();
const kept = await addUserSettings(
  dataFolder,
  DEFAULTS,
  library === undefined ? {} : { 'fiscal.library.folders': [library] },
);
if (!kept) console.log('The settings of the last start contain comments or errors. They were not changed.');
await install();
const server = await startVsCode({ vscode, dataFolder, port: await port() });

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  console.log('\nStopping …');
  void server.stop();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

const memo = join(folder, 'memo-press-line.md');
const payload = existsSync(memo) ? ([['openFile', `vscode-remote://remote${memo}`]] as const) : undefined;
const address = server.address(folder, payload);
console.log(`\nFiscal is running in VS Code on ${folder}:\n\n  ${address}\n`);
console.log('Select a paragraph, then right-click › Fiscal › Ask About Selection. Ctrl+C stops it.');
if (!values['no-open']) openInBrowser(address);

await server.ended;
if (!stopping) {
  console.error(`VS Code ended unexpectedly:\n${server.log().slice(-4000)}`);
  process.exitCode = 1;
}

/** Does nothing if the extension in the data folder has these sources. */
async function install(): Promise<void> {
  const record = join(dataFolder, 'installed.txt');
  const given = values.vsix === undefined ? null : existing(values.vsix);
  const wanted = `${vscode} ${given === null ? sourcesFingerprint() : fingerprintOf([given])}\n`;
  if ((await readFile(record, 'utf8').catch(() => '')) === wanted) return;
  const vsix = given ?? (await build());
  console.log('Installing it into VS Code …');
  await installExtension(vscode, dataFolder, vsix);
  await installExtension(vscode, dataFolder, await makeStartViewVsix(dataFolder));
  await writeFile(record, wanted);
}

async function build(): Promise<string> {
  console.log('Building and packaging the extension …');
  return makeVsix({ quiet: true });
}

function invokedIn(): string {
  return process.env.INIT_CWD ?? process.cwd();
}

function existing(path: string): string {
  const full = resolve(invokedIn(), path);
  if (existsSync(full)) return full;
  console.error(`Not found: ${full}`);
  process.exit(1);
}

async function port(): Promise<number> {
  if (values.port === undefined) return freePort(DEFAULT_PORT);
  const number = Number(values.port);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  console.error(`--port ${values.port} is not a port number.`);
  process.exit(1);
}
