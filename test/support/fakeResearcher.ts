/** A researcher that yields what a test wrote down, and tells what it was asked. */
import type { Researcher, ResearchOutput, ResearchRequest } from '../../src/service/researcher.ts';

export interface FakeResearcher extends Researcher {
  readonly requests: ResearchRequest[];
  /** How many researches ended because the signal aborted. */
  readonly aborted: () => number;
}

/** One item of the script: something to yield, something to wait for, or something to throw. */
export type ScriptItem = ResearchOutput | ((signal: AbortSignal) => Promise<unknown>) | Error;

export const ANSWER: readonly ResearchOutput[] = [
  { type: 'step', title: 'Searching the library' },
  { type: 'text', text: 'Section 179 allows a taxpayer to expense the cost of a laptop [1]. ' },
  { type: 'text', text: 'The limit for the year applies: $1,000 to $5,000 is well below it. 🧾' },
  {
    type: 'sources',
    sources: [
      {
        title: '§ 179',
        url: null,
        snippet: 'may elect to treat the cost',
        location: { path: '/library/179.md', line: 3, endLine: 5 },
      },
    ],
  },
  { type: 'suggestions', suggestions: ['What is the dollar limit?'] },
];

export const ANSWER_TEXT = ANSWER.map((output) => (output.type === 'text' ? output.text : '')).join('');

export function createFakeResearcher(script: Iterable<ScriptItem> = ANSWER): FakeResearcher {
  const requests: ResearchRequest[] = [];
  let aborted = 0;
  return {
    requests,
    aborted: () => aborted,
    async *research(request, signal) {
      requests.push(request);
      const count = (): void => {
        aborted++;
      };
      signal.addEventListener('abort', count, { once: true });
      for (const item of script) {
        if (item instanceof Error) throw item;
        if (typeof item === 'function') await item(signal);
        else yield item;
      }
      signal.removeEventListener('abort', count);
    },
  };
}

/** A script item that waits until the research is stopped. */
export const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
