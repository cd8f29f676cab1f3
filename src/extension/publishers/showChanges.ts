/** What changed between two versions of a law, each section side by side, and the removal of laws. */
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Vscode from 'vscode';
import { type ChangeKind, compareLaws, type SectionChange } from '../../publishers/compareLaws.ts';
import { firstDifference } from '../../publishers/firstDifference.ts';
import { type OwnedWork, ownedWorks } from '../../publishers/lawsOnDisk.ts';
import { type Manifest, versionName } from '../../publishers/manifest.ts';
import { sectionsOf } from '../../publishers/sectionsOf.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import type { Authorities } from './authorities.ts';
import { megabytes, offerGet } from './getAuthorities.ts';

export async function showAuthorityChanges(vscode: typeof Vscode, { store }: Authorities): Promise<void> {
  const { window, l10n, QuickPickItemKind } = vscode;
  const owned = await ownedWorks(store);
  if (owned.length === 0) return offerGet(vscode);
  const notes = l10n.t('Show Notes of a Section…');
  const compared = owned.filter(({ states }) => states.length > 1);
  if (compared.length === 0) {
    const answer = await window.showInformationMessage(
      l10n.t(
        'Only one version of each law is on disk. Versions are compared after the next update. The notes of a section say what earlier laws changed.',
      ),
      notes,
    );
    if (answer === notes) await showNotes(vscode, store, owned);
    return;
  }
  const work = await chooseWork(vscode, compared, l10n.t('The law whose versions are compared'));
  const before = work && (await chooseBefore(vscode, work));
  if (!work || !before) return;
  const earlier = await sectionsOf(work.chosen, before, store);
  const changes = compareLaws(earlier, await sectionsOf(work.chosen, work.current, store));
  const names: Readonly<Record<ChangeKind, string>> = {
    text: l10n.t('Text'),
    added: l10n.t('Added'),
    removed: l10n.t('Removed'),
    notes: l10n.t('Notes only'),
    typography: l10n.t('Typography only'),
  };
  const order: readonly ChangeKind[] = ['text', 'added', 'removed', 'notes', 'typography'];
  const items = order.flatMap((kind): (Vscode.QuickPickItem & { change: SectionChange | null })[] => {
    const own = changes.filter((change) => change.kind === kind);
    if (own.length === 0) return [];
    const separator = { label: `${names[kind]} (${own.length})`, kind: QuickPickItemKind.Separator, change: null };
    return [separator, ...own.map((change) => ({ label: plainLabel(change.title), change }))];
  });
  if (items.length === 0) {
    void window.showInformationMessage(l10n.t('The two versions do not differ.'));
    return;
  }
  items.push({ label: notes, alwaysShow: true, change: null });
  const chosen = await window.showQuickPick(items, {
    title: `${versionName(before)} ↔ ${versionName(work.current)}`,
    placeHolder: l10n.t('A section to compare'),
  });
  if (chosen?.label === notes) return showNotes(vscode, store, [work]);
  if (!chosen?.change) return;
  const { id, file } = chosen.change;
  // A section may have had a file of another name, where several have one number.
  const fileBefore = earlier.find((section) => section.id === id)?.file ?? file;
  await showDifference(vscode, store, { work, before, fileBefore, change: chosen.change });
}

/** The notes of a section: which laws changed it, what was there before, and since when each change applies. */
async function showNotes(
  vscode: typeof Vscode,
  store: Authorities['store'],
  owned: readonly OwnedWork[],
): Promise<void> {
  const { window, commands, l10n, Uri } = vscode;
  const work = await chooseWork(vscode, owned, l10n.t('The law whose notes are shown'));
  if (!work) return;
  const folder = store.notesFolder(work.current);
  const files = new Set(await readdir(folder).catch(() => []));
  const sections = await sectionsOf(work.chosen, work.current, store);
  const items = sections.flatMap(({ title, file }) => (files.has(file) ? [{ label: plainLabel(title), file }] : []));
  if (items.length === 0) {
    void window.showInformationMessage(l10n.t('This law has its notes in its text.'));
    return;
  }
  const title = versionName(work.current);
  const chosen = await window.showQuickPick(items, {
    title,
    placeHolder: l10n.t('A section whose notes are shown'),
  });
  if (chosen) await commands.executeCommand('vscode.open', Uri.file(join(folder, chosen.file)));
}

async function showDifference(
  { commands, Uri, Range }: typeof Vscode,
  store: Authorities['store'],
  {
    work,
    before,
    fileBefore,
    change,
  }: {
    readonly work: OwnedWork;
    readonly before: Manifest;
    readonly fileBefore: string;
    readonly change: SectionChange;
  },
): Promise<void> {
  const { current } = work;
  const fileIn = async (folder: string, file: string) => {
    const path = join(folder, file);
    return access(path).then(
      () => Uri.file(path),
      () => null,
    );
  };
  const fileOf = async (manifest: Manifest, file: string) => {
    const text = fileIn(await store.textFolder(current.work, manifest.state), file);
    // Notes of laws in one file are in the file.
    return (change.kind === 'notes' ? await fileIn(store.notesFolder(manifest), file) : null) ?? text;
  };
  const [older, newer] = [await fileOf(before, fileBefore), await fileOf(current, change.file)];
  if (older && newer) {
    const title = `${change.title} (${versionName(before)} ↔ ${versionName(current)})`;
    const texts = await Promise.all([readFile(older.fsPath, 'utf8'), readFile(newer.fsPath, 'utf8')]);
    const place = firstDifference(...texts);
    // Without it, the editor shows the date of the version.
    const shown = place && { selection: new Range(place.line, place.character, place.line, place.character) };
    await commands.executeCommand('vscode.diff', older, newer, title, ...(shown ? [shown] : []));
    return;
  }
  const only = newer ?? older;
  if (only) await commands.executeCommand('vscode.open', only);
}

export async function removeAuthorities(vscode: typeof Vscode, { store, changed }: Authorities): Promise<void> {
  const { window, l10n } = vscode;
  const owned = await ownedWorks(store);
  if (owned.length === 0) return offerGet(vscode);
  const items = await Promise.all(
    owned.map(async ({ chosen, current }) => ({
      label: chosen.work.title,
      description: l10n.t('{0} MB', megabytes(await store.bytes(current.work))),
      detail: versionName(current),
      work: current.work,
    })),
  );
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Remove Authorities'),
    placeHolder: l10n.t('Laws to remove with all their versions'),
    canPickMany: true,
  });
  if (!picked || picked.length === 0) return;
  await store.exclusively(async () => {
    for (const { work } of picked) await store.remove(work);
  });
  changed();
}

async function chooseWork(
  { window }: typeof Vscode,
  owned: readonly OwnedWork[],
  placeHolder: string,
): Promise<OwnedWork | undefined> {
  const [first] = owned;
  if (owned.length === 1) return first;
  const items = owned.map((work) => ({
    label: work.chosen.work.title,
    description: versionName(work.current),
    work,
  }));
  return (await window.showQuickPick(items, { placeHolder }))?.work;
}

async function chooseBefore({ window, l10n }: typeof Vscode, { states }: OwnedWork): Promise<Manifest | undefined> {
  const before = states.slice(1);
  if (before.length === 1) return before[0];
  const items = before.map((manifest) => ({ label: versionName(manifest), manifest }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('The version to compare with') }))?.manifest;
}
