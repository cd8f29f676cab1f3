/** Runs the command that a command line names, and reports what went wrong with an exit code. */
import { programVersion } from './builtFiles.ts';
import { type Command, type Environment, EXIT, UsageError } from './command.ts';
import { printError } from './terminal.ts';

export interface Program {
  readonly name: string;
  readonly help: string;
  readonly commands: ReadonlyMap<string, Command>;
}

export async function runCommand(program: Program, argv: readonly string[], env: Environment): Promise<void> {
  const [name, ...rest] = argv;
  if (name === '--help' || name === '-h' || name === 'help') return void process.stdout.write(program.help);
  try {
    if (name === '--version') return void process.stdout.write(`${programVersion()}\n`);
    const command = program.commands.get(name ?? '');
    if (!command) {
      throw new UsageError(
        name === undefined ? program.help : `There is no command ${name}. See ${program.name} --help.`,
      );
    }
    if (asksForHelp(rest)) process.stdout.write(command.help);
    else await command.run(rest, env);
  } catch (thrown) {
    process.exitCode = thrown instanceof UsageError ? EXIT.usage : EXIT.failed;
    printError(thrown instanceof Error ? thrown.message : 'The command failed.');
  }
}

/** Words after `--` are no options. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end < 0 ? argv : argv.slice(0, end)).some((word) => word === '--help' || word === '-h');
}
