/** Files that cannot be read, and the sentence that says why. */
import { codeOf } from '../../files/fileErrors.ts';
import { t } from '../translate.ts';

/** Default for the largest file that is read. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

export const OUTSIDE = t('It is a link to a place outside of the folders of the library.');
export const EXCLUDED = t('It is a link to a document that is excluded from the library.');

/** For an error of the file system. */
export function fileReason(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return t('It no longer exists.');
  if (code === 'EACCES' || code === 'EPERM') return t('You have no permission to read it.');
  if (code === 'EBUSY') return t('Another program has locked it.');
  if (code === 'EISDIR') return t('It is a folder.');
  if (code === 'ELOOP') return t('It is a link that leads to itself.');
  if (code === 'ENAMETOOLONG') return t('Its name is too long.');
  return t('It could not be read.');
}

export function tooLarge(size: number, limit: number): string {
  return t('It is larger than the limit ({0} of {1}).', megabytes(size), megabytes(limit));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
