import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createAuthorities } from '../../../src/extension/publishers/authorities.ts';
import { removeAuthorities, showAuthorityChanges } from '../../../src/extension/publishers/showChanges.ts';
import { lawReader } from '../../../src/publishers/lawReader.ts';
import { findWork } from '../../../src/publishers/publishers.ts';
import { importLaw } from '../../../src/publishers/takeLaw.ts';
import { FIXTURES } from '../../publishers/support/readLaw.ts';
import { makeZip } from '../../service/documents/support/makeOffice.ts';
import { temporaryFolder } from '../../service/temporary.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const SOLZG = 'solzg_1995';
const SOLZG_BUILDS = ['20231231214228', '20241205223032', '20250102221509'] as const;

type Item = Vscode.QuickPickItem & { change?: unknown };

/** The commands over a folder of laws. A choice is the beginning of the label of a quick pick's entry, or of its entries. */
function open() {
  const fake = fakeVscode();
  const lists: { items: Item[]; options: Vscode.QuickPickOptions }[] = [];
  const commands: unknown[][] = [];
  const choices: (string | undefined)[] = [];
  let changed = 0;
  Object.assign(fake.api, {
    QuickPickItemKind: { Separator: -1 },
    commands: { executeCommand: async (...args: unknown[]) => void commands.push(args) },
  });
  Object.assign(fake.api.window, {
    showQuickPick: async (items: Item[], options: Vscode.QuickPickOptions) => {
      lists.push({ items, options });
      const choice = choices.shift();
      const chosen = choice === undefined ? undefined : items.find(({ label }) => label.includes(choice));
      return options.canPickMany ? chosen && [chosen] : chosen;
    },
  });
  const folder = temporaryFolder();
  const authorities = createAuthorities({
    vscode: fake.api,
    folder,
    reader: lawReader,
    version: '1.2.3',
    mirror: () => '',
    changed: () => (changed += 1),
    log: () => {},
  });
  const take = async (work: string, file: string) => {
    const chosen = findWork(work);
    if (!chosen) throw new Error(work);
    await importLaw(chosen, file, {
      store: authorities.store,
      signal: new AbortController().signal,
      now: () => new Date('2026-11-23T00:00:00Z'),
      onProgress: () => {},
      accepts: async () => true,
    });
  };
  const takeSolzg = async (build: string, edit = (xml: string) => xml) => {
    const file = join(temporaryFolder(), 'xml.zip');
    const xml = readFileSync(join(FIXTURES, `BJNR097500993@${build}.xml`), 'utf8');
    writeFileSync(file, makeZip({ 'BJNR097500993.xml': edit(xml) }));
    await take(SOLZG, file);
  };
  return {
    fake,
    lists,
    commands,
    choices,
    authorities,
    take,
    takeSolzg,
    changes: () => changed,
    show: () => showAuthorityChanges(fake.api, authorities),
    remove: () => removeAuthorities(fake.api, authorities),
  };
}

it('without a law on disk, both commands offer to get one', async () => {
  const desk = open();
  desk.fake.answers.push('Get Authorities…', undefined);
  await desk.show();
  await desk.remove();
  expect(desk.fake.messages).toEqual([
    'No law was downloaded from a publisher yet.',
    'No law was downloaded from a publisher yet.',
  ]);
  expect(desk.commands).toEqual([['fiscal.getAuthorities']]);
  expect(desk.lists).toEqual([]);
});

const ONE_VERSION =
  'Only one version of each law is on disk. Versions are compared after the next update. The notes of a section say what earlier laws changed.';

it('with one version of each law there is nothing to compare', async () => {
  const desk = open();
  await desk.takeSolzg(SOLZG_BUILDS[0]);
  desk.fake.answers.push(undefined, 'Show Notes of a Section…');
  await desk.show();
  await desk.show();
  expect(desk.fake.messages).toEqual([ONE_VERSION, ONE_VERSION, 'This law has its notes in its text.']);
  expect(desk.lists).toEqual([]);
});

it('with one version of the Code, the notes of a section say what earlier laws changed', async () => {
  const desk = open();
  await desk.take('usc26', join(FIXTURES, 'usc26@119-100.two.xml'));
  desk.fake.answers.push('Show Notes of a Section…');
  desk.choices.push('§ 179.');
  await desk.show();
  expect(desk.lists[0]?.items.map(({ label }) => label.slice(0, 6))).toEqual(['§ 179.', '§ 6055']);
  const [[command, file] = []] = desk.commands as [[string, Vscode.Uri]];
  expect(command).toBe('vscode.open');
  const text = readFileSync(file?.fsPath ?? '', 'utf8');
  expect(text).toContain('substituted “$2,500,000” for “$1,000,000”');
});

it('a section that differs in its notes only is compared by its notes', async () => {
  const desk = open();
  const xml = readFileSync(join(FIXTURES, 'usc26@119-100.two.xml'), 'utf8');
  const file = join(temporaryFolder(), 'usc26.xml');
  writeFileSync(file, xml.replaceAll('119-100', '119-101').replace('“$2,500,000” for', '“$2,500,001” for'));
  await desk.take('usc26', join(FIXTURES, 'usc26@119-100.two.xml'));
  await desk.take('usc26', file);
  desk.choices.push('§ 179.');
  await desk.show();
  const [[command, older, newer] = []] = desk.commands as [[string, Vscode.Uri, Vscode.Uri]];
  expect(command).toBe('vscode.diff');
  expect(readFileSync(older?.fsPath ?? '', 'utf8')).toContain('“$2,500,000” for');
  expect(readFileSync(newer?.fsPath ?? '', 'utf8')).toContain('“$2,500,001” for');
  desk.choices.push('Show Notes of a Section…', '§ 179.');
  await desk.show();
  expect(desk.commands.at(-1)).toEqual(['vscode.open', newer]);
});

it('the sections that differ between two versions are listed by kind, and a chosen one is shown side by side at its first difference', async () => {
  const desk = open();
  await desk.takeSolzg(SOLZG_BUILDS[0]);
  await desk.takeSolzg(SOLZG_BUILDS[1]);
  desk.choices.push('§ 6 ');
  await desk.show();
  const [list] = desk.lists;
  const separators = list?.items.filter(({ kind }) => kind === -1).map(({ label }) => label) ?? [];
  expect(separators.length).toBeGreaterThan(0);
  expect(separators.every((label) => /^(?:Text|Added|Removed|Notes only|Typography only) \(\d+\)$/.test(label))).toBe(
    true,
  );
  const counted = separators.map((label) => Number(/\d+/.exec(label)?.[0])).reduce((sum, each) => sum + each, 0);
  expect(list?.items.filter(({ change }) => change)).toHaveLength(counted);
  expect(list?.options.title).toMatch(/^.+ ↔ .+$/);
  const [versionBefore, versionNow] = list?.options.title?.split(' ↔ ') ?? [];
  expect(versionBefore).not.toBe(versionNow);

  const [[command, older, newer, title, options] = []] = desk.commands as [
    [string, Vscode.Uri, Vscode.Uri, string, { selection: Vscode.Range }],
  ];
  expect(command).toBe('vscode.diff');
  expect(title).toMatch(/^§ 6 .* ↔ .*\)$/);
  const linesOf = (uri?: Vscode.Uri) => readFileSync(uri?.fsPath ?? '', 'utf8').split('\n');
  const line = options?.selection.start.line ?? 0;
  expect(linesOf(older)[line]).not.toBe(linesOf(newer)[line]);
  expect(linesOf(older).slice(8, line)).toEqual(linesOf(newer).slice(8, line));
});

it('with three versions, the user chooses the earlier one, and a canceled choice shows nothing', async () => {
  const desk = open();
  for (const build of SOLZG_BUILDS) await desk.takeSolzg(build);
  await desk.show();
  expect(desk.lists).toHaveLength(1);
  expect(desk.lists[0]?.options.placeHolder).toBe('The version to compare with');
  expect(desk.lists[0]?.items).toHaveLength(2);
  const oldest = desk.lists[0]?.items.at(-1)?.label ?? '';
  desk.choices.push(oldest);
  await desk.show();
  expect(desk.lists[2]?.options.title?.startsWith(`${oldest} ↔ `)).toBe(true);
  expect(desk.commands).toEqual([]);
});

it('a section that only one of the versions has is opened by itself', async () => {
  const desk = open();
  await desk.takeSolzg(SOLZG_BUILDS[0]);
  await desk.takeSolzg(SOLZG_BUILDS[1]);
  desk.choices.push('§ 6 ');
  await desk.show();
  const newer = desk.commands[0]?.[2] as Vscode.Uri;
  rmSync(newer.fsPath);
  desk.choices.push('§ 6 ');
  await desk.show();
  const [command, only] = desk.commands[1] as [string, Vscode.Uri];
  expect(command).toBe('vscode.open');
  const older = desk.commands[0]?.[1] as Vscode.Uri;
  expect(only.fsPath).toBe(older.fsPath);
});

it('of several laws only those with two versions are offered for a comparison', async () => {
  const desk = open();
  await desk.takeSolzg(SOLZG_BUILDS[0]);
  await desk.takeSolzg(SOLZG_BUILDS[1]);
  await desk.take('usc26', join(FIXTURES, 'usc26@119-100.two.xml'));
  await desk.show();
  expect(desk.lists).toHaveLength(1);
  expect(desk.lists[0]?.options.placeHolder).toBe('A section to compare');
});

it('a law is removed only if it was chosen, and the library learns of it', async () => {
  const desk = open();
  await desk.takeSolzg(SOLZG_BUILDS[0]);
  await desk.take('usc26', join(FIXTURES, 'usc26@119-100.two.xml'));
  await desk.remove();
  expect(desk.changes()).toBe(0);
  expect(desk.lists[0]?.items.map(({ description }) => description)).toEqual([
    expect.stringMatching(/^\d+\.\d MB$/),
    expect.stringMatching(/^\d+\.\d MB$/),
  ]);
  desk.choices.push('26');
  await desk.remove();
  expect(desk.changes()).toBe(1);
  await desk.remove();
  expect(desk.lists.at(-1)?.items).toHaveLength(1);
  expect(desk.lists.at(-1)?.items[0]?.label).not.toContain('26');
});

it('the title of a section shows no icon and no hidden character in the list of changes', async () => {
  const { takeSolzg, show, lists } = open();
  await takeSolzg(SOLZG_BUILDS[0]);
  await takeSolzg(SOLZG_BUILDS[1], (xml) => xml.replace(/<titel[^>]*>(?=[A-Z])/g, '$&$(check)\u202e'));
  await show();
  const labels = lists.flatMap(({ items }) => items).map(({ label }) => label);
  expect(labels.join('\n')).toContain('\\$(check)[U+202E]');
  expect(labels.join('\n')).not.toMatch(/(?<!\\)\$\(check|\u202e/);
});
