import { type SpawnOptions, spawn } from 'node:child_process';
import { root } from './paths.ts';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Returns the output instead of printing it. The error of a failed command contains it. Default false. */
  readonly quiet?: boolean;
}

/** Runs a command and returns its output (empty unless `quiet` is set). Throws if it fails. */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, output } = await runToEnd(command, args, options);
  if (code !== 0) {
    throw new Error(`${[command, ...args].join(' ')} ended with code ${code}${output ? `:\n${output}` : ''}`);
  }
  return output;
}

/** Like `run`, but returns the exit code instead of throwing. A command that cannot be started has code 127. */
export function runToEnd(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<{ code: number; output: string }> {
  const stream = options.quiet === true ? 'pipe' : 'inherit';
  const spawnOptions: SpawnOptions = {
    cwd: options.cwd ?? root,
    env: options.env ?? process.env,
    stdio: ['ignore', stream, stream],
  };
  return new Promise((settle) => {
    const child = spawn(command, args, spawnOptions);
    let output = '';
    const take = (piece: Buffer) => {
      output += piece.toString();
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('error', (error) => settle({ code: 127, output: output + error.message }));
    child.once('close', (code) => settle({ code: code ?? 1, output }));
  });
}

/** Runs a script with the Node that runs this process. */
export function runNode(args: readonly string[], options: RunOptions = {}): Promise<string> {
  return run(process.execPath, args, options);
}

/** Runs npm: the one that started this script, else the one on PATH. */
export function npm(args: readonly string[], options: RunOptions = {}): Promise<string> {
  const path = process.env.npm_execpath;
  if (path?.endsWith('.js')) return run(process.execPath, [path, ...args], options);
  return run('npm', args, options);
}
