/** Tests that were not run, as the summary of `npm test` lists them. */
export interface SkippedTest {
  readonly path: string;
  /** The titles of the test and of what contains it. */
  readonly titles: readonly string[];
}

/** One line for each reason that titles state behind `NOT RUN: `, then one for the tests that state none. */
export function skippedLines(tests: readonly SkippedTest[]): string[] {
  const byReason = Map.groupBy(tests, reasonOf);
  return [...byReason]
    .sort(([one], [other]) => Number(one === '') - Number(other === ''))
    .map(([reason, skipped]) => {
      const paths = [...new Set(skipped.map(({ path }) => path))];
      return `Not run: ${skipped.length} in ${paths.join(', ')}${reason === '' ? '' : `\n  ${reason}`}`;
    });
}

function reasonOf({ titles }: SkippedTest): string {
  return titles.flatMap((title) => title.split('NOT RUN: ').slice(1)).join('; ');
}
