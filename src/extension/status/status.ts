/** Where the next question goes: the status bar item, its tooltip, and what a screen reader says. */
import type * as Vscode from 'vscode';
import { type StatusInput, statusParts } from '../../panel/statusParts.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { withoutIcons } from '../common/withoutIcons.ts';

export interface Status {
  /** The parts of the line, in order. */
  readonly parts: readonly string[];
  readonly icon: 'loading~spin' | 'warning' | 'library' | 'cloud';
  readonly zeroRetention: boolean;
  /** Null: nothing needs attention. */
  readonly problem: string | null;
}

export function statusOf(input: StatusInput, l10n: typeof Vscode.l10n): Status {
  const { panelState, running } = input;
  const parts = statusParts(input, l10n);
  const problem = parts.find(({ kind }) => kind === 'problem')?.text ?? null;
  const service = panelState.service === LIBRARY ? 'library' : 'cloud';
  return {
    parts: parts.map(({ text }) => text),
    icon: problem !== null ? 'warning' : running ? 'loading~spin' : service,
    zeroRetention: panelState.zeroRetention.on,
    problem,
  };
}

/** The text of the status bar item. `$(name)` is an icon there, so it is escaped in names. */
export function statusBarText({ parts, icon, zeroRetention }: Status): string {
  const text = withoutIcons(parts.join(' · '));
  return `$(${icon}) ${zeroRetention ? '$(shield) ' : ''}${text}`;
}
