import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogCommands } from '../../../src/extension/compliance/logCommands.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

it('Export Research Log suggests the opened folder, or without one the folder of the log', async () => {
  const matter = mkdtempSync(join(tmpdir(), 'fiscal-log-'));
  mkdirSync(join(matter, '.fiscal'));
  const file = join(matter, '.fiscal', 'research-log.jsonl');
  writeFileSync(file, '');
  const suggested: string[] = [];
  for (const folders of [[matter], []]) {
    const fake = fakeVscode();
    fake.folders = folders;
    Object.assign(fake.api.window, {
      showSaveDialog: async ({ defaultUri }: { defaultUri: { path: string } }) => void suggested.push(defaultUri.path),
    });
    const checkpoints = { all: async () => [] };
    await createLogCommands({ vscode: fake.api, files: () => [file], checkpoints, flush: async () => {} })[
      'fiscal.exportResearchLog'
    ]();
  }
  expect(suggested).toEqual([
    join(matter, 'research-log-export.jsonl'),
    join(matter, '.fiscal', 'research-log-export.jsonl'),
  ]);
});

it('without a research log, both commands offer the setting that keeps one', async () => {
  const fake = fakeVscode();
  const ran: unknown[] = [];
  Object.assign(fake.api.window, { showInformationMessage: async (_text: string, action: string) => action });
  Object.assign(fake.api.commands, { executeCommand: async (...command: unknown[]) => void ran.push(command) });
  const checkpoints = { all: async () => [] };
  const commands = createLogCommands({ vscode: fake.api, files: () => [], checkpoints, flush: async () => {} });
  await commands['fiscal.verifyResearchLog']();
  await commands['fiscal.exportResearchLog']();
  expect(ran).toEqual(Array(2).fill(['workbench.action.openSettings', '@id:fiscal.privacy.researchLog']));
});
