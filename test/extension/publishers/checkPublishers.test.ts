import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAuthorities } from '../../../src/extension/publishers/authorities.ts';
import { checkPublishers, lookForUpdates } from '../../../src/extension/publishers/checkPublishers.ts';
import { lawReader } from '../../../src/publishers/lawReader.ts';
import { findWork } from '../../../src/publishers/publishers.ts';
import { lookUpOffer, takeLaw } from '../../../src/publishers/takeLaw.ts';
import { playPublishers } from '../../publishers/support/playPublishers.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { makeZip } from '../../service/documents/support/makeOffice.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const LISTING = 'uscode.house.gov/download/download.shtml';
const SOLZG = 'www.gesetze-im-internet.de/solzg_1995/xml.zip';
const DAY = 24 * 60 * 60 * 1000;
const fixture = (name: string) => readFileSync(join(FIXTURES, name));

async function open() {
  const played = await playPublishers();
  const fake = fakeVscode();
  const executed: unknown[] = [];
  Object.assign(fake.api.commands, { executeCommand: async (command: unknown) => void executed.push(command) });
  const authorities = createAuthorities({
    vscode: fake.api,
    folder: temporaryFolder(),
    reader: lawReader,
    version: '1.2.3',
    mirror: () => played.mirror,
    changed: () => {},
    log: () => {},
  });
  const release = (law: string, date: string) =>
    played.on(LISTING, { body: `<h3>Public Law 119-${law} (${date})</h3><a href="xml_uscAll@119-${law}.zip">All</a>` });
  const law = (etag: string) =>
    played.on(SOLZG, {
      body: makeZip({ 'BJNR097500993.xml': fixture('BJNR097500993@20241205223032.xml') }),
      headers: { etag },
    });
  release('100', '06/26/2026');
  law('"1"');
  const file = 'uscode.house.gov/download/releasepoints/us/pl/119/100/xml_usc26@119-100.zip';
  played.on(file, { body: makeZip({ 'usc26.xml': fixture('usc26@119-100.two.xml') }) });
  async function take(id: string) {
    const chosen = findWork(id);
    if (!chosen) throw new Error(id);
    const { signal } = new AbortController();
    const network = authorities.network();
    const options = { store: authorities.store, signal, now: () => new Date(), onProgress: () => {} };
    await takeLaw(chosen, await lookUpOffer(chosen, network, signal), network, options);
  }
  const values = new Map<string, unknown>();
  const logged: string[] = [];
  const look = (now: number, interval: 'never' | 'weekly' = 'weekly') =>
    lookForUpdates(fake.api, authorities, {
      interval,
      memento: {
        get: <T>(key: string) => values.get(key) as T | undefined,
        update: async (key: string, value: unknown) => void values.set(key, value),
      },
      now,
      log: (line) => void logged.push(line),
    });
  return { played, fake, executed, authorities, release, law, take, look, logged };
}

it('publishers are asked for newer versions only in the interval that is set, once for each list, and nothing is taken', async () => {
  const { played, fake, executed, release, law, take, look } = await open();
  await take('usc26');
  await take('solzg_1995');
  const before = played.requests.length;
  await look(0, 'never');
  expect(played.requests).toHaveLength(before);
  await look(0);
  expect(played.requests).toHaveLength(before + 2);
  expect(fake.messages).toEqual([]);

  release('120', '09/30/2026');
  law('"2"');
  await look(6 * DAY);
  expect(played.requests).toHaveLength(before + 2);
  fake.answers.push('Update Authorities');
  await look(7 * DAY);
  expect(played.requests).toHaveLength(before + 4);
  expect(fake.messages).toEqual([
    expect.stringMatching(/^Publishers have newer versions of Solidarit.*, Internal Revenue Code /),
  ]);
  expect(executed).toEqual(['fiscal.updateAuthorities']);
});

it('a publisher that cannot be reached is noted in the log, and the others are asked', async () => {
  const { played, fake, law, take, look, logged } = await open();
  await take('usc26');
  await take('solzg_1995');
  played.on(LISTING, { status: 404 });
  law('"2"');
  await look(0);
  expect(logged).toEqual(['Looking for newer versions of laws failed: notFound']);
  expect(fake.messages).toEqual([expect.stringContaining('Solidarit')]);
});

it('without a law on disk nobody is asked', async () => {
  const { played, look } = await open();
  await look(0);
  expect(played.requests).toEqual([]);
});

it('Check Connection to Publishers asks those that the user chooses, and says what each offers or why it cannot be reached', async () => {
  const { played, fake, authorities } = await open();
  Object.assign(fake.api.window, { showQuickPick: async (items: unknown[]) => items });
  await checkPublishers(fake.api, authorities);
  const { host } = new URL(played.mirror);
  expect(fake.messages[0]).toContain(`${host} was reached. Its current version is 2026-06-26, Public Law 119-100.`);
  expect(fake.messages[0]).toContain(`${host} does not have the file at this address.`);
  expect(played.requests.map(({ path }) => path)).toEqual([
    `/${LISTING}`,
    '/www.ecfr.gov/api/versioner/v1/titles.json',
    '/www.gesetze-im-internet.de/estg/xml.zip',
  ]);
  Object.assign(fake.api.window, { showQuickPick: async () => undefined });
  await checkPublishers(fake.api, authorities);
  expect(played.requests).toHaveLength(3);
});
