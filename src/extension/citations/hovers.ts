/** Answers hovers over citations. */
import type * as Vscode from 'vscode';
import type { CitationDeps } from './citationDeps.ts';
import { createEarlierAnswers } from './earlierAnswers.ts';
import type { FileCitation } from './fileCitations.ts';
import { hoverContent } from './hoverContent.ts';
import type { Lookups } from './lookups.ts';

/** Earlier answers that a hover lists. */
const MAX_ANSWERS = 3;

export function createHovers(deps: Pick<CitationDeps, 'vscode' | 'store' | 'chats'>, lookups: Lookups) {
  const { vscode } = deps;
  const earlier = createEarlierAnswers({
    store: deps.store,
    opened: () => deps.chats.all().map(({ session }) => session.conversation),
  });
  return {
    async hover({ citation, range }: FileCitation, folder: string | null): Promise<Vscode.Hover | undefined> {
      const [found, answers] = await Promise.all([
        // A library that cannot be read shows its problem in the chat.
        lookups.find([citation]).catch(() => null),
        earlier.of(citation, { folder, limit: MAX_ANSWERS }),
      ]);
      const contents = hoverContent(vscode, citation, found?.[0] ?? null, answers);
      return contents.length === 0 ? undefined : new vscode.Hover(contents, range);
    },
    dispose: () => earlier.dispose(),
  };
}
