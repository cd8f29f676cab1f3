/** Links from citations to the paragraphs that the library has of them. */
import type * as Vscode from 'vscode';
import { citationName } from '../../authority/citationName.ts';
import { oneLine, shorten } from '../../conversation/display.ts';
import type { CommandId } from '../common/contributions.ts';
import { citationsOf, rangeOf } from './fileCitations.ts';
import type { Lookups } from './lookups.ts';

/** Characters of a file in which citations become links. */
const MAX_LINKED_TEXT = 1_000_000;
/** Links of one file. */
const MAX_LINKS = 2000;

export function createLinkProvider(vscode: typeof Vscode, lookups: Lookups): Vscode.DocumentLinkProvider {
  return {
    async provideDocumentLinks(document, token) {
      if (document.getText().length > MAX_LINKED_TEXT) return [];
      const citations = citationsOf(document).slice(0, MAX_LINKS);
      if (citations.length === 0) return [];
      // A library that cannot be read shows its problem in the chat.
      const found = await lookups.find(citations).catch(() => null);
      if (found === null || token.isCancellationRequested) return [];
      return citations.flatMap((citation, at) => {
        const passage = found[at]?.passage;
        if (passage?.match !== 'exact') return [];
        const link = new vscode.DocumentLink(
          rangeOf(vscode, document, citation),
          commandUri(vscode, citationName(citation)),
        );
        link.tooltip = vscode.l10n.t('Open in the library: {0}', shorten(oneLine(passage.title), 120));
        return [link];
      });
    },
  };
}

function commandUri({ Uri }: Pick<typeof Vscode, 'Uri'>, name: string): Vscode.Uri {
  const command: CommandId = 'fiscal.openAuthority';
  return Uri.from({ scheme: 'command', path: command, query: JSON.stringify([name]) });
}
