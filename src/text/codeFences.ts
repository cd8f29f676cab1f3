/** Code between fences, "```" or "~~~", in Markdown. */

/** Whether each line is code or a fence. A fence that is never closed makes code of the rest, as a renderer would. */
export function fencedLines(lines: readonly string[]): boolean[] {
  let fence = '';
  return lines.map((line) => {
    const [, run = ''] = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line) ?? [];
    if (fence === '') {
      fence = run;
      return run !== '';
    }
    if (run.startsWith(fence) && line.trim() === run) fence = '';
    return true;
  });
}
