/** Where the titles of one list begin to differ, so that a shortened title keeps what tells it apart. */

/** Shortest common beginning of two titles, in UTF-16 units, that is worth shortening. */
const MIN_COMMON = 20;

/** Returns, for each title, the length of the beginning that another title has too. All of it if no other title begins alike. */
export function commonStarts(titles: readonly string[]): number[] {
  // The title that shares the longest beginning is a neighbor in the sorted list.
  const sorted = [...new Set(titles)].sort();
  const starts = new Map(
    sorted.map((title, at) => {
      const common = Math.max(commonLength(title, sorted[at - 1]), commonLength(title, sorted[at + 1]));
      // The word in which the titles differ, and the separator before it, belong to the end. So does the beginning of a part of
      // the title, if it is short enough to leave that word visible.
      const start = title
        .slice(0, common)
        .replace(/ · [^·]{0,12}$|\S*$/, '')
        .replace(/[\s\p{Pd}·,;:]+$/u, '').length;
      return [title, common === title.length || start < MIN_COMMON ? title.length : start];
    }),
  );
  return titles.map((title) => starts.get(title) ?? title.length);
}

function commonLength(title: string, other = ''): number {
  let length = 0;
  while (length < title.length && title[length] === other[length]) length++;
  return length;
}
