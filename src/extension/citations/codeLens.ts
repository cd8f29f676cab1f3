/** A line above each line with citations: what they are, or that the library does not contain them. */
import type * as Vscode from 'vscode';
import { citationName } from '../../authority/citationName.ts';
import type { AuthorityCitation } from '../../authority/parseAuthorities.ts';
import { shorten } from '../../conversation/display.ts';
import type { AuthorityPassage } from '../../protocol/worker.ts';
import type { CommandId } from '../common/contributions.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import { citationsOf, rangeOf } from './fileCitations.ts';
import { idOf, type Lookups } from './lookups.ts';

/** Larger files have no CodeLens. */
const MAX_LENS_LINES = 5000;
const MAX_LENS_TEXT = 500_000;
/** Citations above one line. */
const MAX_OF_LINE = 3;
const MAX_TITLE = 60;

export function createCodeLensProvider(
  vscode: typeof Vscode,
  lookups: Lookups,
  onDidChange: Vscode.Event<void>,
): Vscode.CodeLensProvider {
  const { l10n } = vscode;
  const open: CommandId = 'fiscal.openAuthority';
  const ask: CommandId = 'fiscal.askAuthority';

  function lensOf(range: Vscode.Range, citation: AuthorityCitation, passage: AuthorityPassage | null): Vscode.CodeLens {
    const name = citationName(citation);
    const title =
      passage?.match === 'exact'
        ? `${name}: ${shorten(titleOf(passage), MAX_TITLE)}`
        : l10n.t('{0}: not in the library', name);
    return new vscode.CodeLens(range, { title, command: passage?.match === 'exact' ? open : ask, arguments: [name] });
  }

  return {
    onDidChangeCodeLenses: onDidChange,
    async provideCodeLenses(document, token) {
      if (document.lineCount > MAX_LENS_LINES || document.getText().length > MAX_LENS_TEXT) return [];
      const byLine = new Map<number, Map<string, { range: Vscode.Range; citation: AuthorityCitation }>>();
      for (const citation of citationsOf(document)) {
        const range = rangeOf(vscode, document, citation);
        const line = byLine.get(range.start.line) ?? new Map();
        byLine.set(range.start.line, line);
        if (line.size < MAX_OF_LINE) line.set(idOf(citation), { range, citation });
      }
      const all = [...byLine.values()].flatMap((line) => [...line.values()]);
      if (all.length === 0) return [];
      const found = await lookups.find(all.map(({ citation }) => citation)).catch(() => null);
      if (found === null || token.isCancellationRequested) return [];
      return all.flatMap(({ range, citation }, at) => {
        const { passage = null, complete = false } = found[at] ?? {};
        // Nothing is said of a number that only its form makes a citation, or before all documents are read.
        if (!passage && (!citation.explicit || !complete)) return [];
        return [lensOf(range, citation, passage)];
      });
    },
  };
}

/** The innermost heading, without the label that repeats the citation. */
function titleOf({ headings, title }: AuthorityPassage): string {
  const last = headings.at(-1) ?? '';
  return plainLabel(last.replace(/^(?:(?:\(\w{1,5}\))+\s*|\d[\w.()-]*\s+)/, '') || title);
}
