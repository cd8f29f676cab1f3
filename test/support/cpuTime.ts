/** Processor time of this thread in milliseconds. Unlike the clock, it does not grow while other programs run. */

export function cpuTime(act: () => unknown): number {
  const before = process.threadCpuUsage();
  act();
  return since(before);
}

export async function asyncCpuTime(act: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await act();
  return since(before);
}

/** The shortest of several runs: the first ones include compilation. */
export function shortestCpuTime(act: () => unknown, runs = 3): number {
  return Math.min(...Array.from({ length: runs }, () => cpuTime(act)));
}

/**
 * By which factor the time grows for eight times the text: 8 if it is proportional to the length, 64 if it grows with the square.
 * A time below a millisecond counts as one.
 */
export function growthForEightfold(act: (text: string) => unknown, text: string): number {
  const large = text.repeat(8);
  const time = shortestCpuTime(() => act(large));
  // The divisor is at least 1 ms, so the factor is below the limit.
  if (time < LINEAR) return 0;
  return (
    time /
    Math.max(
      1,
      averageCpuTime(() => act(text)),
    )
  );
}

/** Of as many runs as take 20 ms together: on some systems, the processor time advances in steps of 4 ms. */
function averageCpuTime(act: () => unknown): number {
  for (let runs = 1; ; runs *= 2) {
    const time = cpuTime(() => {
      for (let run = 0; run < runs; run += 1) act();
    });
    if (time >= 20) return time / runs;
  }
}

/** Between proportional and quadratic growth, with room for a busy machine. */
export const LINEAR = 32;

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
