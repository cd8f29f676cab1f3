/**
 * The program `fiscal` of the command line: the library for chat clients, agents, scripts and people. It does not run in the extension
 * host. Nothing but the check of the version is loaded in a Node that is too old.
 */
export {};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 16)) {
  const { runProgram } = await import('./program.ts');
  await runProgram(process.argv.slice(2), process.env);
} else {
  process.stderr.write(
    `Fiscal needs Node.js 22.16 or later, for SQLite with full-text search. This is Node.js ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}
