/**
 * VS Code itself, from the npm registry: code-server's build of it, without its native modules and its own front.
 * It is no dependency of the project (616 MB, only the launcher and the end-to-end tests want it), so it lives in the cache.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from './paths.ts';
import { npm } from './run.ts';

/** The release and what npm must find in it; its own shrinkwrap files fix everything below it. */
const RELEASE = {
  version: '4.139.1',
  vscode: '1.139.1',
  integrity: 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
} as const;

const home = join(cacheFolder, `code-server-${RELEASE.version}`);
const vscodeIn = (folder: string) => join(folder, 'node_modules/code-server/lib/vscode');

/** Returns the folder of VS Code; fetches it when it is not there yet, telling the progress. Throws when that fails. */
export async function ensureVsCode(tell: (line: string) => void = console.log): Promise<string> {
  if (existsSync(vscodeIn(home))) return vscodeIn(home);

  // Made beside its place and moved there when whole, so that an interrupted download is never taken for a good one.
  const making = `${home}.${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    await writeFile(join(making, 'package.json'), '{ "private": true }\n');
    tell(`Getting VS Code ${RELEASE.vscode} from the npm registry (once; about 200 MB to download, 620 MB on disk):`);
    tell('  1/3 the workbench and the server');
    await install(making, [`code-server@${RELEASE.version}`]);
    await checkIntegrity(making);
    tell('  2/3 what they need');
    await install(vscodeIn(making));
    tell('  3/3 the built-in extensions');
    await install(join(vscodeIn(making), 'extensions'));
    await moveInPlace(making);
    tell(`VS Code ${RELEASE.vscode} is ready.`);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  return vscodeIn(home);
}

/** No install scripts: they would compile native modules, which VS Code can do without. */
async function install(cwd: string, packages: readonly string[] = []): Promise<void> {
  const args = ['install', ...packages, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  // npm's settings for our own project (a prefix, a workspace) must not reach this folder.
  await npm([...args, '--prefix', cwd], { cwd });
}

async function checkIntegrity(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const found: unknown = lock.packages?.['node_modules/code-server']?.integrity;
  if (found !== RELEASE.integrity) {
    throw new Error(`code-server ${RELEASE.version} from this registry is not the one that is expected (${found}).`);
  }
}

async function moveInPlace(making: string): Promise<void> {
  try {
    await rename(making, home);
  } catch (error) {
    // Another run was quicker: its copy is as good.
    if (!existsSync(vscodeIn(home))) throw error;
  }
}
