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

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
