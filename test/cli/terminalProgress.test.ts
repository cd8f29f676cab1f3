import { expect, it } from 'vitest';
import { createTerminalProgress } from '../../src/cli/terminalProgress.ts';

function terminal(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, columns: 20, write: (text: string) => void written.push(text) };
}

it('progress is one line that is replaced, fits on the terminal, and is removed in the end', () => {
  const screen = terminal(true);
  const progress = createTerminalProgress(screen);
  progress.library({ phase: 'reading', done: 3, total: 120 });
  progress.show('a\n\u001bb');
  progress.clear();
  progress.clear();
  expect(screen.written).toEqual(['\r\u001b[2KReading document 3 ', '\r\u001b[2Ka b', '\r\u001b[2K']);
});

it('nothing is written to an output that is no terminal', () => {
  const file = terminal(false);
  const progress = createTerminalProgress(file);
  progress.show('Searching');
  progress.clear();
  expect(file.written).toEqual([]);
});
