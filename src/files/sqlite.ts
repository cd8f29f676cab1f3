/**
 * Node's SQLite, for code that is loaded only after the version of Node was checked. esbuild moves an import of it to the first line of a
 * program, where an older Node fails before the program can say what it needs.
 */
export const { DatabaseSync } = process.getBuiltinModule('node:sqlite');

/** The primary result code of an error of SQLite; 0 for any other error. */
export function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}
