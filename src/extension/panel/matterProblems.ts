/** What is wrong with the matter of a folder, in words. */
import type * as Vscode from 'vscode';
import type { Matter, MatterProblem } from '../../conversation/matter.ts';

export function matterProblems({ problems }: Matter, ignored: boolean, l10n: typeof Vscode.l10n): string[] {
  return [
    ...(ignored ? [l10n.t('The matter of this folder is not used until you trust the folder.')] : []),
    ...problems.map((problem) => describe(problem, l10n)),
  ];
}

function describe({ field, problem }: MatterProblem, l10n: typeof Vscode.l10n): string {
  switch (problem) {
    case 'kind':
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
