/** The names of the research modes, as the chat shows them. */
import type * as Vscode from 'vscode';

export function modeName(mode: string, l10n: typeof Vscode.l10n): string {
  switch (mode) {
    case 'tax_research_fast_research':
      return l10n.t('Fast research');
    case 'tax_research_deep_research':
      return l10n.t('Deep research');
    case 'audit_research':
      return l10n.t('Audit research');
    case 'tax_research_normal':
      return l10n.t('Normal');
    case 'auto':
      return l10n.t('Auto');
    default:
      // A mode of a newer version, from the counts of another window.
      return mode;
  }
}
