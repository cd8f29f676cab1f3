/** *Check Citations in This File*: problems of the active file, kept up to date while it is open. */
import type * as Vscode from 'vscode';
import { citationName } from '../../authority/citationName.ts';
import { baseName, nameInMessage, oneLine, shorten } from '../../conversation/display.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import { cancellable, offer } from '../common/prompts.ts';
import { checkedSentence } from './checkedSentence.ts';
import { checkFile, type FileCheck, type FileFinding, MAX_CHECKED, MAX_FINDINGS } from './checkFile.ts';
import type { CitationDeps } from './citationDeps.ts';
import { READABLE_LANGUAGES } from './comments.ts';
import { citationsOf, commentsOf, isTooLarge, MAX_PROGRAM } from './fileCitations.ts';
import type { Lookups } from './lookups.ts';

/** Milliseconds without a change after which a checked file is checked again. */
const SETTLE = 1000;
/** Characters of a file that is checked again after a change. The problems of a larger one are removed when it changes. */
const MAX_RECHECKED = 1_000_000;

export function createCheckCommand(deps: CitationDeps, lookups: Lookups) {
  const { vscode } = deps;
  const { window, l10n, workspace } = vscode;
  const problems = vscode.languages.createDiagnosticCollection('fiscal');
  /** The checked files that are open. */
  const checked = new Map<string, { timer: ReturnType<typeof setTimeout> | undefined; run: number }>();

  async function check(document: Vscode.TextDocument, isCanceled: () => boolean): Promise<FileCheck | null> {
    const id = document.uri.toString();
    const state = checked.get(id) ?? { timer: undefined, run: 0 };
    checked.set(id, state);
    state.run += 1;
    const { run } = state;
    const { version } = document;
    const isOutdated = () => isCanceled() || checked.get(id)?.run !== run || document.version !== version;
    const result = await checkFile(
      { text: document.getText(), comments: commentsOf(document) },
      citationsOf(document),
      lookups,
      isOutdated,
    );
    if (result && !isOutdated())
      problems.set(
        document.uri,
        result.findings.map((finding) => toProblem(document, finding)),
      );
    return result;
  }

  function toProblem(document: Vscode.TextDocument, finding: FileFinding): Vscode.Diagnostic {
    const range = new vscode.Range(document.positionAt(finding.start), document.positionAt(finding.end));
    const isQuotation = finding.type === 'differs' || finding.type === 'elsewhere';
    const { Warning, Information } = vscode.DiagnosticSeverity;
    const problem = new vscode.Diagnostic(range, messageOf(finding), isQuotation ? Warning : Information);
    problem.source = 'Fiscal';
    problem.code = isQuotation ? 'quotation' : finding.type === 'constant' ? 'amount' : 'authority';
    if ('passage' in finding && finding.type !== 'paragraphNotInLibrary') {
      const { path, line, title } = finding.passage;
      const place = new vscode.Location(vscode.Uri.file(path), new vscode.Position(Math.max(0, line - 1), 0));
      problem.relatedInformation = [new vscode.DiagnosticRelatedInformation(place, shorten(oneLine(title), 160))];
    }
    return problem;
  }

  function messageOf(finding: FileFinding): string {
    const name = citationName(finding.citation);
    switch (finding.type) {
      case 'notInLibrary':
        return l10n.t('The library does not contain {0}.', name);
      case 'paragraphNotInLibrary':
        return l10n.t('The library contains “{0}”, but not {1}.', shorten(oneLine(finding.passage.title), 120), name);
      case 'elsewhere':
        return l10n.t(
          'The library does not have these words in {0}. They are in another part of the same document.',
          name,
        );
      case 'constant':
        return l10n.t(
          'The library does not have {0} in {1}. It has: {2}.',
          finding.written,
          name,
          finding.amounts.join(', '),
        );
      case 'differs': {
        const { quoted, original, number } = finding.difference;
        if (original === null) return l10n.t('The library does not have these words in {0}.', name);
        // The end of a long message cannot be seen in the Problems view.
        return number === null
          ? l10n.t(
              'The quotation differs from {0} in the library. Here: “{1}”. Library: “{2}”.',
              name,
              quoted,
              original,
            )
          : l10n.t(
              'The library does not have “{1}” in {0}. The quotation differs from here on: “{2}”. Library: “{3}”.',
              name,
              number,
              quoted,
              original,
            );
      }
    }
  }

  function recheckLater(document: Vscode.TextDocument): void {
    const id = document.uri.toString();
    const state = checked.get(id);
    if (!state) return;
    clearTimeout(state.timer);
    if (document.getText().length > MAX_RECHECKED) {
      forget(document);
      return;
    }
    state.timer = setTimeout(() => void check(document, () => document.isClosed).catch(() => {}), SETTLE);
  }

  function forget({ uri }: Vscode.TextDocument): void {
    clearTimeout(checked.get(uri.toString())?.timer);
    checked.delete(uri.toString());
    problems.delete(uri);
  }

  const subscriptions = [
    problems,
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) recheckLater(document);
    }),
    workspace.onDidCloseTextDocument(forget),
  ];

  return {
    async run(): Promise<void> {
      const document = window.activeTextEditor?.document;
      if (!document || !READABLE_LANGUAGES.has(document.languageId)) {
        void window.showInformationMessage(
          l10n.t('Open a Markdown or text file, or a program with comments, and run the command again.'),
        );
        return;
      }
      if (isTooLarge(document)) {
        void window.showInformationMessage(
          l10n.t(
            'This file was not checked. Comments are read in programs of up to {0} characters.',
            formatNumber(MAX_PROGRAM, vscode.env),
          ),
        );
        return;
      }
      const library = deps.library();
      if (!library || library.folders().length === 0) {
        void window.showInformationMessage(l10n.t('The library is empty. Open a folder with documents.'));
        return;
      }
      const title = l10n.t('Checking citations in {0}…', nameOf(document));
      const result = await cancellable(vscode, title, async (signal) => {
        // The library must have read its documents before it can be said what it does not contain.
        await library.warmUp();
        return signal.aborted ? null : check(document, () => signal.aborted);
      });
      if (library.problem !== null) {
        void window.showErrorMessage(l10n.t('The library could not be read: {0}', library.problem));
        return;
      }
      if (result) await report(nameOf(document), result);
    },
    /** The library has changed. */
    recheck(): void {
      for (const document of workspace.textDocuments) recheckLater(document);
    },
    dispose(): void {
      for (const { timer } of checked.values()) clearTimeout(timer);
      checked.clear();
      for (const each of subscriptions) each.dispose();
    },
  };

  async function report(name: string, { isWhole, ...checked }: FileCheck): Promise<void> {
    // Another file may be active when the message appears.
    const parts = [`${name}: ${checkedSentence(vscode, checked)}`];
    if (!isWhole) {
      parts.push(
        l10n.t(
          'The file was not checked to its end. Limits: {0} citations, {1} problems.',
          formatNumber(MAX_CHECKED, vscode.env),
          formatNumber(MAX_FINDINGS, vscode.env),
        ),
      );
    }
    if (checked.findings.length === 0) return void window.showInformationMessage(parts.join(' '));
    await offer(window.showInformationMessage, parts.join(' '), l10n.t('Show Problems'), () =>
      vscode.commands.executeCommand('workbench.actions.view.problems'),
    );
  }
}

function nameOf({ uri }: Vscode.TextDocument): string {
  return nameInMessage(baseName(uri.path));
}
