/** What a program that serves does with its process. */
import { createLog, type ServiceLog } from '../app/log.ts';

/** A log on the standard error. The program continues if the reader of its output stops reading. */
export function createProcessLog(): ServiceLog {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  return createLog((line) => void process.stderr.write(line));
}

/** Calls `stop` at the first signal to end. A second signal ends the process at once. */
export function stopOnSignal(log: ServiceLog, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = async (): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log({ event: 'stopping' });
    await stop();
    log({ event: 'stopped' });
    process.exitCode = 0;
  };
  // By default Node prints the message, which could contain content.
  process.on('uncaughtException', (thrown) => {
    log({ event: 'failure', code: 'unexpected', failure: thrown.name });
    process.exit(1);
  });
  process.on('SIGINT', () => void onSignal());
  process.on('SIGTERM', () => void onSignal());
}
