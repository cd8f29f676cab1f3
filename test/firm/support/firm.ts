/** A firm for tests: documents of authorities and of two matters, and the program that administers and serves them. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildFirmProgram } from '../../../scripts/support/buildProgram.ts';
import type { TestDatabase } from './postgres.ts';

/** Words that are in the documents of one matter only. */
export const SECRETS = { alpha: 'Zanzibaralpha', beta: 'Quixoticbeta' } as const;

const DOCUMENTS: Readonly<Record<string, string>> = {
  'law/section-179.md': `---
title: "26 U.S.C. § 179: Election to expense certain depreciable business assets"
authority: "26 U.S.C. § 179"
kind: statute
---

# § 179. Election to expense certain depreciable business assets

## (a) Treatment as expenses

A taxpayer may elect to treat the cost of any section 179 property as an expense which is not chargeable to capital account.

## (b)(1) Dollar limitation

The aggregate cost which may be taken into account under subsection (a) for any taxable year shall not exceed $2,500,000.
`,
  'alpha/memo.md': `# Memo on the packaging line of ${SECRETS.alpha} Bottling

## Facts

${SECRETS.alpha} Bottling bought a packaging line for $1,840,000 and placed it in service in March 2025.

## Conclusion

The whole cost of the packaging line can be expensed, because it is below the dollar limitation.
`,
  'beta/memo.md': `# Memo on the delivery vans of ${SECRETS.beta} Logistics

## Facts

${SECRETS.beta} Logistics bought delivery vans and a packaging line for $3,100,000 in 2025.

## Conclusion

The cost of the vans and the packaging line exceeds the dollar limitation, which is reduced for the excess.
`,
};

export interface FirmFolders {
  readonly root: string;
  readonly folder: (name: string) => string;
  remove(): void;
}

export function makeDocuments(): FirmFolders {
  const root = mkdtempSync(join(tmpdir(), 'fiscal-firm-'));
  for (const [path, text] of Object.entries(DOCUMENTS)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, folder: (name) => join(root, name), remove: () => rmSync(root, { recursive: true, force: true }) };
}

export interface FirmProgram {
  /** Runs a command of the administrator, and returns what it prints. Rejects with what it prints as an error. */
  run(...args: string[]): Promise<string>;
  /** Without --search-url, with an index in memory. */
  serve(...args: string[]): ServerProcess;
  /** Runs the indexer as `run` runs commands. */
  index(...args: string[]): Promise<string>;
  /** Starts the indexer for good. */
  watch(...args: string[]): ChildProcess;
}

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly stderr: () => string;
  /** Rejects if the server ends before it listens. */
  readonly origin: Promise<string>;
  readonly exit: Promise<number | NodeJS.Signals | null>;
}

export async function buildFirm(
  folder: string,
  { adminUrl, serverUrl, indexerUrl }: TestDatabase,
): Promise<FirmProgram> {
  const program = await buildFirmProgram(folder);
  const env = (url: string) => ({ PATH: process.env.PATH, FISCAL_DATABASE_URL: url });
  const runAs = async (url: string, args: readonly string[]) =>
    (await promisify(execFile)(process.execPath, [program, ...args], { env: env(url) })).stdout;
  return {
    run: (...args) => runAs(adminUrl, args),
    index: (...args) => runAs(indexerUrl, ['indexer', ...args]),
    watch: (...args) =>
      spawn(process.execPath, [program, 'indexer', ...args], { env: env(indexerUrl), stdio: 'ignore' }),
    serve(...args) {
      const store = args.includes('--search-url') ? [] : ['--in-memory'];
      const child = spawn(process.execPath, [program, 'server', ...store, ...args], {
        env: env(serverUrl),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stdout = '';
      let stderr = '';
      child.stderr.on('data', (bytes) => {
        stderr += bytes;
      });
      const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
        child.on('close', (code, signal) => resolve(code ?? signal)),
      );
      const origin = new Promise<string>((resolve, reject) => {
        child.stdout.on('data', (bytes) => {
          stdout += bytes;
          const match = /^Fiscal server at (\S+)$/m.exec(stdout);
          if (match?.[1] !== undefined) resolve(match[1]);
        });
        void exit.then((code) => reject(new Error(`The server ended with ${code}: ${stderr}`)));
      });
      origin.catch(() => {});
      return { child, stderr: () => stderr, origin, exit };
    },
  };
}
