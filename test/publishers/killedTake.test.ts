import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../../scripts/support/buildProgram.ts';
import { createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { temporaryFolder } from '../service/temporary.ts';

const SECTIONS = 1500;

/** A title of the Code with many sections, all of which name their version. */
function title(release: string): string {
  const sections = Array.from(
    { length: SECTIONS },
    (_, at) =>
      `<section identifier="/us/usc/t26/s${at + 1}"><num value="${at + 1}">§ ${at + 1}.</num><heading>Rule</heading><content><p>The limit of the version ${release} is $${at}.</p></content></section>`,
  );
  return `<uscDoc xmlns="http://xml.house.gov/schemas/uslm/1.0"><meta><docNumber>26</docNumber><docPublicationName>Online@${release}</docPublicationName></meta><main><title><num value="26">Title 26</num><heading>CODE</heading>${sections.join('')}</title></main></uscDoc>`;
}

it('processes that are killed ten times while they take a law lose nothing of the version on disk, and the next one completes it', async () => {
  const folder = temporaryFolder();
  const program = await buildProgram(join(folder, 'program'));
  const laws = join(folder, 'laws');
  const store = createAuthorityStore(laws);
  mkdirSync(laws);
  const [first, second] = ['119-1', '119-2'].map((release) => {
    const file = join(folder, `${release}.xml`);
    writeFileSync(file, title(release));
    return file;
  });
  const written = () => {
    try {
      return readdirSync(join(laws, 'states/usc26/.new/law')).length;
    } catch {
      return 0;
    }
  };

  /** Ends the process when so many sections are written, or lets it end. */
  async function take(file: string | undefined, killedAt: number | null): Promise<NodeJS.Signals | null> {
    const args = [program, 'authorities', 'get', 'usc26', '--folder', laws, '--from', file ?? ''];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('exit', (_code, signal) => resolve(signal)));
    const timer = setInterval(() => {
      if (killedAt !== null && written() >= killedAt) child.kill('SIGKILL');
    }, 1);
    const signal = await ended;
    clearInterval(timer);
    return signal;
  }

  /** The version on disk is one of the two, with all of its sections. */
  async function wholeVersion(): Promise<string> {
    const [current] = await store.states('usc26');
    const release = current?.state ?? '';
    const text = await store.textFolder('usc26', release);
    expect(readdirSync(text)).toHaveLength(SECTIONS);
    for (const number of [1, SECTIONS / 2, SECTIONS]) {
      expect(readFileSync(join(text, `${number}.md`), 'utf8')).toContain(`version ${release} is $${number - 1}.`);
    }
    return release;
  }

  expect(await take(first, null)).toBeNull();
  expect(await wholeVersion()).toBe('119-1');
  let killed = 0;
  for (let time = 0; time < 10; time += 1) {
    // Some may end before they are killed. Then the next ones replace the same version.
    if ((await take(second, Math.floor((time * SECTIONS) / 10))) === 'SIGKILL') killed += 1;
    expect(['119-1', '119-2']).toContain(await wholeVersion());
  }
  expect(killed).toBeGreaterThan(0);
  expect(await take(second, null)).toBeNull();
  expect(await wholeVersion()).toBe('119-2');
}, 240_000);
