import { ResearchError } from '../../client/errors.ts';

/** What failed, as a sentence for the user: the detail from the library, else the message of the error. */
export function failureReason(error: unknown): string {
  if (error instanceof ResearchError && error.detail !== undefined) return error.detail;
  return error instanceof Error ? error.message : String(error);
}
