/** The service as its users start it: a process of its own, on a free port. */
import { type ChildProcess, spawn } from 'node:child_process';

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves to the origin when the service listens. Rejects if it ends first. */
  readonly origin: Promise<string>;
  /** Resolves when the library is read. */
  readonly ready: Promise<void>;
  /** The exit code, or the signal that ended the process. */
  readonly exit: Promise<number | NodeJS.Signals | null>;
}

/** `program` is what `buildProgram` returned. The index is in memory unless `--index` is among the arguments. */
export function startServiceProcess(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ServiceProcess {
  const child = spawn(
    process.execPath,
    [program, 'serve', ...(args.includes('--index') ? [] : ['--in-memory']), ...args],
    {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (bytes) => {
    stderr += bytes;
  });
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.on('close', (code, signal) => resolve(code ?? signal)),
  );
  const seen = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      child.stdout.on('data', () => {
        const match = pattern.exec(stdout);
        if (match !== null) resolve(match);
      });
      void exit.then((code) => reject(new Error(`The service ended with ${code}: ${stderr}`)));
    });
  child.stdout.on('data', (bytes) => {
    stdout += bytes;
  });
  const origin = seen(/^Fiscal research service at (\S+)$/m).then((match) => match[1] ?? '');
  const ready = seen(/^Ready: /m).then(() => {});
  origin.catch(() => {});
  ready.catch(() => {});
  return { child, stdout: () => stdout, stderr: () => stderr, origin, ready, exit };
}
