/** The warning that an error of the file system leads to. */
import type { StoreWarning } from '../../conversation/store.ts';
import { codeOf } from '../../files/fileErrors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM']);

/** undefined when the error is not one of the file system: then it is a fault of ours and must not be swallowed. */
export function toWarning(error: unknown): StoreWarning | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (FULL.has(code)) return 'diskFull';
  return READ_ONLY.has(code) ? 'readOnlyFolder' : 'cannotWrite';
}
