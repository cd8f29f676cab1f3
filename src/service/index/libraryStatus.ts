/** What is in a library, and what is not, for the user. */
import type { LibraryStatus } from '../../protocol/worker.ts';
import type { WalkProblem } from '../documents/walk.ts';
import { formatNumber, t } from '../translate.ts';
import type { IndexWriter } from './indexWriter.ts';

/** Skipped files that are listed. The message has the number of the others. */
export const MAX_LISTED = 1000;
/** Problems that the message names. */
const MAX_NAMED = 5;

export interface StatusFacts {
  /** With at most `MAX_LISTED` skipped files. */
  readonly summary: ReturnType<IndexWriter['summary']>;
  readonly folders: readonly string[];
  /** Of the last scan. */
  readonly problems: readonly WalkProblem[];
  /** What happened to the index. */
  readonly note: string | null;
}

export function statusOf({ summary, folders, problems, note }: StatusFacts): LibraryStatus {
  const { skippedCount, skipped, ...counts } = summary;
  const missing = problems.filter((problem) => problem.isDuplicate !== true);
  const messages = [
    note,
    ...missing.slice(0, MAX_NAMED).map((problem) => `${problem.path}: ${problem.reason}`),
    missing.length > MAX_NAMED
      ? t('{0} more files or folders could not be read.', formatNumber(missing.length - MAX_NAMED))
      : null,
    skippedCount > MAX_LISTED
      ? t('{0} files were skipped. The first {1} are listed.', formatNumber(skippedCount), formatNumber(MAX_LISTED))
      : null,
  ].filter((message) => message !== null);
  return {
    ...counts,
    folders,
    indexedAt: Date.now(),
    skipped: [...problems.slice(0, MAX_LISTED).map(({ path, reason }) => ({ path, reason })), ...skipped],
    ...(messages.length > 0 && { message: messages.join(' ') }),
  };
}
