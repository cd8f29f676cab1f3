/**
 * Kills processes at random moments while they take a title, index it, take its next version and update the index. After each kill the text
 * on disk must be that of one version, byte for byte, and at the end the index must be the one that is made without a kill.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createAuthorityStore, lawFolder } from '../../src/publishers/authorityStore.ts';
import { buildMeasured } from '../hostile/buildMeasured.ts';
import { playPublisher } from './playPublisher.ts';

/** What is done in this order. Some processes are killed in each. */
const PHASES = [
  { name: 'get', work: 'take', version: 1 },
  { name: 'index', work: 'index', version: 1 },
  { name: 'update: take', work: 'take', version: 2 },
  { name: 'update: index', work: 'index', version: 2 },
] as const;

/**
 * Prints each kill. Returns what was lost, in words, and how many were killed. If a process ends before its kill, the phase begins again
 * where it began, because its work is done.
 */
export async function killProcesses(root: string, sections: number, kills: number) {
  let version: 1 | 2 = 1;
  const publisher = await playPublisher(sections, () => version);
  const script = await buildMeasured(join(root, 'built'), 'bench/authorities/job.ts');
  const [whole, killed, start] = [join(root, 'whole'), join(root, 'killed'), join(root, 'start')];
  const lost: string[] = [];
  let killedProcesses = 0;

  /** The milliseconds that it took, and whether it was killed. */
  async function run(work: string, folder: string, killAfter: number | null) {
    const from = performance.now();
    const child = spawn(process.execPath, [script, work, folder, publisher.address], { stdio: 'inherit' });
    const timer = killAfter === null ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) =>
      child.on('exit', (code, signal) =>
        code === null || code === 0 ? resolve(signal) : reject(new Error(`A process ended with ${code}.`)),
      ),
    );
    clearTimeout(timer);
    return { milliseconds: performance.now() - from, isKilled: signal === 'SIGKILL' };
  }

  // Before the first version there is none.
  const none = await textDigest(killed);
  const texts = new Set([none]);
  try {
    for (const [at, phase] of PHASES.entries()) {
      ({ version } = phase);
      const { milliseconds } = await run(phase.work, whole, null);
      if (at > 0) texts.delete(none);
      texts.add(await textDigest(whole));
      // The first phases get one more if the number cannot be divided.
      const share = Math.floor(kills / PHASES.length) + Number(at < kills % PHASES.length);
      copyFolder(killed, start);
      for (let done = 0; done < share; ) {
        // An index that is killed goes on where it was: all kills together stay below the time of the whole.
        const longest = phase.work === 'index' ? milliseconds / share : milliseconds;
        const after = Math.random() * longest;
        const { isKilled } = await run(phase.work, killed, after);
        if (!isKilled) {
          console.log(`${phase.name}: ended before it was killed, and begins again`);
          copyFolder(start, killed);
          continue;
        }
        done += 1;
        killedProcesses += 1;
        const isText = texts.has(await textDigest(killed));
        console.log(
          `${phase.name}: killed after ${(after / 1000).toFixed(1)} of ${(milliseconds / 1000).toFixed(1)} s; ${isText ? 'nothing is lost' : 'text is lost'}`,
        );
        if (!isText) lost.push(`${phase.name}: text on disk`);
      }
      await run(phase.work, killed, null);
      if ((await textDigest(killed)) !== (await textDigest(whole))) lost.push(`${phase.name}: text at the end`);
      if (phase.work === 'index' && indexDigest(killed) !== indexDigest(whole)) lost.push(`${phase.name}: index`);
    }
  } finally {
    publisher.close();
  }
  return { lost, killed: killedProcesses };
}

/** Makes `target` the same as `source`, which may not exist yet. */
function copyFolder(source: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  // The index knows the times of the files.
  if (existsSync(source)) cpSync(source, target, { recursive: true, preserveTimestamps: true });
}

/** Of all files of the current text. An exchange that was interrupted is completed first, as each use of the laws does. */
async function textDigest(folder: string): Promise<string> {
  const root = join(folder, 'authorities');
  await createAuthorityStore(root).states('usc26');
  const hash = createHash('sha256');
  const text = join(lawFolder(root), 'usc26');
  for (const name of existsSync(text) ? readdirSync(text).sort() : []) {
    hash.update(`${name}\n`).update(readFileSync(join(text, name)));
  }
  return hash.digest('hex');
}

/** Of the name, the state and all passages of each document. */
function indexDigest(folder: string): string {
  const hash = createHash('sha256');
  const indexDir = join(folder, 'index');
  for (const name of readdirSync(indexDir).filter((name) => name.endsWith('.sqlite'))) {
    const database = new DatabaseSync(join(indexDir, name), { readOnly: true });
    const check = database.prepare('PRAGMA integrity_check').get();
    hash.update(JSON.stringify(check));
    const rows = database.prepare(
      'SELECT documents.name, documents.digest, passages.heading, passages.marks, passages.line, passages.text FROM documents LEFT JOIN passages ON passages.document = documents.id ORDER BY documents.name, passages.line, passages.text',
    );
    for (const row of rows.iterate()) hash.update(JSON.stringify(row));
    database.close();
  }
  return hash.digest('hex');
}
