/** Runs the command that the command line names. A new command is a file in `commands/` and a line here. */
import { programVersion } from './builtFiles.ts';
import { type Command, type Environment, EXIT, UsageError } from './command.ts';
import { ask } from './commands/ask.ts';
import { authorities } from './commands/authorities.ts';
import { index } from './commands/index.ts';
import { mcp } from './commands/mcp.ts';
import { serve } from './commands/serve.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['ask', ask],
  ['authorities', authorities],
  ['index', index],
  ['mcp', mcp],
  ['serve', serve],
]);

const HELP = `Fiscal: tax, accounting and audit research in your own documents.

Usage: fiscal COMMAND [options]

  ask          Answer a question, with its sources.
  authorities  Take laws from their publishers, and compare their versions.
  index        Read the documents of a library, so that the first question need not wait.
  mcp          Serve the library to agents (Model Context Protocol on standard input and output).
  serve        Serve the library to chat clients and agents on this machine (HTTP).

fiscal COMMAND --help shows the options of a command, fiscal --version the version.
`;

export async function runProgram(argv: readonly string[], env: Environment): Promise<void> {
  const [name, ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') return void process.stdout.write(HELP);
  try {
    if (name === '--version') return void process.stdout.write(`${programVersion()}\n`);
    const command = COMMANDS.get(name ?? '');
    if (!command) throw new UsageError(name === undefined ? HELP : `There is no command ${name}. See fiscal --help.`);
    if (asksForHelp(rest)) process.stdout.write(command.help);
    else await command.run(rest, env);
  } catch (thrown) {
    process.exitCode = thrown instanceof UsageError ? EXIT.usage : EXIT.failed;
    process.stderr.write(`${thrown instanceof Error ? thrown.message : 'The command failed.'}\n`);
  }
}

/** Words after `--` are no options. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}
