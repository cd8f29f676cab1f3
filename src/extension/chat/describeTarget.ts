/** Where a question goes and what it costs, in words. */
import type * as Vscode from 'vscode';
import type { TurnModel } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import { LIBRARY } from '../../protocol/library.ts';

type L10n = typeof Vscode.l10n;

export function serviceName(service: string, l10n: L10n): string {
  return service === LIBRARY ? l10n.t('the built-in library') : escapeHidden(service);
}

/** What the service charges. Fiscal knows numbers of questions and no prices. */
export function billing(service: string, model: TurnModel | null, l10n: L10n): string {
  if (service !== LIBRARY) return l10n.t('Billed by {0} as one question.', serviceName(service, l10n));
  if (!model || model.onThisMachine) return l10n.t('Free. The question is answered on this machine.');
  return l10n.t('Requests to {0} may be billed by its provider.', escapeHidden(model.name));
}
