import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { type AuthorityStore, createAuthorityStore } from '../../src/publishers/authorityStore.ts';
import { addressOf, isMirrorAddress, type Network } from '../../src/publishers/download.ts';
import { releasePointIn } from '../../src/publishers/list/usCode.ts';
import { versionName } from '../../src/publishers/manifest.ts';
import { PublisherError } from '../../src/publishers/publisherError.ts';
import { findWork, PUBLISHERS } from '../../src/publishers/publishers.ts';
import { replacedLines } from '../../src/publishers/replacedLines.ts';
import { importLaw, lookUpOffer, type TakeOptions, takeLaw } from '../../src/publishers/takeLaw.ts';
import { lettersOf } from '../../src/text/letters.ts';
import { makeZip } from '../service/documents/support/makeOffice.ts';
import { temporaryFolder } from '../service/temporary.ts';
import { eventually } from '../support/eventually.ts';
import { type PlayedPublishers, playPublishers } from './support/playPublishers.ts';
import { FIXTURES } from './support/readLaw.ts';

const fixture = (name: string) => readFileSync(join(FIXTURES, name));
const solzg = (build: string) => makeZip({ 'BJNR097500993.xml': fixture(`BJNR097500993@${build}.xml`), 'a.jpg': 'x' });
const FIRST = '20231231214228';
const SECOND = '20241205223032';
const THIRD = '20250102221509';
const ADDRESS = 'www.gesetze-im-internet.de/solzg_1995/xml.zip';
const LISTING = 'uscode.house.gov/download/download.shtml';
const page = (law: string, stated: string) =>
  `<html><!-- xml_uscAll@1-1.zip --><h3 class="releasepointinformation">Public Law ${stated}</h3><a href="releasepoints/us/pl/119/${law}/xml_uscAll@119-${law}.zip">All</a></html>`;

function open(
  played: PlayedPublishers,
  root = temporaryFolder(),
  limit: (store: AuthorityStore) => AuthorityStore = (store) => store,
) {
  const store = limit(createAuthorityStore(root));
  const waits: number[] = [];
  const network: Network = {
    userAgent: 'Fiscal/1.2.3',
    mirror: played.mirror,
    log: () => {},
    sleep: async (milliseconds) => void waits.push(milliseconds),
  };
  const progress: number[] = [];
  const take = async (
    work: string,
    signal = new AbortController().signal,
    accepts: TakeOptions['accepts'] = async () => true,
  ) => {
    const chosen = findWork(work);
    if (!chosen) throw new Error(work);
    return takeLaw(chosen, await lookUpOffer(chosen, network, signal), network, {
      store,
      signal,
      now: () => new Date('2026-11-23T00:00:00Z'),
      onProgress: (received) => void progress.push(received),
      accepts,
    });
  };
  const problem = (work: string) =>
    take(work).then(
      () => 'taken',
      (error: unknown) => (error instanceof PublisherError ? error.problem : String(error)),
    );
  return { store, root, network, waits, progress, take, problem };
}

const textOf = (store: AuthorityStore, work: string, file: string) =>
  readFileSync(join(store.lawFolder, work, file), 'utf8');

it('a title of the Code becomes a file for each section with the release point as its date, and notes beside them', async () => {
  const played = await playPublishers();
  played.on(LISTING, { body: page('100not60', '119-100 (06/26/2026) , except 119-60') });
  played.on('uscode.house.gov/download/releasepoints/us/pl/119/100not60/xml_usc26@119-100not60.zip', {
    body: makeZip({ 'usc26.xml': fixture('usc26@119-100.two.xml') }),
  });
  const { store, take, root } = open(played);
  const { manifest, changes } = await take('usc26');
  expect(changes).toBeNull();
  expect(versionName(manifest)).toBe('2026-06-26, Public Law 119-100, except 119-60');
  const sections = await store.sections(manifest);
  expect(sections.map(({ file }) => file)).toEqual(['179.md', '6055.md']);
  const text = textOf(store, 'usc26', '179.md');
  expect(text).toContain('date: 2026-06-26, Public Law 119-100, except 119-60\n');
  expect(text).toContain('# § 179. Election to expense certain depreciable business assets\n');
  expect(text).toContain('## Effective Date of 2025 Amendment');
  expect(readdirSync(join(root, 'states/usc26/119-100not60')).sort()).toEqual([
    'manifest.json',
    'notes',
    'sections.jsonl',
    'source',
  ]);
});

it('each request asks one host for a public file and sends nothing but the name of the product', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(FIRST) });
  await open(played).take('solzg_1995');
  expect(played.requests.map(({ path }) => path)).toEqual([`/${ADDRESS}`]);
  expect(Object.keys(played.requests[0]?.headers ?? {}).sort()).toEqual([
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(played.requests[0]?.headers['user-agent']).toBe('Fiscal/1.2.3');
});

it('an update names the sections that differ, keeps the version before, and one that is current is not loaded again', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND), headers: { etag: '"2"' } });
  const { store, take } = open(played);
  await take('solzg_1995');
  expect((await take('solzg_1995')).changes).toEqual([]);
  expect(played.requests.at(-1)?.headers['if-none-match']).toBe('"2"');
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"3"' } });
  expect((await take('solzg_1995')).changes?.map(({ id }) => id)).toEqual(['§ 3', '§ 6']);
  const states = await store.states('solzg_1995');
  expect(states.map(({ state }) => state)).toEqual([THIRD, SECOND]);
  const before = join(await store.textFolder('solzg_1995', SECOND), 'solzg_1995.md');
  expect(readFileSync(before, 'utf8')).not.toBe(textOf(store, 'solzg_1995', 'solzg_1995.md'));
});

const DAMAGES: readonly (readonly [string, (records: string) => string | null])[] = [
  ['has a damaged line', (records) => records.replace('{', '(')],
  ['has fewer sections than the version', (records) => records.slice(records.indexOf('\n') + 1)],
  ['is not there', () => null],
];

/** A law of one version, the list of whose sections is then damaged. */
async function withDamagedList(damage: (records: string) => string | null) {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND), headers: { etag: '"2"' } });
  const opened = open(played);
  const { manifest } = await opened.take('solzg_1995');
  const folder = join(opened.root, 'states/solzg_1995', SECOND);
  const list = join(folder, 'sections.jsonl');
  const whole = readFileSync(list, 'utf8');
  const damaged = damage(whole);
  if (damaged === null) rmSync(list);
  else writeFileSync(list, damaged);
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"3"' } });
  return { ...opened, manifest, folder, list, whole };
}

it.each(DAMAGES)(
  'a list of sections that %s is written again from the file of the publisher, and the versions are compared',
  async (_how, damage) => {
    const { take, list, whole, root } = await withDamagedList(damage);
    expect((await take('solzg_1995')).changes?.map(({ id }) => id)).toEqual(['§ 3', '§ 6']);
    expect(readFileSync(list, 'utf8')).toBe(whole);
    expect(readdirSync(join(root, 'states/solzg_1995')).toSorted()).toEqual([SECOND, THIRD]);
  },
);

it.each(DAMAGES)(
  'versions are not compared if a list of sections %s and the file of the publisher is damaged, and a newer one is offered with this',
  async (_how, damage) => {
    const { store, take, manifest, folder } = await withDamagedList(damage);
    writeFileSync(join(folder, 'source'), solzg(THIRD));
    const comparison = await store.sections(manifest).catch((error: unknown) => error);
    expect(comparison).toMatchObject({ problem: 'notComparable', detail: versionName(manifest) });
    const offered: unknown[] = [];
    const taken = await take('solzg_1995', undefined, async (_manifest, changes) => offered.push(changes) > 0);
    expect([offered, taken.changes, taken.manifest.state]).toEqual([[null], null, THIRD]);
    // Without the list, all files of the law are compared.
    const [replaced] = await replacedLines(store);
    expect([replaced?.title, replaced?.lines.length]).toEqual([manifest.title, 12]);
  },
);

it.each([THIRD, SECOND])('a law whose manifest is damaged can be taken again, also twice (%s)', async (build) => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, root, take } = open(played);
  await take('solzg_1995');
  writeFileSync(join(root, 'states/solzg_1995', SECOND, 'manifest.json'), '{');
  played.on(ADDRESS, { body: solzg(build) });
  await take('solzg_1995');
  await take('solzg_1995');
  expect((await store.states('solzg_1995')).map(({ state }) => state)).toEqual([build]);
  expect(await store.textFolder('solzg_1995', build)).toBe(join(store.lawFolder, 'solzg_1995'));
  expect(textOf(store, 'solzg_1995', 'solzg_1995.md')).toContain(`date: ${build.slice(0, 4)}`);
});

it('a part of the regulations is taken compressed, as of the date up to which the publisher has it', async () => {
  const played = await playPublishers();
  played.on('www.ecfr.gov/api/versioner/v1/titles.json', {
    body: JSON.stringify({
      titles: [
        { number: 26, up_to_date_as_of: '2026-07-24' },
        { number: 35, up_to_date_as_of: null },
      ],
    }),
  });
  const part = `<DIV5 N="1" TYPE="PART"><HEAD>PART 1</HEAD>${fixture('26-cfr-1.263(a)-2@2026-07-24.xml')
    .toString()
    .replace(/<\?xml.*?\?>/, '')}</DIV5>`;
  played.on('www.ecfr.gov/api/versioner/v1/full/2026-07-24/title-26.xml?part=1', {
    body: gzipSync(part),
    headers: { 'content-encoding': 'gzip' },
  });
  const { store, take } = open(played);
  const { manifest } = await take('cfr26-1');
  expect([manifest.state, versionName(manifest)]).toEqual(['2026-07-24', '2026-07-24']);
  expect(textOf(store, 'cfr26-1', '1.263(a)-2.md')).toContain(
    '# Treas. Reg. § 1.263(a)-2 Amounts paid to acquire or produce tangible property.\n',
  );
});

/** Loses the connection after 1,500 bytes of the file were written. */
async function interrupt(played: PlayedPublishers, { root, problem }: ReturnType<typeof open>, etag: string) {
  played.on(ADDRESS, { body: solzg(FIRST), headers: { etag }, cutAt: 1500 }, { status: 500 });
  const ended = problem('solzg_1995');
  const part = join(root, 'states/solzg_1995/.new/source.part');
  await eventually(() => expect(statSync(part).size).toBe(1500));
  played.cut();
  expect(await ended).toBe('status');
}

it('a download that was cut goes on where it ended, also after a restart', async () => {
  const played = await playPublishers();
  const first = open(played);
  await interrupt(played, first, '"1"');
  const asked = played.requests.length;
  played.on(ADDRESS, { body: solzg(FIRST), headers: { etag: '"1"' } });
  const second = open(played, first.root);
  expect((await second.take('solzg_1995')).manifest.bytes).toBe(solzg(FIRST).length);
  expect(played.requests[asked]?.headers.range).toBe('bytes=1500-');
  expect(second.progress[0]).toBeGreaterThan(1500);
});

it('a download that goes on keeps what the publisher said of its version, also if the rest does not repeat it', async () => {
  const played = await playPublishers();
  const first = open(played);
  await interrupt(played, first, '"1"');
  played.on(ADDRESS, { body: solzg(FIRST), ignoresIfRange: true });
  const { manifest } = await first.take('solzg_1995');
  expect([manifest.bytes, manifest.etag]).toEqual([solzg(FIRST).length, '"1"']);
});

it('a part of another version at the publisher is not continued', async () => {
  const played = await playPublishers();
  const first = open(played);
  await interrupt(played, first, '"1"');
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"3"' } });
  expect((await first.take('solzg_1995')).manifest.state).toBe(THIRD);
});

it('a publisher that sends the rest of another version is asked for the whole file', async () => {
  const played = await playPublishers();
  const first = open(played);
  await interrupt(played, first, '"1"');
  const asked = played.requests.length;
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"3"' }, ignoresIfRange: true });
  expect((await first.take('solzg_1995')).manifest.state).toBe(THIRD);
  expect(played.requests.slice(asked).map(({ headers }) => headers.range)).toEqual(['bytes=1500-', undefined]);
});

it('what the publisher may send instead of the law is refused with its reason, and the version on disk stays', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, take, problem, waits } = open(played);
  await take('solzg_1995');
  const whole = solzg(THIRD);
  const broken = Buffer.from(whole);
  broken[200] = (broken[200] ?? 0) ^ 0xff;
  const few = Buffer.from(
    '<dokumente builddate="20260101000000"><norm doknr="a"><metadaten><enbez>§ 1</enbez></metadaten><textdaten><text><Content><P>x</P></Content></text></textdaten></norm></dokumente>',
  );
  const cases: [Parameters<PlayedPublishers['on']>[1], string][] = [
    [{ status: 404 }, 'notFound'],
    [{ status: 407 }, 'proxy'],
    [{ status: 500 }, 'status'],
    [{ status: 503, headers: { 'retry-after': '7' } }, 'busy'],
    [{ status: 302, headers: { location: 'https://example.com/xml.zip' } }, 'redirect'],
    [{ body: '<!DOCTYPE html><html>Captcha</html>' }, 'html'],
    [{ body: whole.subarray(0, whole.length - 40) }, 'damaged'],
    [{ body: broken }, 'damaged'],
    [{ body: '' }, 'damaged'],
    [{ body: makeZip({ '../../evil.xml': 'x', 'note.txt': 'x' }) }, 'unknownFormat'],
    [{ body: makeZip({ 'usc26.xml': fixture('usc26@119-100.two.xml') }) }, 'unknownFormat'],
    [{ body: makeZip({ 'BJNR097500993.xml': few }) }, 'incomplete'],
    [{ body: solzg(FIRST) }, 'older'],
  ];
  for (const [reply, expected] of cases) {
    played.on(ADDRESS, reply);
    expect(await problem('solzg_1995')).toBe(expected);
  }
  expect(waits).toEqual([7000, 7000]);
  const [current, ...others] = await store.states('solzg_1995');
  expect([current?.state, others]).toEqual([SECOND, []]);
  expect(textOf(store, 'solzg_1995', 'solzg_1995.md')).toContain('Solidaritätszuschlaggesetz');
});

const FULL: [string, Partial<AuthorityStore>, number][] = [
  ['has too little space before a download', { freeBytes: async () => 100_000_000 }, 0],
  [
    'fills while the file is read',
    {
      convert: async (_chosen, _offer, _source, folder) => {
        mkdirSync(join(folder, 'law'));
        writeFileSync(join(folder, 'law/solzg_1995.md'), 'the beginning of the text');
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      },
    },
    1,
  ],
];
it.each(FULL)(
  'a disk that %s is said to be full, keeps nothing of the new version, and the version on disk stays',
  async (_, full, requests) => {
    const played = await playPublishers();
    const root = temporaryFolder();
    played.on(ADDRESS, { body: solzg(SECOND) });
    await open(played, root).take('solzg_1995');
    played.on(ADDRESS, { body: solzg(THIRD) });
    const before = played.requests.length;
    const { store, problem } = open(played, root, (store) => ({ ...store, ...full }));
    expect(await problem('solzg_1995')).toBe('diskFull');
    expect(played.requests.length - before).toBe(requests);
    expect(readdirSync(join(root, 'states/solzg_1995'))).toEqual([SECOND]);
    expect((await store.states('solzg_1995')).map(({ state }) => state)).toEqual([SECOND]);
    expect(textOf(store, 'solzg_1995', 'solzg_1995.md')).toContain('Solidaritätszuschlaggesetz');
    // With space again, the version is taken.
    expect((await open(played, root).take('solzg_1995')).manifest.state).toBe(THIRD);
  },
);

it('a redirect is followed at the same host only, with its protocol, and not without end', async () => {
  const played = await playPublishers();
  const { problem } = open(played);
  const moved = (location: string) => played.on(ADDRESS, { status: 302, headers: { location } });
  moved('moved.zip');
  played.on(ADDRESS.replace('xml.zip', 'moved.zip'), { body: solzg(SECOND) });
  expect(await problem('solzg_1995')).toBe('taken');
  const { host } = new URL(played.mirror);
  for (const other of [`https://${host}/xml.zip`, `http://localhost:${new URL(played.mirror).port}/xml.zip`]) {
    moved(other);
    expect(await problem('solzg_1995')).toBe('redirect');
  }
  for (const endless of ['xml.zip', 'http://[']) {
    moved(endless);
    expect(await problem('solzg_1995')).toBe('status');
  }
});

it('a page of the publisher in another form is said so, and is no reason to guess an address', async () => {
  const played = await playPublishers();
  played.on(LISTING, { body: '<html>We have moved</html>' });
  played.on('www.ecfr.gov/api/versioner/v1/titles.json', { body: '{"titles":[]}' });
  const { problem } = open(played);
  expect([await problem('usc26'), await problem('cfr26-1')]).toEqual(['listing', 'listing']);
  expect(releasePointIn(page('73', '119-74 (01/23/2026)'))).toBeNull();
  expect(releasePointIn(page('73not60-65', '119-73 (01/23/2026) , except 119-60, 119-65'))).toEqual({
    congress: '119',
    law: '73not60-65',
    date: '2026-01-23',
    label: 'Public Law 119-73, except 119-60, 119-65',
  });
});

it('a page of comments that do not end is read in linear time', () => {
  expect(releasePointIn('<!--'.repeat(500_000))).toBeNull();
});

it('a version that the user does not take leaves the one on disk, and is offered again', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, take } = open(played);
  await take('solzg_1995');
  played.on(ADDRESS, { body: solzg(THIRD) });
  const asked: string[][] = [];
  const decline = async (manifest: { state: string }, changes: readonly { id: string }[] | null) => {
    asked.push([manifest.state, ...(changes ?? []).map(({ id }) => id)]);
    return false;
  };
  for (let time = 0; time < 2; time += 1) {
    const { manifest, changes, declined } = await take('solzg_1995', undefined, decline);
    expect([manifest.state, changes, declined]).toEqual([SECOND, [], true]);
  }
  expect(asked).toEqual([
    [THIRD, '§ 3', '§ 6'],
    [THIRD, '§ 3', '§ 6'],
  ]);
  expect((await store.states('solzg_1995')).map(({ state }) => state)).toEqual([SECOND]);
  expect(await replacedLines(store)).toEqual([]);
  expect((await take('solzg_1995')).manifest.state).toBe(THIRD);
});

it('a version that was not taken is not loaded again while it is the current one, and another one is', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(FIRST), headers: { etag: '"1"' } });
  const { store, root, take } = open(played);
  await take('solzg_1995');
  played.on(ADDRESS, { body: solzg(SECOND), headers: { etag: '"2"' } });
  const decline = async () => false;
  await take('solzg_1995', undefined, decline);
  expect(readdirSync(join(root, 'states/solzg_1995/.new')).filter((name) => /^(?:law|notes)$/.test(name))).toEqual([]);
  expect((await take('solzg_1995', undefined, decline)).declined).toBe(true);
  expect(played.requests.at(-1)?.headers['if-none-match']).toBe('"2"');
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"3"' } });
  expect((await take('solzg_1995', undefined, decline)).declined).toBe(true);
  expect((await take('solzg_1995')).manifest).toMatchObject({ state: THIRD, etag: '"3"' });
  expect(played.requests.at(-1)?.headers['if-none-match']).toBe('"3"');
  expect((await store.states('solzg_1995')).map(({ state }) => state)).toEqual([THIRD, FIRST]);
  expect((await take('solzg_1995')).changes).toEqual([]);
});

it('the lines that only an earlier version has are those of the paragraphs that were changed', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, take } = open(played);
  await take('solzg_1995');
  const before = textOf(store, 'solzg_1995', 'solzg_1995.md');
  played.on(ADDRESS, { body: solzg(THIRD) });
  await take('solzg_1995');
  const current = lettersOf(textOf(store, 'solzg_1995', 'solzg_1995.md'));
  const replaced = await replacedLines(store);
  expect(replaced).toMatchObject([{ path: join(store.lawFolder, 'solzg_1995/solzg_1995.md') }]);
  expect(replaced[0]?.version).toContain('2024-12-05');
  for (const line of replaced[0]?.lines ?? []) {
    expect(lettersOf(before)).toContain(line);
    expect(current).not.toContain(line);
  }
  expect(lettersOf(replaced[0]?.current.join('') ?? '')).toContain('39900');
  // The limits of § 3 were raised for 2025.
  expect(replaced[0]?.lines.some((line) => line.includes('36260'))).toBe(true);
});

it('a version whose text and list of sections cannot be read has no replaced lines', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, take } = open(played);
  await take('solzg_1995');
  played.on(ADDRESS, { body: solzg(THIRD) });
  await take('solzg_1995');
  const folder = await store.textFolder('solzg_1995', SECOND);
  for (const name of ['sections.jsonl', 'source']) rmSync(join(folder, '..', name));
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
  expect(await replacedLines(store)).toEqual([]);
});

it('a download that the user stops leaves the version on disk, and ends at once', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, take } = open(played);
  await take('solzg_1995');
  played.on(ADDRESS, { body: solzg(THIRD) });
  const run = new AbortController();
  run.abort(new Error('stopped'));
  await expect(take('solzg_1995', run.signal)).rejects.toThrow('stopped');
  expect((await store.states('solzg_1995')).map(({ state }) => state)).toEqual([SECOND]);
});

it('a law whose reading was stopped after its download is not downloaded again, unless the publisher has another one', async () => {
  const played = await playPublishers();
  const root = temporaryFolder();
  const stopWhileReading = async () => {
    const run = new AbortController();
    const stopped = open(played, root, (store) => ({
      ...store,
      convert: async () => {
        run.abort(new Error('stopped'));
        throw run.signal.reason;
      },
    }));
    await expect(stopped.take('solzg_1995', run.signal)).rejects.toThrow('stopped');
  };
  played.on(ADDRESS, { body: solzg(SECOND), headers: { etag: '"2"' } });
  await stopWhileReading();
  const { take, progress } = open(played, root);
  expect((await take('solzg_1995')).manifest).toMatchObject({ state: SECOND, etag: '"2"' });
  expect(progress).toEqual([]);
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"3"' } });
  await stopWhileReading();
  played.on(ADDRESS, { body: solzg(THIRD), headers: { etag: '"4"' } });
  expect((await take('solzg_1995')).manifest).toMatchObject({ state: THIRD, etag: '"4"' });
  expect(progress).not.toEqual([]);
});

it('a file that is imported is not taken for a download that was not used', async () => {
  const played = await playPublishers();
  const root = temporaryFolder();
  const { store, take } = open(played, root);
  played.on(ADDRESS, { body: solzg(SECOND), headers: { etag: '"2"' } });
  const stopped = open(played, root, (own) => ({ ...own, convert: () => Promise.reject(new Error('stopped')) }));
  await expect(stopped.take('solzg_1995')).rejects.toThrow('stopped');
  const path = join(temporaryFolder(), 'xml.zip');
  writeFileSync(path, solzg(FIRST));
  const chosen = findWork('solzg_1995');
  if (!chosen) throw new Error('missing');
  const options = { signal: new AbortController().signal, now: () => new Date(), onProgress: () => {} };
  const unread = { ...store, convert: () => Promise.reject(new Error('stopped')) };
  await expect(importLaw(chosen, path, { ...options, store: unread })).rejects.toThrow('stopped');
  expect((await take('solzg_1995')).manifest).toMatchObject({ state: SECOND, etag: '"2"' });
});

it('archive entries that point outside the target folder are not written, and the law in the same archive is taken', async () => {
  const played = await playPublishers();
  const outside = temporaryFolder();
  const { take, store } = open(played, join(outside, 'a/b/store'));
  const law = fixture(`BJNR097500993@${THIRD}.xml`);
  played.on(ADDRESS, {
    body: makeZip({
      '../../../../../evil.xml': law,
      '..\\..\\evil.xml': law,
      [join(outside, 'evil.xml')]: law,
      'BJNR097500993.xml': law,
    }),
  });
  expect((await take('solzg_1995')).manifest.state).toBe(THIRD);
  const written = readdirSync(outside, { recursive: true, encoding: 'utf8' });
  expect(written.filter((name) => name.includes('evil'))).toEqual([]);
  expect(readdirSync(store.lawFolder, { recursive: true })).toEqual([
    'solzg_1995',
    join('solzg_1995', 'solzg_1995.md'),
  ]);
});

/** The folder may be moved away at any time. */
function filesIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch {
    return 0;
  }
}

it('a law that is removed is there as a whole until it is not there at all', async () => {
  const store = createAuthorityStore(temporaryFolder());
  const law = join(store.lawFolder, 'usc26');
  mkdirSync(law, { recursive: true });
  for (let number = 0; number < 500; number += 1) writeFileSync(join(law, `${number}.md`), 'text');
  let ended = false;
  const removed = store.remove('usc26').finally(() => {
    ended = true;
  });
  const seen = new Set<number>();
  while (!ended) {
    seen.add(filesIn(law));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await removed;
  expect(seen).toEqual(new Set([500, 0]));
  expect(await store.works()).toEqual([]);
  await store.remove('usc26');
});

it('files that do not state their date are versions of their own, which say so', async () => {
  const folder = temporaryFolder();
  const store = createAuthorityStore(join(folder, 'store'));
  const chosen = findWork('cfr26-1');
  if (!chosen) throw new Error('missing');
  const xml = fixture('26-cfr-1.263(a)-2@2026-07-24.xml').toString();
  const path = join(folder, 'title-26.xml');
  const imported = async (day: string, text: string) => {
    writeFileSync(path, text);
    const options = { store, signal: new AbortController().signal, onProgress: () => {} };
    const { manifest, changes } = await importLaw(chosen, path, {
      ...options,
      now: () => new Date(`${day}T10:00:00Z`),
    });
    return [versionName(manifest), changes?.map(({ kind }) => kind)];
  };
  expect(await imported('2026-11-02', xml)).toEqual(['an unknown date (imported 2026-11-02)', undefined]);
  const later = xml.replace('section provides rules', 'section does not provide rules');
  expect(await imported('2026-11-23', later)).toEqual(['an unknown date (imported 2026-11-23)', ['text']]);
  const states = await store.states('cfr26-1');
  expect(states.map(({ state }) => state)).toEqual(['imported-2026-11-23', 'imported-2026-11-02']);
  expect(textOf(store, 'cfr26-1', '1.263(a)-2.md')).toContain('\ndate: an unknown date (imported 2026-11-23)\n');
});

it('a release point of the Code is older than one of a later law, also where the files do not state a date', async () => {
  const folder = temporaryFolder();
  const store = createAuthorityStore(join(folder, 'store'));
  const chosen = findWork('usc26');
  if (!chosen) throw new Error('missing');
  const imported = async (release: string) => {
    const xml = fixture('usc26@119-100.two.xml').toString().replace('Online@119-100', `Online@${release}`);
    const path = join(folder, 'usc26.xml');
    writeFileSync(path, xml);
    const options = { store, signal: new AbortController().signal, now: () => new Date(), onProgress: () => {} };
    return importLaw(chosen, path, options).then(
      ({ manifest }) => manifest.state,
      (error: unknown) => (error instanceof PublisherError ? error.problem : String(error)),
    );
  };
  expect(await imported('119-100')).toBe('119-100');
  for (const older of ['119-73not60', '119-9', '118-200']) expect(await imported(older)).toBe('older');
  for (const newer of ['119-101', '120-1']) expect(await imported(newer)).toBe(newer);
});

it('two windows do not take laws at the same time, and one can when the other has ended', async () => {
  const root = temporaryFolder();
  const store = createAuthorityStore(root);
  await store.exclusively(async () => {
    await expect(createAuthorityStore(root).exclusively(async () => {})).rejects.toMatchObject({ problem: 'locked' });
  });
  await expect(createAuthorityStore(root).exclusively(async () => 'done')).resolves.toBe('done');
});

it('an exchange that was interrupted between its two steps is completed when the laws are next looked at', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, root, take } = open(played);
  await take('solzg_1995');
  const { rename } = await import('node:fs/promises');
  await rename(join(store.lawFolder, 'solzg_1995'), join(root, 'states/solzg_1995', SECOND, 'law'));
  expect((await store.states('solzg_1995'))[0]?.state).toBe(SECOND);
  expect(existsSync(join(store.lawFolder, 'solzg_1995/solzg_1995.md'))).toBe(true);
});

it('an exchange for the same version that was interrupted loses nothing, and can be repeated', async () => {
  const played = await playPublishers();
  played.on(ADDRESS, { body: solzg(SECOND) });
  const { store, root, take } = open(played);
  await take('solzg_1995');
  const { rename } = await import('node:fs/promises');
  await rename(join(root, 'states/solzg_1995', SECOND), join(root, 'states/solzg_1995/.old'));
  expect((await store.states('solzg_1995')).map(({ state }) => state)).toEqual([SECOND]);
  expect((await take('solzg_1995')).manifest.state).toBe(SECOND);
  expect(textOf(store, 'solzg_1995', 'solzg_1995.md')).toContain('Solidaritätszuschlaggesetz');
});

it('a file from another machine is imported without a request if the disk has space, and a file of another law is refused', async () => {
  const folder = temporaryFolder();
  const store = createAuthorityStore(join(folder, 'store'));
  const path = join(folder, 'xml.zip');
  writeFileSync(path, makeZip({ 'usc26.xml': fixture('usc26@119-100.two.xml') }));
  const options = { store, signal: new AbortController().signal, now: () => new Date(), onProgress: () => {} };
  const [title26, title11] = [findWork('usc26'), findWork('usc11')];
  if (!title26 || !title11) throw new Error('missing');
  const { manifest } = await importLaw(title26, path, options);
  expect(versionName(manifest)).toBe('Public Law 119-100');
  const full = { ...options, store: { ...store, freeBytes: async () => 100_000_000 } };
  await expect(importLaw(title26, path, full)).rejects.toMatchObject({ problem: 'diskFull' });
  await expect(importLaw(title11, path, options)).rejects.toMatchObject({ problem: 'unknownFormat' });
  const section = '<section xmlns="http://xml.house.gov/schemas/uslm/1.0" identifier="/us/usc/t26/s179">';
  expect(title26.publisher.offerOf(title26.work, section, '2026-11-23')).toMatchObject({
    state: 'imported-2026-11-23',
    asOf: null,
  });
  const german = join(import.meta.dirname, '../fixtures/publishers/BJNR097500993@20250102221509.xml');
  const [solidarity, foreign] = [findWork('solzg_1995'), findWork('astg')];
  if (!solidarity || !foreign) throw new Error('missing');
  await expect(importLaw(foreign, german, options)).rejects.toMatchObject({
    problem: 'unknownFormat',
    detail: 'SolZG',
  });
  expect((await importLaw(solidarity, german, options)).manifest.asOf).toBe('2025-01-02');
  const regulation = join(import.meta.dirname, '../fixtures/publishers/26-cfr-1.263(a)-2@2026-07-24.xml');
  const [incomeTaxes, estateTax] = [findWork('cfr26-1'), findWork('cfr26-20')];
  if (!incomeTaxes || !estateTax) throw new Error('missing');
  await expect(importLaw(estateTax, regulation, options)).rejects.toMatchObject({ problem: 'unknownFormat' });
  expect((await importLaw(incomeTaxes, regulation, options)).manifest.sections).toBe(1);
  await store.remove('usc26');
  expect((await store.works()).sort()).toEqual(['cfr26-1', 'solzg_1995']);
});

it('all addresses are https at the host of their publisher, and a mirror takes their place as a whole', () => {
  for (const publisher of PUBLISHERS) {
    const { listing, host, works } = publisher;
    if (listing !== null) expect(new URL(listing).origin).toBe(`https://${host}`);
    else for (const work of works) expect(new URL(publisher.offer(work, '').url).origin).toBe(`https://${host}`);
  }
  const ids = PUBLISHERS.flatMap(({ works }) => works.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  expect(addressOf('https://www.ecfr.gov/a?b=1', 'https://m.example/law/')).toBe(
    'https://m.example/law/www.ecfr.gov/a?b=1',
  );
  const checked = [
    'https://m.example',
    'http://127.0.0.1:8',
    'http://m.example',
    'file:///law',
    'https://u@m.example',
    'https://:secret@m.example',
    'law',
  ];
  expect(checked.map(isMirrorAddress)).toEqual([true, true, false, false, false, false, false]);
});
