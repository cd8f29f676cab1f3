import type * as Vscode from 'vscode';
import type { DocumentLanguage } from '../../conversation/documentLanguage.ts';

/** Documents have the display language of VS Code. */
export function documentLanguage({ l10n, env }: Pick<typeof Vscode, 'l10n' | 'env'>): DocumentLanguage {
  return { t: l10n.t, language: env.language };
}
