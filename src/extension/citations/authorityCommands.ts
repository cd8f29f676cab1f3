/** Opens an authority in the library, or puts a question about it in the question box. */
import { citationName } from '../../authority/citationName.ts';
import { citationsIn } from '../../authority/citationsIn.ts';
import type { OwnLaw } from '../../authority/ownLaw.ts';
import type { AuthorityCitation } from '../../authority/parseAuthorities.ts';
import { hasFileLineNumbers, nameInMessage } from '../../conversation/display.ts';
import { findDocument, openSource } from '../answers/openSource.ts';
import { offer } from '../common/prompts.ts';
import type { CitationDeps } from './citationDeps.ts';
import { citationAt, citationsOfText, lawOfText } from './fileCitations.ts';
import type { Lookups } from './lookups.ts';

/** Longest citation that a link names. */
const MAX_WRITTEN = 300;

export function createAuthorityCommands(deps: CitationDeps, lookups: Lookups) {
  const { vscode } = deps;
  const { window, l10n } = vscode;

  /** The citation of a link, else the one at the cursor. */
  function chosen(written: unknown): AuthorityCitation | null {
    if (typeof written === 'string') return citationsIn(written.slice(0, MAX_WRITTEN))[0] ?? null;
    const editor = window.activeTextEditor;
    return editor ? (citationAt(vscode, editor.document, editor.selection.active)?.citation ?? null) : null;
  }

  function noCitation(): void {
    void window.showInformationMessage(l10n.t('Place the cursor on a citation first, for example § 179(b)(1).'));
  }

  async function ask(written: unknown): Promise<void> {
    const citation = chosen(written);
    if (!citation) return noCitation();
    await deps.compose(l10n.t('What does {0} say?', citationName(citation)));
  }

  async function open(citation: AuthorityCitation, toSide: boolean): Promise<void> {
    const name = citationName(citation);
    const found = (await lookups.find([citation]))?.[0];
    if (!found) {
      void window.showInformationMessage(l10n.t('The library is empty. Open a folder with documents.'));
      return;
    }
    const { passage } = found;
    if (!passage) {
      const text = found.complete
        ? l10n.t('The library does not contain {0}.', name)
        : l10n.t('The library is still being read. It does not contain {0} yet.', name);
      return offer(window.showInformationMessage, text, l10n.t('Ask'), () => ask(name));
    }
    const opened = await openSource(
      {
        title: passage.title,
        url: null,
        snippet: passage.text,
        section: passage.headings.join(' › '),
        location: { path: passage.path, line: passage.line, endLine: passage.endLine },
        review: 'unread',
      },
      deps,
      toSide,
    );
    if (opened !== 'opened') {
      void window.showWarningMessage(l10n.t('This document no longer exists. Rebuild the library to update it.'));
    }
  }

  /** The law whose text a document of the library is. */
  async function lawOf(path: string): Promise<OwnLaw | null> {
    const uri = await findDocument(path, deps);
    if (typeof uri === 'string' || !hasFileLineNumbers(uri.path)) return null;
    return lawOfText((await vscode.workspace.openTextDocument(uri)).getText());
  }

  return {
    ask,
    async open(written: unknown): Promise<void> {
      const citation = chosen(written);
      return citation ? open(citation, false) : noCitation();
    },
    async openQuoted(words: string, from: string | undefined, toSide: boolean): Promise<void> {
      const law = from === undefined ? null : await lawOf(from).catch(() => null);
      const [citation] = citationsOfText(words, law, words.length);
      if (citation) return open(citation, toSide);
      void window.showInformationMessage(l10n.t('The library does not contain {0}.', nameInMessage(words)));
    },
  };
}
