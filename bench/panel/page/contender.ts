/** What each page under test offers to the measuring side; the same for the built page and for every peer. */
export interface Contender {
  /** Shows an answer that is still coming. */
  load(text: string): void;
  append(text: string): void;
  /** Sends a piece as a message of its own, as the host does. */
  post(text: string): void;
  /** Grows with what is drawn; its unit is the contender's own. */
  drawn(): number;
}

declare global {
  interface Window {
    contender: Contender;
    feed: typeof feed;
    settle: typeof settle;
    longTasks: { readonly start: number; readonly duration: number }[];
  }
}

/** Tokens a second, and characters a token. */
const TOKEN = 5;
/** The host joins what arrives within this time, in milliseconds. */
const JOIN = 16;

export interface Fed {
  frames: number;
  dropped: number;
  tokens: number;
  longTasks: number;
}

/** Appends `text` at `rate` tokens a second for `time` milliseconds, and counts frames meanwhile. `joined` false: one by one. */
function feed(text: string, rate: number, time: number, joined = true): Promise<Fed> {
  return new Promise((done) => {
    const begun = performance.now();
    const intervals: number[] = [];
    let last = begun;
    let at = 0;
    window.longTasks = [];
    const frame = (now: number) => {
      intervals.push(now - last);
      last = now;
      if (now - begun < time) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const timer = setInterval(() => {
      const elapsed = performance.now() - begun;
      const due = Math.floor((Math.min(elapsed, time) * rate) / 1000) * TOKEN;
      if (joined && due > at) window.contender.append(text.slice(at, due));
      else for (let i = at; i < due; i += TOKEN) window.contender.append(text.slice(i, i + TOKEN));
      at = due;
      if (elapsed < time) return;
      clearInterval(timer);
      const dropped = intervals.reduce((sum, interval) => sum + Math.max(0, Math.round(interval / 16.7) - 1), 0);
      done({ frames: intervals.length, dropped, tokens: at / TOKEN, longTasks: window.longTasks.length });
    }, JOIN);
  });
}

/** Waits until nothing was drawn for ten frames; gives the time of the last change. */
async function settle(): Promise<number> {
  let length = -1;
  let changed = performance.now();
  for (let still = 0; still < 10; ) {
    await new Promise(requestAnimationFrame);
    const now = window.contender.drawn();
    if (now === length) still++;
    else {
      still = 0;
      changed = performance.now();
    }
    length = now;
  }
  return changed;
}

window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) window.longTasks.push({ start: startTime, duration });
}).observe({ type: 'longtask' });
Object.assign(window, { feed, settle });
