/** Whether publishers can be reached, and whether they have newer versions of the laws on disk. */
import type * as Vscode from 'vscode';
import { ownedWorks } from '../../publishers/lawsOnDisk.ts';
import { checkPublisher, newerVersions } from '../../publishers/newerVersions.ts';
import { problemText } from '../../publishers/problemText.ts';
import type { Publisher } from '../../publishers/publisher.ts';
import { PublisherError } from '../../publishers/publisherError.ts';
import { PUBLISHERS } from '../../publishers/publishers.ts';
import { AUTHORITIES_LOOKED_AT, type CommandId } from '../common/contributions.ts';
import { cancellable, offer } from '../common/prompts.ts';
import type { Authorities } from './authorities.ts';

/** *Check Connection to Publishers*: one request to each publisher that the user chooses. */
export async function checkPublishers(vscode: typeof Vscode, authorities: Authorities): Promise<void> {
  const { window, l10n } = vscode;
  const network = authorities.network();
  const items = PUBLISHERS.map((publisher) => ({
    label: publisher.name,
    description: authorities.hostOf(publisher),
    publisher,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Check Connection to Publishers'),
    placeHolder: l10n.t('Each host is asked once for a public address. Nothing of yours is sent.'),
    canPickMany: true,
  });
  if (!chosen || chosen.length === 0) return;
  await cancellable(vscode, l10n.t('Asking publishers…'), async (signal) => {
    const lines = await Promise.all(chosen.map(({ publisher }) => stateOf(publisher, signal)));
    if (!signal.aborted) void window.showInformationMessage(lines.join(' '));
  });

  async function stateOf(publisher: Publisher, signal: AbortSignal): Promise<string> {
    const host = authorities.hostOf(publisher);
    try {
      const version = await checkPublisher(publisher, network, signal);
      return version === null
        ? l10n.t('{0} was reached.', host)
        : l10n.t('{0} was reached. Its current version is {1}.', host, version);
    } catch (error) {
      if (error instanceof PublisherError) return problemText(l10n, error, host);
      if (signal.aborted) return '';
      throw error;
    }
  }
}

const DAY = 24 * 60 * 60 * 1000;
const INTERVALS = { never: Number.POSITIVE_INFINITY, weekly: 7 * DAY, monthly: 30 * DAY };
export type UpdateInterval = keyof typeof INTERVALS;

/** Looks for newer versions if the user has set an interval and it has passed. Takes none. */
export async function lookForUpdates(
  { window, l10n, commands }: typeof Vscode,
  authorities: Authorities,
  options: {
    readonly interval: UpdateInterval;
    readonly memento: Pick<Vscode.Memento, 'get' | 'update'>;
    readonly now: number;
    readonly log: (line: string) => void;
  },
): Promise<void> {
  const { interval, memento, now, log } = options;
  const last = memento.get<unknown>(AUTHORITIES_LOOKED_AT);
  if (interval === 'never' || (typeof last === 'number' && now - last < INTERVALS[interval])) return;
  const owned = await ownedWorks(authorities.store);
  if (owned.length === 0) return;
  // An invalid mirror address throws before the time is noted, so that the next window looks again.
  const network = authorities.network();
  // Before the requests, so that windows that are opened together ask once.
  await memento.update(AUTHORITIES_LOOKED_AT, now);
  const { newer, failures } = await newerVersions(owned, network, new AbortController().signal);
  for (const failure of failures) log(`Looking for newer versions of laws failed: ${failure.message}`);
  if (newer.length === 0) return;
  const titles = newer.map(({ chosen }) => chosen.work.title).join(', ');
  const text = l10n.t('Publishers have newer versions of {0}.', titles);
  await offer(window.showInformationMessage, text, l10n.t('Update Authorities'), () =>
    commands.executeCommand('fiscal.updateAuthorities' satisfies CommandId),
  );
}
