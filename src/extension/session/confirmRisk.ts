/** Asks the user in a dialog of VS Code before a question is sent that the page alone must not send. */
import type * as Vscode from 'vscode';
import type { Risk } from './preflight.ts';

/** Identifiers that the dialog lists. The preview in the page lists all of them. */
const MAX_LISTED = 8;

export async function confirmRisk(
  { window, l10n }: Pick<typeof Vscode, 'window' | 'l10n'>,
  { service, findings, usageLimit }: Risk,
): Promise<boolean> {
  const listed = findings.slice(0, MAX_LISTED).map(({ kind, masked }) => `${kind}: ${masked}`);
  if (findings.length > MAX_LISTED) listed.push(l10n.t('{0} more', findings.length - MAX_LISTED));
  const detail = [
    ...(findings.length > 0 ? [l10n.t('Client identifiers are sent unchanged:'), ...listed] : []),
    ...(usageLimit === null ? [] : [l10n.t('A usage limit is reached: {0}.', usageLimit)]),
  ].join('\n');
  const send = l10n.t('Send');
  const chosen = await window.showWarningMessage(
    l10n.t('Send this question to {0}?', service),
    { modal: true, detail },
    send,
  );
  return chosen === send;
}
