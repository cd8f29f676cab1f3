/**
 * Node's SQLite, for code that is loaded only after the version of Node was checked. esbuild moves an import of it to the first line of a
 * program, where an older Node fails before the program can say what it needs.
 */
export const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
