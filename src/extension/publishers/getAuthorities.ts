/** Downloads laws from their publishers: the user chooses, agrees to what is sent, and watches the download. */
import type * as Vscode from 'vscode';
import type { SectionChange } from '../../publishers/compareLaws.ts';
import { ownedWorks } from '../../publishers/lawsOnDisk.ts';
import { type Manifest, versionName } from '../../publishers/manifest.ts';
import { problemText } from '../../publishers/problemText.ts';
import { PublisherError } from '../../publishers/publisherError.ts';
import { type ChosenWork, PUBLISHERS } from '../../publishers/publishers.ts';
import { importLaw, lookUpOffer, type Taken, takeLaw } from '../../publishers/takeLaw.ts';
import type { CommandId } from '../common/contributions.ts';
import { failureReason } from '../common/failureReason.ts';
import { cancellable, offer } from '../common/prompts.ts';
import type { Authorities } from './authorities.ts';

type WorkItem = Vscode.QuickPickItem & { readonly chosen: ChosenWork | null };

export async function getAuthorities(vscode: typeof Vscode, authorities: Authorities): Promise<void> {
  const owned = await ownedWorks(authorities.store);
  const works = await chooseWorks(vscode, {
    title: vscode.l10n.t('Get Authorities'),
    placeHolder: vscode.l10n.t('Laws to download from their publishers'),
    owned: new Map(owned.map(({ chosen, current }) => [chosen.work.id, versionName(current)])),
    many: true,
  });
  if (works.length > 0) await takeAll(vscode, authorities, works);
}

export async function updateAuthorities(vscode: typeof Vscode, authorities: Authorities): Promise<void> {
  const owned = await ownedWorks(authorities.store);
  if (owned.length === 0) {
    await offerGet(vscode);
    return;
  }
  await takeAll(
    vscode,
    authorities,
    owned.map(({ chosen }) => chosen),
  );
}

/** A file that was downloaded on another machine. */
export async function importAuthority(vscode: typeof Vscode, authorities: Authorities): Promise<void> {
  const { l10n, window } = vscode;
  const title = l10n.t('Import Authority from File');
  const [chosen] = await chooseWorks(vscode, {
    title,
    placeHolder: l10n.t('The law that the file contains'),
    owned: new Map(),
    many: false,
  });
  if (!chosen) return;
  const files = await window.showOpenDialog({
    title,
    filters: { [l10n.t('Files of publishers')]: ['zip', 'xml', 'gz'] },
  });
  const [file] = files ?? [];
  if (!file) return;
  await run(vscode, authorities, l10n.t('Importing a law from a file'), [chosen], (_work, options) =>
    importLaw(chosen, file.fsPath, options),
  );
}

/** If no law is on disk. */
export async function offerGet({ window, commands, l10n }: typeof Vscode): Promise<void> {
  const text = l10n.t('No law was downloaded from a publisher yet.');
  await offer(window.showInformationMessage, text, l10n.t('Get Authorities…'), () =>
    commands.executeCommand('fiscal.getAuthorities' satisfies CommandId),
  );
}

async function chooseWorks(
  { window, QuickPickItemKind, l10n }: typeof Vscode,
  options: {
    readonly title: string;
    readonly placeHolder: string;
    readonly owned: ReadonlyMap<string, string>;
    readonly many: boolean;
  },
): Promise<ChosenWork[]> {
  const items = PUBLISHERS.flatMap((publisher): WorkItem[] => [
    { label: publisher.name, kind: QuickPickItemKind.Separator, chosen: null },
    ...publisher.works.map((work) => {
      const version = options.owned.get(work.id);
      return {
        label: work.title,
        description: version === undefined ? publisher.host : l10n.t('on disk: {0}', version),
        chosen: { publisher, work },
      };
    }),
  ]);
  const common = { title: options.title, placeHolder: options.placeHolder, matchOnDescription: true };
  const picked = options.many
    ? await window.showQuickPick(items, { ...common, canPickMany: true })
    : [await window.showQuickPick(items, common)];
  return (picked ?? []).flatMap((item) => item?.chosen ?? []);
}

async function takeAll(vscode: typeof Vscode, authorities: Authorities, works: readonly ChosenWork[]): Promise<void> {
  const network = networkOf(vscode, authorities);
  if (network === null || !(await agrees(vscode, authorities, works))) return;
  const title = vscode.l10n.t('Downloading laws from their publishers');
  await run(vscode, authorities, title, works, async (chosen, options) =>
    takeLaw(chosen, await lookUpOffer(chosen, network, options.signal), network, options),
  );
}

function networkOf({ window }: typeof Vscode, authorities: Authorities): ReturnType<Authorities['network']> | null {
  try {
    return authorities.network();
  } catch (error) {
    void window.showErrorMessage(failureReason(error));
    return null;
  }
}

/** Says which hosts are asked for what, before the first byte is sent. */
async function agrees(
  { window, env, l10n }: typeof Vscode,
  { hostOf, network, store }: Authorities,
  works: readonly ChosenWork[],
): Promise<boolean> {
  const hosts = [...new Set(works.map(({ publisher }) => hostOf(publisher)))];
  const lines = works.map(({ work }) =>
    work.size === null
      ? l10n.t('{0}: the publisher states the size when the download begins', work.title)
      : l10n.t('{0}: about {1} MB', work.title, megabytes(work.size)),
  );
  const download = l10n.t('Download');
  const copy = l10n.t('Copy Addresses');
  const detail = [
    ...lines,
    '',
    l10n.t('Host: {0}', hosts.join(', ')),
    l10n.t('Stored in: {0}', store.lawFolder),
    '',
    l10n.t(
      'Public files are asked for by their names. Nothing of yours is sent: no question, no document, no name, no key. The host sees your network address and “{0}”. The date of each text is shown when the publisher has stated it.',
      network().userAgent,
    ),
  ].join('\n');
  const message = l10n.t('Download laws from their publishers?');
  const answer = await window.showInformationMessage(message, { modal: true, detail }, download, copy);
  if (answer === copy) {
    const addresses = works.map(({ publisher, work }) => publisher.listing ?? publisher.offer(work, '').url);
    await env.clipboard.writeText([...new Set(addresses)].join('\n'));
  }
  return answer === download;
}

type Act = (chosen: ChosenWork, options: Parameters<typeof takeLaw>[3]) => Promise<Taken>;

async function run(
  vscode: typeof Vscode,
  authorities: Authorities,
  title: string,
  works: readonly ChosenWork[],
  act: Act,
): Promise<void> {
  const { window, l10n } = vscode;
  const taken: Taken[] = [];
  const failures: string[] = [];
  await cancellable(vscode, title, async (signal, progress) => {
    for (const chosen of works) {
      progress.report({ message: chosen.work.title });
      const onProgress = (received: number, total: number | null) =>
        progress.report({
          message: l10n.t(
            '{0}: {1} MB',
            chosen.work.title,
            megabytes(received) + (total === null ? '' : ` / ${megabytes(total)}`),
          ),
        });
      try {
        const accepts = (manifest: Manifest, changes: readonly SectionChange[] | null) =>
          acceptsVersion(vscode, manifest, changes);
        const { store } = authorities;
        taken.push(await act(chosen, { store, signal, now: () => new Date(), onProgress, accepts }));
      } catch (error) {
        if (signal.aborted) return;
        const reason =
          error instanceof PublisherError
            ? problemText(l10n, error, authorities.hostOf(chosen.publisher))
            : failureReason(error);
        failures.push(`${chosen.work.title}: ${reason}`);
      }
    }
  });
  if (taken.some(({ changes }) => changes === null || changes.length > 0)) authorities.changed();
  for (const failure of failures) void window.showErrorMessage(failure);
  if (taken.length > 0) await report(vscode, taken);
}

/** Sections that are named before a version is taken. */
const MAX_NAMED = 15;

/** Shows which sections differ and asks whether to replace the version on disk, which is kept as an earlier version. */
async function acceptsVersion(
  { window, l10n }: typeof Vscode,
  manifest: Manifest,
  changes: readonly SectionChange[] | null,
): Promise<boolean> {
  const inText = changes?.filter(({ kind }) => kind !== 'notes' && kind !== 'typography') ?? [];
  const more = inText.length - MAX_NAMED;
  const detail =
    changes === null
      ? l10n.t(
          'It cannot be compared with the version on disk, because the list of the sections of that version is damaged.',
        )
      : [
          [
            l10n.t('Sections whose text differs: {0}.', inText.length),
            ...(changes.length > inText.length
              ? [l10n.t('Sections that differ in notes or typography only: {0}.', changes.length - inText.length)]
              : []),
          ].join(' '),
          ...inText.slice(0, MAX_NAMED).map(({ title }) => title),
          ...(more > 0 ? [l10n.t('{0} more', more)] : []),
          '',
          l10n.t('The version on disk is kept, so that both can be compared.'),
        ].join('\n');
  const take = l10n.t('Use This Version');
  const message = l10n.t('{0}: use the version of {1}?', manifest.title, versionName(manifest));
  return (await window.showInformationMessage(message, { modal: true, detail }, take)) === take;
}

async function report({ window, commands, l10n }: typeof Vscode, taken: readonly Taken[]): Promise<void> {
  const lines = taken.map(({ manifest, changes, declined }) => {
    const version = versionName(manifest);
    if (declined) return l10n.t('{0} stays as of {1}.', manifest.title, version);
    if (changes === null) return l10n.t('{0} is in the library, as of {1}.', manifest.title, version);
    if (changes.length === 0) return l10n.t('{0} is current, as of {1}.', manifest.title, version);
    return l10n.t('{0} was updated, as of {1}. Sections that differ: {2}.', manifest.title, version, changes.length);
  });
  const show = l10n.t('Show What Changed');
  const outdated = l10n.t('Show Outdated Answers');
  const chat = l10n.t('Open Chat');
  const actions: Readonly<Record<string, CommandId>> = taken.some(({ changes }) => (changes?.length ?? 0) > 0)
    ? { [show]: 'fiscal.showAuthorityChanges', [outdated]: 'fiscal.showOutdatedAnswers' }
    : taken.some(({ changes }) => changes === null)
      ? { [chat]: 'fiscal.openChat' }
      : {};
  const answer = await window.showInformationMessage(lines.join(' '), ...Object.keys(actions));
  const command = answer === undefined ? undefined : actions[answer];
  if (command !== undefined) await commands.executeCommand(command);
}

/** At least 0.1, unless it is nothing. */
export function megabytes(bytes: number): string {
  return (bytes === 0 ? 0 : Math.max(0.1, bytes / 1_000_000)).toFixed(1);
}
