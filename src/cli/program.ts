/** Runs the command that the command line names. A new command is a file in `commands/` and a line here. */
import type { Command, Environment } from './command.ts';
import { ask } from './commands/ask.ts';
import { authorities } from './commands/authorities.ts';
import { index } from './commands/index.ts';
import { mcp } from './commands/mcp.ts';
import { serve } from './commands/serve.ts';
import { runCommand } from './runCommand.ts';

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
  authorities  Download laws from their publishers, and compare their versions.
  index        Read the documents of a library, so that the first question need not wait.
  mcp          Serve the library to agents (Model Context Protocol on standard input and output).
  serve        Serve the library to chat clients and agents on this machine (HTTP).

fiscal COMMAND --help shows the options of a command, fiscal --version the version.
`;

export const runProgram = (argv: readonly string[], env: Environment): Promise<void> =>
  runCommand({ name: 'fiscal', help: HELP, commands: COMMANDS }, argv, env);
