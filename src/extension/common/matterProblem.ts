/** What is wrong with a field of the matter, in words. */
import type * as Vscode from 'vscode';
import type { MatterProblem } from '../../conversation/matter.ts';

export function describeProblem({ field, problem }: MatterProblem, l10n: Pick<typeof Vscode.l10n, 't'>): string {
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
