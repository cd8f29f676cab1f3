/** The section of a version in a changelog, without its heading. Throws if there is none. */
export function changelogOf(changelog: string, version: string): string {
  const lines = changelog.split('\n');
  const from = lines.findIndex((line) => line.startsWith('## ') && line.split(/\s+/)[1] === version);
  if (from < 0) throw new Error(`The changelog has no section of version ${version}.`);
  const rest = lines.slice(from + 1);
  const to = rest.findIndex((line) => line.startsWith('## '));
  return `${(to < 0 ? rest : rest.slice(0, to)).join('\n').trim()}\n`;
}
