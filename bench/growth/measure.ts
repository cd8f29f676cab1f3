/** How the time of a function grows with the length of its text. The measurement is made for machines that other programs use too. */

/** Growth beyond linear that is allowed for each doubling of the text. */
export const LIMIT = 1.3;
/** Milliseconds. A doubling is only compared if the longer text takes this time: below, it is mostly noise. */
export const FLOOR = 2;
/** UTF-16 units. */
export const SIZES = [8, 16, 32, 64].map((kilobytes) => kilobytes * 1024);
const LARGER_SIZES = [64, 128, 256].map((kilobytes) => kilobytes * 1024);
/** Milliseconds for the longest text above which larger texts would take too long to measure. */
const SLOW = 400;
/** Milliseconds of calls for each text: of the first round, and of the rounds for a pair that seems to grow. */
const FIRST = 8;
const AGAIN = [20, 40, 80, 160];
/** Calls for each text in each round, at least. */
const MIN_CALLS = 3;

export interface Measured {
  /** The largest growth of the time over two sizes, as a multiple of the growth of the text. Above `LIMIT`, it is not linear. */
  readonly growth: number;
  /** Milliseconds of the fastest call, by the sizes. */
  readonly times: readonly number[];
}

const cell = new Int32Array(new SharedArrayBuffer(4));

/**
 * Milliseconds of CPU time of this thread, so that other programs do not count. Linux updates this time when a thread gives up the
 * processor, so the thread sleeps for a moment first. Elsewhere it is too coarse for one call.
 */
function cpuTime(): number {
  if (process.platform !== 'linux') return performance.now();
  Atomics.wait(cell, 0, 0, 0.01);
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Measures the fastest of several calls for each size. A function that seems to grow is measured again, for longer each time, and
 * stays so only if no round ends below the limit. It must also go on beyond the largest size: a step is no growth.
 */
export function measureGrowth(
  run: (text: string) => unknown,
  make: (length: number) => string,
  clock: () => number = cpuTime,
): Measured {
  const texts = SIZES.map(make);
  let measured = compare(fastestCalls(run, texts, FIRST, clock));
  for (const duration of AGAIN) {
    if (measured.growth <= LIMIT) return measured;
    const again = fastestCalls(run, texts, duration, clock);
    measured = compare(measured.times.map((time, at) => Math.min(time, again[at] ?? time)));
  }
  if (measured.growth <= LIMIT || (measured.times.at(-1) ?? 0) >= SLOW) return measured;
  const { growth } = compare(fastestCalls(run, LARGER_SIZES.map(make), 60, clock));
  return { ...measured, growth: Math.min(measured.growth, growth) };
}

function compare(times: readonly number[]): Measured {
  const growths = times.slice(1).map((time, index) => {
    const before = Math.max(times[index] ?? 0, FLOOR / 2);
    return time < FLOOR ? 0 : time / before / 2;
  });
  return { growth: Math.max(...growths), times };
}

/** The sizes take turns, so that a busy moment of the machine is not charged to one of them. */
function fastestCalls(
  run: (text: string) => unknown,
  texts: readonly string[],
  duration: number,
  clock: () => number,
): number[] {
  const fastest = texts.map(() => Number.POSITIVE_INFINITY);
  const spent = texts.map(() => 0);
  for (let calls = 0; calls < MIN_CALLS || spent.some((time) => time < duration); calls++) {
    for (const [at, text] of texts.entries()) {
      if (calls >= MIN_CALLS && (spent[at] ?? 0) >= duration) continue;
      const before = clock();
      run(text);
      const time = clock() - before;
      fastest[at] = Math.min(fastest[at] ?? time, time);
      spent[at] = (spent[at] ?? 0) + Math.max(time, 0.001);
    }
  }
  return fastest;
}
