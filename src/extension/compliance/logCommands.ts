/** Verify Research Log and Export Research Log. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type * as Vscode from 'vscode';
import type { LogCheckpoints } from '../../compliance/researchLog/checkpoints.ts';
import { type Verification, verifyLog } from '../../compliance/researchLog/verifyLog.ts';
import { type DocumentLanguage, formatNumber } from '../../conversation/documentLanguage.ts';
import { codeOf } from '../../files/fileErrors.ts';
import { documentLanguage } from '../common/documentLanguage.ts';

const SETTING = 'fiscal.privacy.researchLog';

export interface LogCommandDeps {
  readonly vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'env' | 'Uri' | 'commands' | 'workspace'>;
  /** Logs that may exist: of the opened folders, then the global one. */
  readonly files: () => readonly string[];
  readonly checkpoints: Pick<LogCheckpoints, 'all'>;
  /** Resolves when everything recorded so far is written. */
  readonly flush: () => Promise<void>;
}

interface Log {
  readonly file: string;
  /** null when the file does not exist although this machine wrote entries to it. */
  readonly text: string | null;
}

export function createLogCommands(deps: LogCommandDeps) {
  const { vscode } = deps;
  const { window, l10n } = vscode;

  async function read(file: string): Promise<Log[]> {
    try {
      return [{ file, text: await fs.readFile(file, 'utf8') }];
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      return (await deps.checkpoints.all(file)).length > 0 ? [{ file, text: null }] : [];
    }
  }

  async function choose(accepts: (log: Log) => boolean): Promise<Log | null> {
    await deps.flush();
    const logs = (await Promise.all(deps.files().map(read))).flat().filter(accepts);
    const [first] = logs;
    if (!first) {
      const open = l10n.t('Open Settings');
      const chosen = await window.showInformationMessage(
        l10n.t('There is no research log. To keep one, change “Fiscal › Privacy: Research Log” in the settings.'),
        open,
      );
      if (chosen === open) await vscode.commands.executeCommand('workbench.action.openSettings', `@id:${SETTING}`);
      return null;
    }
    if (logs.length === 1) return first;
    const items = logs.map((log) => ({
      label: path.basename(path.dirname(path.dirname(log.file))),
      description: log.file,
      log,
    }));
    return (await window.showQuickPick(items, { placeHolder: l10n.t('Select a research log') }))?.log ?? null;
  }

  return {
    async 'fiscal.verifyResearchLog'() {
      const log = await choose(() => true);
      if (!log) return;
      const result = verifyLog(log.text ?? '', await deps.checkpoints.all(log.file));
      const text = describe(result, documentLanguage(vscode));
      if (result.outcome === 'intact') void window.showInformationMessage(text);
      else if (result.outcome === 'incomplete') void window.showErrorMessage(text);
      else {
        const show = l10n.t('Show Line');
        if ((await window.showErrorMessage(text, show)) !== show) return;
        const uri = vscode.Uri.file(log.file).with({ fragment: `L${result.line}` });
        await vscode.commands.executeCommand('vscode.open', uri);
      }
    },
    async 'fiscal.exportResearchLog'() {
      const log = await choose(({ text }) => text !== null);
      if (!log) return;
      // The folder of the log is hidden.
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(path.dirname(log.file));
      const target = await window.showSaveDialog({
        title: l10n.t('Export Research Log'),
        defaultUri: vscode.Uri.joinPath(folder, 'research-log-export.jsonl'),
        filters: { 'JSON Lines': ['jsonl'] },
      });
      if (!target) return;
      if (target.fsPath === log.file) {
        void window.showErrorMessage(l10n.t('Choose another file. The research log itself is never overwritten.'));
        return;
      }
      try {
        await fs.writeFile(target.fsPath, log.text ?? '');
      } catch (error) {
        void window.showErrorMessage(l10n.t('The file could not be written: {0}', codeOf(error) ?? ''));
      }
    },
  };
}

function describe(result: Verification, l10n: DocumentLanguage): string {
  switch (result.outcome) {
    case 'intact': {
      const { entries, from, to, torn, isCompared } = result;
      return [
        l10n.t(
          'The research log is intact: {0} entries, {1} to {2}.',
          formatNumber(entries, l10n),
          from ?? '–',
          to ?? '–',
        ),
        ...torn.map((line) => l10n.t('Line {0} was cut off by a crash and is not an entry.', line)),
        isCompared ? '' : l10n.t('This machine wrote none of its entries, so it cannot tell whether any are missing.'),
      ]
        .filter(Boolean)
        .join(' ');
    }
    case 'changed':
      return l10n.t('The research log was changed: line {0} does not match the entries before it.', result.line);
    case 'incomplete':
      return l10n.t(
        'The research log was changed: {0} entries are missing. The newest of them was written at {1}.',
        formatNumber(result.missing, l10n),
        result.last.time,
      );
  }
}
