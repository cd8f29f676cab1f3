/** Commands of the tree of sources. Called without a source (from a key binding), they say where to choose one. */
import type * as Vscode from 'vscode';
import type { ReviewState } from '../../conversation/conversation.ts';
import type { SourceActions } from '../answers/sourceActions.ts';
import { documentLanguage } from '../common/documentLanguage.ts';
import type { SourcesTree } from './sourcesTree.ts';

export function createSourceCommands(
  vscode: Pick<typeof Vscode, 'window' | 'env' | 'l10n'>,
  actions: SourceActions,
  tree: Pick<SourcesTree, 'find'>,
) {
  type Found = NonNullable<ReturnType<SourcesTree['find']>>;

  const withSource = (act: (found: Found) => Promise<void>) => async (node: unknown) => {
    const found = tree.find(node);
    if (found) await act(found);
    else void vscode.window.showInformationMessage(vscode.l10n.t('Choose a source in the Sources view.'));
  };
  const review = (state: ReviewState) =>
    withSource(({ chat, turn, source }) => actions.review(chat, turn, source, state));

  return {
    'fiscal.openSource': withSource(({ chat, turn, source }) => actions.open(chat, turn, source, false)),
    'fiscal.relyOnSource': review('reliedOn'),
    'fiscal.rejectSource': review('rejected'),
    'fiscal.resetSource': review('unread'),
    'fiscal.copyCitation': withSource(async ({ turn, source }) => {
      const entry = turn.answer.sources[source];
      const { citation } = await import('../../conversation/citation.ts');
      if (entry) await vscode.env.clipboard.writeText(citation(entry, documentLanguage(vscode), turn.answer.sources));
    }),
  };
}
