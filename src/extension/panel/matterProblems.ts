/** What is wrong with the matter of a folder and with the names of clients, in words. */
import type * as Vscode from 'vscode';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import type { Matter } from '../../conversation/matter.ts';
import { describeProblem } from '../common/matterProblem.ts';

/** Refused names that are listed. */
const MAX_REFUSED = 5;

interface MatterUse {
  readonly ignored: boolean;
  readonly refusedNames: readonly string[];
  /** The hosted service, if it is not the firm's server. */
  readonly notSentTo: string | null;
}

export function matterProblems(
  { name, problems }: Matter,
  { ignored, refusedNames, notSentTo }: MatterUse,
  l10n: typeof Vscode.l10n,
): string[] {
  return [
    ...(ignored ? [l10n.t('The matter of this folder is not used until you trust the folder.')] : []),
    ...(name !== null && notSentTo !== null
      ? [
          l10n.t(
            'The matter “{0}” is not sent, because your settings do not name {1} as the server of your firm. To ask in a matter there, run “Fiscal: Choose Matter…”.',
            name,
            notSentTo,
          ),
        ]
      : []),
    ...problems.map((problem) => describeProblem(problem, l10n)),
    ...refusedNames
      .slice(0, MAX_REFUSED)
      .map((name) =>
        l10n.t(
          'The client name “{0}” is not used: it is a common word, a number, or has fewer than three letters. Enter the full name.',
          shorten(escapeHidden(oneLine(name)), 40),
        ),
      ),
  ];
}
