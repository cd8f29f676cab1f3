/** Words in the name of a file that say which version of a document it is. None of the patterns is global. */

/** What was never in force. */
export const DRAFT = /(?<!\p{L})(?:draft|entwurf)(?!\p{L})/iu;
export const OLDER = /(?<!\p{L})(?:draft|entwurf|superseded|replaced|old|alt|veraltet|überholt|ersetzt)(?!\p{L})/iu;
export const VERSION = /(?<![\p{L}\p{N}])v(?:ersion)?[ ._-]?(\d{1,3})(?!\p{N})/iu;
export const FINAL = /(?<!\p{L})(?:final|endfassung|signed|unterschrieben|current|aktuell)(?!\p{L})/iu;

/** 0 if a text names none. */
export function versionNumber(text: string): number {
  return Number(VERSION.exec(text)?.[1] ?? 0);
}
