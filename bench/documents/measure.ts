/** Words and numbers as multisets, and how many of the expected ones were found. */

export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

export function numbersOf(text: string): string[] {
  return text.normalize('NFKC').match(/\d[\d,.]*\d|\d/g) ?? [];
}

export function share(expected: readonly string[], found: readonly string[]): { expected: number; found: number } {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let hits = 0;
  for (const word of expected) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    hits += 1;
  }
  return { expected: expected.length, found: hits };
}
