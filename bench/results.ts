import { readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';

const HEAD = `# Results of the benchmarks

Each section is the output of the last \`npm run bench -- NAME --write\`.
`;

/** Replaces the section of a benchmark in the file of results. Sections are in the order of their names. */
export async function writeResults(file: URL, command: readonly string[], output: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch(() => HEAD);
  await writeFile(file, withResults(before, command, output, new Date()));
}

export function withResults(before: string, command: readonly string[], output: string, date: Date): string {
  const [name = ''] = command;
  const [head = '', ...sections] = before.split(/^(?=## )/m);
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.version}`;
  // A load above the number of processors makes wall time meaningless.
  const load = `load ${loadavg()[0]?.toFixed(1)}`;
  const heading = `## ${name}\n`;
  const added = [
    heading,
    `\`npm run bench -- ${command.map(withoutPath).join(' ')}\`, ${date.toISOString().slice(0, 10)}, ${machine}, ${load}`,
    `\n\`\`\`text\n${output.trim()}\n\`\`\`\n`,
  ].join('\n');
  const others = sections.filter((section) => !section.startsWith(heading));
  const all = [...others, added].map((section) => section.trim()).sort();
  return `${[head.trim(), ...all].join('\n\n')}\n`;
}

/** Folders differ from machine to machine. */
function withoutPath(argument: string): string {
  return /[/\\]/.test(argument) ? 'FOLDER' : argument;
}
