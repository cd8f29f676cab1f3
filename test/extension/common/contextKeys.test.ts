import { expect, it } from 'vitest';
import { openWithDoneSteps, setContext } from '../../../src/extension/common/contextKeys.ts';

it('the keys of steps that are done are false while the walkthrough is opened, and true after it, also if it fails', async () => {
  const told: unknown[] = [];
  const vscode = { commands: { executeCommand: async (...command: unknown[]) => void told.push(command.slice(1)) } };
  setContext(vscode as never, 'asked', true);
  setContext(vscode as never, 'openedSource', true);
  setContext(vscode as never, 'openedSource', false);
  setContext(vscode as never, 'running', true);
  told.length = 0;
  await openWithDoneSteps(vscode as never, async () => void told.push('opened'));
  const failing = openWithDoneSteps(vscode as never, async () => {
    throw new Error('not opened');
  });
  await expect(failing).rejects.toThrow('not opened');
  expect(told).toEqual([
    ['fiscal.asked', false],
    'opened',
    ['fiscal.asked', true],
    ['fiscal.asked', false],
    ['fiscal.asked', true],
  ]);
});
