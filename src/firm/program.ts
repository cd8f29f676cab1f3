/** Runs the command that the command line names. A new command is a line here. */
import type { Command, Environment } from '../cli/command.ts';
import { runCommand } from '../cli/runCommand.ts';
import { ADMINISTRATION, ADMINISTRATION_HELP, migrate } from './commands/administer.ts';
import { indexer } from './commands/indexer.ts';
import { server } from './commands/server.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['server', server],
  ['indexer', indexer],
  ['migrate', migrate],
  ...ADMINISTRATION,
]);

const HELP = `Fiscal for a firm: one service for many people, with rights.

Usage: fiscal-firm COMMAND [options]

  server                         Answer questions over HTTP.
  indexer                        Read folders of documents into OpenSearch.
  migrate                        Bring the tables of the database to the version of this program.
${ADMINISTRATION_HELP}
fiscal-firm COMMAND --help shows the options of a command, fiscal-firm --version the version.
`;

export const runFirmProgram = (argv: readonly string[], env: Environment): Promise<void> =>
  runCommand({ name: 'fiscal-firm', help: HELP, commands: COMMANDS }, argv, env);
