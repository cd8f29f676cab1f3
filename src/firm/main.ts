/** The program `fiscal-firm`: the library of a firm, for its servers and its administrators. It is no part of the extension. */
export {};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 16)) {
  const { runFirmProgram } = await import('./program.ts');
  await runFirmProgram(process.argv.slice(2), process.env);
} else {
  process.stderr.write(`Fiscal needs Node.js 22.16 or later. This is Node.js ${process.versions.node}.\n`);
  process.exitCode = 1;
}
