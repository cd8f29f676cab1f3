/** Extensions of the source files that the library reads, divided by blanks. */
export const PROGRAM_EXTENSIONS =
  'ts tsx js jsx mjs cjs py rb java kt cs go rs c h cc cpp hpp swift php sql r scala sh ps1 vb bas lua';
/** Extensions of files with named values that programs read, divided by blanks. */
export const DATA_EXTENSIONS = 'yaml yml json jsonc json5 toml';
