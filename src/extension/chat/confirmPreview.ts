/** Shows what will be sent in a dialog of VS Code, where the page would show its preview. */
import type * as Vscode from 'vscode';
import { escapeHidden, shorten } from '../../conversation/display.ts';
import { type DocumentLanguage, formatNumber } from '../../conversation/documentLanguage.ts';
import { modeLabel } from '../../conversation/labels.ts';
import type { Preview } from '../../panel/messages.ts';
import { previewReasons } from '../../panel/previewReasons.ts';
import type { Approval } from './askQuestion.ts';
import { serviceName } from './describeTarget.ts';

/** Characters of the question that the dialog shows. */
const MAX_TEXT = 1500;
/** Client identifiers that the dialog lists. */
const MAX_FINDINGS = 8;

/** Returns null if the user does not want to send it. */
export async function confirmPreview(
  { window, l10n, env }: Pick<typeof Vscode, 'window' | 'l10n' | 'env'>,
  preview: Preview,
): Promise<Approval | null> {
  const send = preview.placeholders ? l10n.t('Send Unchanged') : l10n.t('Send');
  const sendReplaced = l10n.t('Send with Placeholders');
  const chosen = await window.showWarningMessage(
    l10n.t('Send this question to {0}?', serviceName(preview.service, l10n)),
    { modal: true, detail: describe(preview, { t: l10n.t, language: env.language }) },
    ...(preview.placeholders ? [sendReplaced, send] : [send]),
  );
  if (chosen === send) return { approvedToken: preview.token };
  if (chosen === sendReplaced && preview.placeholders) {
    return { approvedToken: preview.placeholders.token, identifiers: 'replace' };
  }
  return null;
}

function describe(preview: Preview, l10n: DocumentLanguage): string {
  const text = escapeHidden(preview.placeholders?.content ?? preview.content);
  const hidden = text.length - MAX_TEXT;
  return [
    ...previewReasons(preview, l10n),
    ...findings(preview, l10n),
    ...(preview.matterName == null ? [] : [l10n.t('Matter: {0}', escapeHidden(preview.matterName))]),
    l10n.t('Research mode: {0}', modeLabel(preview.askMode, l10n)),
    preview.zeroRetention ? l10n.t('Data retention: zero') : l10n.t('Data retention: default of the service'),
    preview.earlier.length > 0
      ? l10n.t('Earlier questions and answers that are sent too: {0}', preview.earlier.length / 2)
      : l10n.t('No earlier questions are sent.'),
    '',
    shorten(text, MAX_TEXT),
    ...(hidden > 0 ? [l10n.t('{0} more characters', formatNumber(hidden, l10n))] : []),
  ].join('\n');
}

function findings({ findings, placeholders, replaced }: Preview, l10n: DocumentLanguage): string[] {
  if (findings.length === 0) return [];
  const listed = findings.slice(0, MAX_FINDINGS).map(({ kind, masked }) => `${kind}: ${masked}`);
  if (findings.length > MAX_FINDINGS) listed.push(l10n.t('{0} more', findings.length - MAX_FINDINGS));
  const treatment = placeholders
    ? l10n.t('Client identifiers found. Choose whether they are sent or replaced with placeholders:')
    : replaced
      ? l10n.t('Client identifiers are replaced with placeholders:')
      : l10n.t('Client identifiers are sent unchanged:');
  return [treatment, ...listed];
}
