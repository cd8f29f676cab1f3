/** What a user can do with a source of an answer, in the page and in the Sources view. */
import type * as Vscode from 'vscode';
import type { ReviewState, Turn } from '../../conversation/conversation.ts';
import type { ServerDocuments } from '../common/serverDocuments.ts';
import type { Chat } from '../session/chat.ts';
import type { OpenDeps } from './openSource.ts';

export interface SourceActions {
  /**
   * Opens the source or shows why not. Marks an unread source as opened. `source` is its position in the answer's list, from 0. `words`
   * are those of the source that are marked; without them, the whole passage is.
   */
  open(chat: Chat, turn: Turn, source: number, toSide: boolean, words?: string): Promise<void>;
  review(chat: Chat, turn: Turn, source: number, review: ReviewState): Promise<void>;
}

export function createSourceActions(deps: {
  readonly vscode: typeof Vscode;
  readonly documents: OpenDeps['documents'];
  readonly roots: OpenDeps['roots'];
  readonly server: ServerDocuments;
  readonly opened: () => void;
}): SourceActions {
  const { window, l10n } = deps.vscode;

  async function review(chat: Chat, turn: Turn, source: number, state: ReviewState): Promise<void> {
    if (!turn.answer.sources[source]) return;
    chat.session.apply({ type: 'reviewed', turnId: turn.id, source, review: state });
  }

  return {
    review,
    async open(chat, turn, source, toSide, words) {
      const found = turn.answer.sources[source];
      if (!found) return;
      const { openServerSource, openSource } = await import('./openSource.ts');
      const { location, snippet } = found;
      const result =
        location?.document === undefined
          ? await openSource(found, deps, toSide, words)
          : await openServerSource(
              { service: turn.service, id: location.document, path: location.path },
              { ...location, snippet, words },
              deps,
              toSide,
            );
      if (result === 'opened') {
        deps.opened();
        if (found.review === 'unread') await review(chat, turn, source, 'opened');
        return;
      }
      if (typeof result === 'object') {
        if (result.problem !== '') void window.showWarningMessage(result.problem);
        return;
      }
      const text = {
        outside: l10n.t('This document is outside the opened folders. Open its folder to view it.'),
        missing: l10n.t('This document was renamed, moved or deleted after this answer. Ask again to find it.'),
        nothing: l10n.t('This source has neither a document nor a web address.'),
      }[result];
      void window.showWarningMessage(text);
    },
  };
}
