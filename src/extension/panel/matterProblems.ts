/** What is wrong with the matter of a folder and with the names of clients, in words. */
import type * as Vscode from 'vscode';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import type { Matter, MatterProblem } from '../../conversation/matter.ts';

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
    ...problems.map((problem) => describe(problem, l10n)),
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

function describe({ field, problem }: MatterProblem, l10n: typeof Vscode.l10n): string {
  switch (problem) {
    case 'kind':
      if (field === 'matterName')
        return l10n.t('The setting “fiscal.matterName” is not the name of a matter and is not used.');
      return field === 'matter'
        ? l10n.t('The setting “fiscal.matter” is not an object and is not used.')
        : l10n.t('“{0}” of the matter has the wrong type and is not used.', field);
    case 'characters':
      return l10n.t('Characters that a fact does not need were removed from “{0}” of the matter.', field);
    case 'cut':
      return l10n.t('“{0}” of the matter is too long and was shortened.', field);
    case 'unknown':
      return l10n.t('“{0}” is not a field of the matter and is not used.', field);
  }
}
