/** `fiscal index`: reads the documents of a library into the index, and says which files are not searched. */
import { oneLine } from '../../conversation/display.ts';
import type { LibraryStatus } from '../../protocol/worker.ts';
import type { Command, Environment } from '../command.ts';
import { describeStatus, openLibrary } from '../openLibrary.ts';
import { LIBRARY_HELP, LIBRARY_OPTIONS, parseOptions, readLibrary } from '../options.ts';
import { print, printJson } from '../terminal.ts';
import { createTerminalProgress } from '../terminalProgress.ts';

const HELP = `Reads the documents of a library into the index, so that the first question need not wait.

Usage: fiscal index --library DIR [options]

${LIBRARY_HELP}  --rebuild          Read everything again.
  --json             Print the result as JSON.
  --help             Show this.

Files that are not searched are listed with the reason.
Exit codes: 0 the library is read, 1 it could not be read, 2 the options are wrong.
`;

async function run(argv: readonly string[], env: Environment): Promise<void> {
  const { values, positionals } = parseOptions(argv, {
    ...LIBRARY_OPTIONS,
    rebuild: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  });
  const config = readLibrary(values, positionals, env);
  const progress = createTerminalProgress();
  const library = openLibrary(config, progress.library);
  try {
    const status = values.rebuild ? await library.rebuild() : await library.ready();
    progress.clear();
    if (values.json) printJson(status);
    else print(report(status));
  } finally {
    progress.clear();
    library.dispose();
  }
}

function report(status: LibraryStatus): string {
  const skipped = status.skipped.map(({ path, reason }) => `\n  ${oneLine(path)}: ${reason}`).join('');
  return `${describeStatus(status)}${skipped === '' ? '' : `\nNot searched:${skipped}`}`;
}

export const index: Command = { help: HELP, run };
