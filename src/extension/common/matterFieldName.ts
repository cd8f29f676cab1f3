/** How users read the fields of the matter. */
import type { l10n as L10n } from 'vscode';

/** A name that is not one of ours, for example from a newer version, is returned as it is. */
export function matterFieldName(name: string, l10n: typeof L10n): string {
  switch (name) {
    case 'jurisdiction':
      return l10n.t('Jurisdiction');
    case 'taxYear':
      return l10n.t('Tax year');
    case 'framework':
      return l10n.t('Framework');
    case 'entityType':
      return l10n.t('Entity type');
    case 'period':
      return l10n.t('Period');
    case 'clientNames':
      return l10n.t('Client names');
    default:
      return name;
  }
}
