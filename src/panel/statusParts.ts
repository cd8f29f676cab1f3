/** Where the next question goes, in words: the line above the question box, and the item in the status bar of VS Code. */
import type { TurnModel } from '../conversation/conversation.ts';
import { escapeHidden, oneLine, shorten } from '../conversation/display.ts';
import type { DocumentLanguage } from '../conversation/documentLanguage.ts';
import { modeLabel } from '../conversation/labels.ts';
import { LIBRARY } from '../protocol/library.ts';
import type { PanelState } from './messages.ts';

type Texts = Pick<DocumentLanguage, 't'>;

export interface StatusInput {
  readonly panelState: PanelState;
  readonly temporary: boolean;
  readonly running: boolean;
}

export interface StatusPart {
  /** `problem`: why no question can be asked, or what needs attention. */
  readonly kind: 'service' | 'problem' | 'running' | 'mode' | 'zeroRetention' | 'temporary';
  readonly text: string;
}

/** Longest name of a service, a model or a profile, in UTF-16 units. */
const MAX_NAME = 50;

export function statusParts({ panelState, temporary, running }: StatusInput, l10n: Texts): StatusPart[] {
  const parts: StatusPart[] = [{ kind: 'service', text: answererOf(panelState, l10n) }];
  const problem = problemOf(panelState, l10n);
  // VS Code cuts off the end of a long item.
  if (problem !== null) parts.push({ kind: 'problem', text: problem });
  if (running) parts.push({ kind: 'running', text: l10n.t('Answering') });
  parts.push({ kind: 'mode', text: modeLabel(panelState.askMode, l10n) });
  if (panelState.zeroRetention.on) parts.push({ kind: 'zeroRetention', text: l10n.t('Zero data retention') });
  if (temporary) parts.push({ kind: 'temporary', text: l10n.t('Temporary') });
  return parts;
}

/** The host stays visible next to the name of a profile: the name says nothing about where a question goes. */
function answererOf({ profile, service, model }: PanelState, l10n: Texts): string {
  const name = shorten(serviceName(service, model, l10n), MAX_NAME);
  return profile === undefined || profile === name
    ? name
    : `${shorten(escapeHidden(oneLine(profile)), MAX_NAME)} (${name})`;
}

export function serviceName(service: string, model: TurnModel | undefined, l10n: Texts): string {
  if (service !== LIBRARY) return escapeHidden(oneLine(service));
  return model ? l10n.t('Library with {0}', escapeHidden(oneLine(model.name))) : l10n.t('Built-in library');
}

function problemOf({ readiness, warning, readOnly }: PanelState, l10n: Texts): string | null {
  switch (readiness) {
    case 'noKey':
      return l10n.t('No API key');
    case 'signedOut':
      return l10n.t('Not signed in');
    case 'noFolder':
      return l10n.t('No folder open');
    case 'badAddress':
      return l10n.t('Address not valid');
    case 'emptyLibrary':
      return l10n.t('No documents');
    case 'ready':
      if (readOnly !== null) return l10n.t('Read-only');
      return warning === null ? null : l10n.t('Needs attention');
  }
}
