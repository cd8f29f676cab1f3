import { codeOf } from '../../files/fileErrors.ts';

/** An error for the log: name, code and stack, without the message, which may contain text of a conversation or a path. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return [[error.name, codeOf(error)].filter(Boolean).join(' '), ...frames].join('\n');
}
