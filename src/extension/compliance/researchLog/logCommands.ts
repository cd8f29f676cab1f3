/** Verify Research Log and Export Research Log. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type * as Vscode from 'vscode';
import { codeOf } from '../../storage/fileErrors.ts';
import { toCsv } from './exportCsv.ts';
import { type Break, type KnownEnd, type Note, type Verification, verifyLog } from './verify.ts';

export interface LogCommandPorts {
  readonly vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'Uri' | 'commands'>;
  /** Logs that may exist: of the opened folders, then the global one. */
  readonly files: () => readonly string[];
  readonly endOf: (file: string) => Promise<KnownEnd | null>;
  /** Resolves when what was told so far is written. */
  readonly flush: () => Promise<void>;
}

export function createLogCommands(ports: LogCommandPorts) {
  const { vscode } = ports;
  const { window, l10n } = vscode;

  async function choose(): Promise<{ file: string; text: string } | null> {
    await ports.flush();
    const found: { file: string; text: string }[] = [];
    for (const file of ports.files()) {
      try {
        found.push({ file, text: await fs.readFile(file, 'utf8') });
      } catch (error) {
        if (codeOf(error) === undefined) throw error;
        // A log of which this machine knows entries and whose file is gone is a finding, not an absence.
        if (await ports.endOf(file)) found.push({ file, text: '' });
      }
    }
    const [first] = found;
    if (!first) {
      void window.showInformationMessage(
        l10n.t('There is no research log yet. The setting “Fiscal: Research Log” turns it on.'),
      );
      return null;
    }
    if (found.length === 1) return first;
    const items = found.map((each) => ({
      label: path.basename(path.dirname(path.dirname(each.file))),
      description: each.file,
      each,
    }));
    return (await window.showQuickPick(items, { placeHolder: l10n.t('Choose a research log') }))?.each ?? null;
  }

  async function open(file: string, line: number): Promise<void> {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file).with({ fragment: `L${line}` }));
  }

  return {
    async 'fiscal.verifyResearchLog'() {
      const log = await choose();
      if (!log) return;
      const result = verifyLog(log.text, await ports.endOf(log.file));
      if (!result.broken) {
        void window.showInformationMessage(describeWhole(result, l10n));
        return;
      }
      const show = l10n.t('Show Line');
      const { line } = result.broken;
      if ((await window.showErrorMessage(describeBreak(result.broken, l10n), show)) === show)
        await open(log.file, line);
    },
    async 'fiscal.exportResearchLog'() {
      const log = await choose();
      if (!log) return;
      const formats = [
        {
          label: 'JSON Lines',
          description: l10n.t('exact copy, can be verified'),
          extension: 'jsonl',
          make: (text: string) => text,
        },
        { label: 'CSV', description: l10n.t('for reading in a spreadsheet'), extension: 'csv', make: toCsv },
      ];
      const format = await window.showQuickPick(formats, { title: l10n.t('Export Research Log') });
      if (!format) return;
      const target = await window.showSaveDialog({
        defaultUri: vscode.Uri.file(path.join(path.dirname(log.file), `research-log-export.${format.extension}`)),
        filters: { [format.label]: [format.extension] },
      });
      if (!target) return;
      if (target.fsPath === log.file) {
        void window.showErrorMessage(l10n.t('Choose another file: the log itself is not written over.'));
        return;
      }
      try {
        await fs.writeFile(target.fsPath, format.make(log.text));
      } catch (error) {
        void window.showErrorMessage(l10n.t('The file could not be written: {0}', codeOf(error) ?? ''));
      }
    },
  };
}

export function describeWhole(result: Verification, l10n: typeof Vscode.l10n): string {
  const whole = l10n.t(
    'The research log is whole: {0} entries, {1} to {2}.',
    result.entries,
    result.from ?? '–',
    result.to ?? '–',
  );
  const end = result.endKnown ? '' : l10n.t('Whether entries are missing at its end cannot be told on this machine.');
  return [whole, ...result.notes.map((note) => describeNote(note, l10n)), end].filter(Boolean).join(' ');
}

function describeNote(note: Note, l10n: typeof Vscode.l10n): string {
  return note.kind === 'torn'
    ? l10n.t('Line {0} was cut off by a crash and does not count as an entry.', note.line)
    : l10n.t('In line {0} the clock was set back by {1} s.', note.line, Math.round((note.by ?? 0) / 1000));
}

export function describeBreak({ kind, line, n }: Break, l10n: typeof Vscode.l10n): string {
  switch (kind) {
    case 'edited':
      return l10n.t('The research log was changed: entry {0} in line {1} is not as it was written.', n, line);
    case 'replaced':
      return l10n.t(
        'The research log was changed: entry {0} in line {1} was rewritten; the entry after it does not fit.',
        n,
        line,
      );
    case 'removed':
      return l10n.t('The research log was changed: entry {0} is missing before line {1}.', n, line);
    case 'reordered':
      return l10n.t('The research log was changed: line {1} should hold entry {0}, which stands elsewhere.', n, line);
    case 'foreign':
      return l10n.t('The research log was changed: line {1} is not an entry; entry {0} was expected.', n, line);
    case 'truncated':
      return l10n.t(
        'The research log was cut off: entry {0} and what followed it are missing from line {1} on.',
        n,
        line,
      );
    case 'rewritten':
      return l10n.t('The research log was replaced: it is not the one that this machine knows.');
  }
}
