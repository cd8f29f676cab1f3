/** Where the next question goes, in words: the status bar item, its tooltip, and what a screen reader says. */
import type * as Vscode from 'vscode';
import { escapeHidden, oneLine, shorten } from '../../conversation/display.ts';
import { modeLabel } from '../../conversation/modeLabel.ts';
import type { PanelState } from '../../panel/messages.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { withoutIcons } from '../common/withoutIcons.ts';

export interface StatusInput {
  readonly panelState: PanelState;
  readonly temporary: boolean;
  readonly running: boolean;
}

export interface Status {
  /** The parts of the line, in order. The chat page shows the same ones. */
  readonly parts: readonly string[];
  readonly icon: 'loading~spin' | 'warning' | 'library' | 'cloud';
  readonly zeroRetention: boolean;
  /** Why no question can be asked, or what needs attention; null if nothing does. */
  readonly problem: string | null;
}

/** Longest name of a service or model in the status bar, in UTF-16 units. */
const MAX_NAME = 40;

export function statusOf({ panelState, temporary, running }: StatusInput, l10n: typeof Vscode.l10n): Status {
  const problem = problemOf(panelState, l10n);
  const zeroRetention = panelState.zeroRetention.on;
  const service = panelState.service === LIBRARY ? 'library' : 'cloud';
  return {
    parts: [
      answererOf(panelState, l10n),
      // VS Code cuts off the end of a long item.
      ...(problem === null ? [] : [problem]),
      ...(running ? [l10n.t('Answering')] : []),
      modeLabel(panelState.askMode, l10n),
      ...(zeroRetention ? [l10n.t('Zero data retention')] : []),
      ...(temporary ? [l10n.t('Temporary')] : []),
    ],
    icon: problem !== null ? 'warning' : running ? 'loading~spin' : service,
    zeroRetention,
    problem,
  };
}

/** The text of the status bar item. `$(name)` is an icon there, so it is escaped in names. */
export function statusBarText({ parts, icon, zeroRetention }: Status): string {
  const text = withoutIcons(parts.join(' · '));
  return `$(${icon}) ${zeroRetention ? '$(shield) ' : ''}${text}`;
}

const shown = (name: string) => shorten(escapeHidden(oneLine(name)), MAX_NAME);

/** The host stays visible next to the name of a profile: the name says nothing about where a question goes. */
function answererOf(panelState: PanelState, l10n: typeof Vscode.l10n): string {
  const { profile } = panelState;
  const service = serviceOf(panelState, l10n);
  return profile === undefined || profile === service ? service : `${shown(profile)} (${service})`;
}

function serviceOf({ service, model }: PanelState, l10n: typeof Vscode.l10n): string {
  if (service !== LIBRARY) return shown(service);
  return model ? l10n.t('Library with {0}', shown(model.name)) : l10n.t('Built-in library');
}

function problemOf({ readiness, warning, readOnly }: PanelState, l10n: typeof Vscode.l10n): string | null {
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
