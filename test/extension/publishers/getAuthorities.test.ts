import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import type { Authorities } from '../../../src/extension/publishers/authorities.ts';
import {
  getAuthorities,
  importAuthority,
  megabytes,
  updateAuthorities,
} from '../../../src/extension/publishers/getAuthorities.ts';
import { createAuthorityStore } from '../../../src/publishers/authorityStore.ts';
import { PUBLISHERS } from '../../../src/publishers/publishers.ts';
import { playPublishers } from '../../publishers/support/playPublishers.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { makeZip } from '../../service/documents/support/makeOffice.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const SOLZG = 'Solidaritätszuschlaggesetz 1995 (SolZG)';
const ADDRESS = 'www.gesetze-im-internet.de/solzg_1995/xml.zip';
const BUILDS = { second: '20241205223032', third: '20250102221509' };
const solzg = (build: keyof typeof BUILDS) => ({
  body: makeZip({ 'BJNR097500993.xml': readFileSync(join(FIXTURES, `BJNR097500993@${BUILDS[build]}.xml`)) }),
  headers: { etag: `"${build}"` },
});

/** The commands over a folder of laws, with a server in place of all publishers. */
async function open() {
  const fake = fakeVscode();
  const played = await playPublishers();
  const lists: { items: Vscode.QuickPickItem[]; options: Vscode.QuickPickOptions }[] = [];
  const modals: { message: string; detail: string }[] = [];
  const commands: unknown[][] = [];
  const files: Vscode.Uri[][] = [];
  /** The titles of the laws that the user picks in the next list. */
  const picks: string[][] = [];
  let changed = 0;
  let mirrorProblem: Error | null = null;
  const said = fake.api.window.showInformationMessage.bind(fake.api.window) as (text: string) => Promise<unknown>;
  Object.assign(fake.api, {
    QuickPickItemKind: { Separator: -1 },
    commands: { executeCommand: async (...args: unknown[]) => void commands.push(args) },
  });
  Object.assign(fake.api.window, {
    showQuickPick: async (items: Vscode.QuickPickItem[], options: Vscode.QuickPickOptions) => {
      lists.push({ items, options });
      const titles = picks.shift();
      const chosen = titles && items.filter(({ label }) => titles.includes(label));
      return options.canPickMany ? chosen : chosen?.[0];
    },
    showInformationMessage: async (message: string, options: unknown) => {
      if (typeof options === 'object' && options !== null && 'detail' in options)
        modals.push({ message, detail: String(options.detail) });
      return said(message);
    },
    showOpenDialog: async () => files.shift(),
  });
  const authorities: Authorities = {
    store: createAuthorityStore(temporaryFolder()),
    network() {
      if (mirrorProblem) throw mirrorProblem;
      return { userAgent: 'Fiscal/1.2.3', mirror: played.mirror, log: () => {}, sleep: async () => {} };
    },
    hostOf: ({ host }) => host,
    changed: () => (changed += 1),
  };
  return {
    fake,
    played,
    lists,
    modals,
    commands,
    files,
    store: authorities.store,
    changes: () => changed,
    breakMirror: (problem: Error) => (mirrorProblem = problem),
    async get(titles: string[], ...answers: unknown[]) {
      picks.push(titles);
      fake.answers.push(...answers);
      await getAuthorities(fake.api, authorities);
    },
    async update(...answers: unknown[]) {
      fake.answers.push(...answers);
      await updateAuthorities(fake.api, authorities);
    },
    async importFile(titles: string[], path: string | null) {
      picks.push(titles);
      if (path !== null) files.push([fake.api.Uri.file(path)]);
      await importAuthority(fake.api, authorities);
    },
  };
}

it.each([
  [0, '0.0'],
  [1, '0.1'],
  [149_000, '0.1'],
  [4_250_000, '4.3'],
])('%i bytes are shown as %s MB, so that a small law is not nothing', (bytes, shown) => {
  expect(megabytes(bytes)).toBe(shown);
});

it('nothing is asked of a publisher before the user agreed to the hosts, the names and the sizes', async () => {
  const desk = await open();
  desk.played.on(ADDRESS, solzg('second'));
  await desk.get([]);
  expect(desk.modals).toEqual([]);
  await desk.get([SOLZG], undefined);
  const [{ message = '', detail = '' } = {}] = desk.modals;
  expect(message).toBe('Download laws from their publishers?');
  expect(detail).toContain(SOLZG);
  expect(detail).toContain('Host: www.gesetze-im-internet.de');
  expect(detail).toContain(`Stored in: ${desk.store.lawFolder}`);
  expect(detail).toContain('“Fiscal/1.2.3”');
  await desk.get([SOLZG], 'Copy Addresses');
  expect(desk.fake.clipboard.text).toBe(`https://${ADDRESS}`);
  expect(desk.played.requests).toEqual([]);
  expect(desk.changes()).toBe(0);
  expect(await desk.store.states('solzg_1995')).toEqual([]);
});

it('a law that was taken is reported with its version, is on disk in the next list, and the library learns of it once', async () => {
  const desk = await open();
  desk.played.on(ADDRESS, solzg('second'));
  await desk.get([SOLZG], 'Download', 'Open Chat');
  expect(desk.changes()).toBe(1);
  expect(desk.commands).toEqual([['fiscal.openChat']]);
  expect(desk.fake.messages.at(-1)).toMatch(/^Solidaritätszuschlaggesetz 1995.* is in the library, as of .+\.$/);
  await desk.get([]);
  const described = (list = desk.lists.at(-1)) => list?.items.find(({ label }) => label === SOLZG)?.description;
  expect(described(desk.lists[0])).toBe('www.gesetze-im-internet.de');
  expect(described()).toMatch(/^on disk: /);
  const publishers = desk.lists[0]?.items.filter(({ kind }) => kind === -1).map(({ label }) => label);
  expect(publishers).toEqual(PUBLISHERS.map(({ name }) => name));
  await desk.update('Download', undefined);
  expect(desk.fake.messages.at(-1)).toContain(' is current, as of ');
  expect(desk.changes()).toBe(1);
});

it('an update shows the sections that differ before it replaces a version, and offers what changed', async () => {
  const desk = await open();
  desk.played.on(ADDRESS, solzg('second'));
  await desk.get([SOLZG], 'Download', undefined);
  desk.played.on(ADDRESS, solzg('third'));
  await desk.update('Download', undefined, undefined);
  expect(desk.modals.at(-1)?.message).toMatch(/: use the version of .+\?$/);
  expect(desk.modals.at(-1)?.detail.split('\n')).toEqual([
    'Sections whose text differs: 2.',
    expect.stringContaining('§ 3'),
    expect.stringContaining('§ 6'),
    '',
    'The version on disk is kept, so that both can be compared.',
  ]);
  expect(desk.fake.messages.at(-1)).toMatch(/ stays as of .+\.$/);
  expect((await desk.store.states('solzg_1995')).map(({ state }) => state)).toEqual([BUILDS.second]);
  const before = desk.changes();
  await desk.update('Download', 'Use This Version', 'Show What Changed');
  expect(desk.fake.messages.at(-1)).toMatch(/ was updated, as of .+\. Sections that differ: 2\.$/);
  expect(desk.commands).toEqual([['fiscal.showAuthorityChanges']]);
  expect(desk.changes()).toBe(before + 1);
  expect((await desk.store.states('solzg_1995')).map(({ state }) => state)).toEqual([BUILDS.third, BUILDS.second]);
});

it('an update whose sections differ in notes or typography only says so, and offers the answers that rest on the law', async () => {
  const desk = await open();
  desk.played.on(ADDRESS, solzg('third'));
  await desk.get([SOLZG], 'Download', undefined);
  const changed = readFileSync(join(FIXTURES, `BJNR097500993@${BUILDS.third}.xml`), 'utf8')
    .replace('20250102221509', '20260102221509')
    .replace('Einkommen- oder', 'Einkommen\u2010 oder')
    .replace('(+++ § 4: Zur Anwendung vgl. § 6 +++)', '(+++ § 4: Zur Anwendung vgl. § 5 +++)');
  desk.played.on(ADDRESS, { body: makeZip({ 'BJNR097500993.xml': changed }), headers: { etag: '"fourth"' } });
  await desk.update('Download', 'Use This Version', 'Show Outdated Answers');
  expect(desk.modals.at(-1)?.detail.split('\n')).toEqual([
    'Sections whose text differs: 0. Sections that differ in notes or typography only: 2.',
    '',
    'The version on disk is kept, so that both can be compared.',
  ]);
  expect(desk.commands).toEqual([['fiscal.showOutdatedAnswers']]);
});

it('an update of a law whose list of sections is damaged says that the versions cannot be compared, and takes the new one', async () => {
  const desk = await open();
  desk.played.on(ADDRESS, solzg('second'));
  await desk.get([SOLZG], 'Download', undefined);
  const [{ work = '', state = '' } = {}] = await desk.store.states('solzg_1995');
  const folder = join(desk.store.lawFolder, '../states', work, state);
  for (const name of ['sections.jsonl', 'source']) rmSync(join(folder, name));
  desk.played.on(ADDRESS, solzg('third'));
  const before = desk.changes();
  await desk.update('Download', 'Use This Version');
  expect(desk.modals.at(-1)?.detail).toBe(
    'It cannot be compared with the version on disk, because the list of the sections of that version is damaged.',
  );
  expect(desk.fake.messages.at(-1)).toContain(' is in the library, as of ');
  expect(desk.changes()).toBe(before + 1);
});

it('a law that cannot be taken is named with the reason, and the others are taken', async () => {
  const desk = await open();
  desk.played.on(ADDRESS, solzg('second'));
  const other = PUBLISHERS.find(({ host }) => host === 'www.gesetze-im-internet.de')?.works.find(
    ({ title }) => title !== SOLZG,
  );
  await desk.get([SOLZG, other?.title ?? ''], 'Download');
  expect(desk.fake.messages.some((text) => text.startsWith(`${other?.title}: `))).toBe(true);
  expect(desk.fake.messages.at(-1)).toContain('is in the library');
  expect(desk.changes()).toBe(1);
});

it('an address of a mirror that is not valid is an error before the user is asked', async () => {
  const desk = await open();
  desk.breakMirror(new Error('The setting is not an https address.'));
  await desk.get([SOLZG], 'Download');
  expect(desk.fake.messages).toEqual([expect.stringContaining('The setting is not an https address.')]);
  expect(desk.modals).toEqual([]);
});

it('an update without a law on disk offers to get one', async () => {
  const desk = await open();
  await desk.update('Get Authorities…');
  expect(desk.fake.messages).toEqual(['No law was downloaded from a publisher yet.']);
  expect(desk.commands).toEqual([['fiscal.getAuthorities']]);
});

it('a law is imported from a file without a request, and not if no file is chosen', async () => {
  const desk = await open();
  const file = join(temporaryFolder(), 'xml.zip');
  writeFileSync(file, solzg('second').body);
  await desk.importFile([SOLZG], null);
  expect(desk.changes()).toBe(0);
  await desk.importFile([SOLZG], file);
  expect(desk.changes()).toBe(1);
  expect(desk.fake.messages.at(-1)).toContain('is in the library');
  expect(desk.lists.every(({ options }) => options.canPickMany === undefined)).toBe(true);
  expect(desk.played.requests).toEqual([]);
});
