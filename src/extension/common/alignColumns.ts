/** Shows rows whose cells are separated by tabs, as those of tables in Word files, with their columns one below the other. */

/** Characters to which a cell is extended. A longer one moves the rest of its row. */
const WIDEST = 40;

/** The lines and their letters stay the same. A line with tabs between others is no table. */
export function alignColumns(text: string): string {
  const rows = text.split('\n').map((line) => line.split('\t'));
  const aligned: string[] = [];
  while (aligned.length < rows.length) {
    const start = aligned.length;
    let end = start;
    while ((rows[end]?.length ?? 0) > 1) end += 1;
    const table = rows.slice(start, Math.max(end, start + 1));
    const widths: number[] = [];
    for (const row of table.length > 1 ? table : [])
      for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, Math.min(cell.length, WIDEST));
    for (const row of table)
      aligned.push(row.map((cell, at) => (at < row.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell)).join('\t'));
  }
  return aligned.join('\n');
}
