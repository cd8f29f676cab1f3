/** Rounds in which every contender runs once, in turn: what the machine does meanwhile hits all of them alike. */
export type Contender = () => unknown;

/**
 * Median milliseconds of CPU of this thread that each contender takes, over `rounds`, after one round that does not count.
 * CPU and not the clock on the wall: other programs on the machine then matter less.
 */
export async function interleaved<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds = 5,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      globalThis.gc?.();
      const before = process.threadCpuUsage();
      await contenders[name]();
      const { user, system } = process.threadCpuUsage(before);
      if (round > 0) times.get(name)?.push((user + system) / 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])])) as Record<Name, number>;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function row(...cells: readonly (string | number)[]): void {
  const shown = cells.map((cell, index) => {
    const text = typeof cell === 'number' ? cell.toFixed(2) : cell;
    return index === 0 ? text.padEnd(34) : text.padStart(12);
  });
  console.log(shown.join(''));
}
