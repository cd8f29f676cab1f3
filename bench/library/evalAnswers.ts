/** How good whole answers of the library are: what they quote, and how sure they say that they are. */

import type { ResearchMode } from '../../src/protocol/chatCompletions.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { LibraryResearcher } from '../../src/service/research/libraryResearcher.ts';
import { SURE } from '../search/ask.ts';
import { flat } from './evalModel.ts';

export interface AnsweredQuestion {
  readonly id: string;
  readonly question: string;
  readonly gold: readonly string[];
  readonly must_contain?: readonly string[] | undefined;
}

export type Opening = 'good' | 'partly' | 'none';

interface Given {
  readonly opening: Opening;
  readonly sources: readonly { readonly title: string; readonly snippet: string }[];
}

const MODES = ['tax_research_fast_research', 'tax_research_deep_research'] as const;

/** Prints one line per mode. */
export async function evalAnswers(
  library: LibraryResearcher,
  name: string,
  questions: readonly AnsweredQuestion[],
  verbose: boolean,
): Promise<void> {
  for (const mode of MODES) {
    const counts = { quoted: 0, first: 0, confident: 0, confidentFirst: 0 };
    const start = performance.now();
    for (const question of questions) {
      const { opening, sources } = await answered(library, question.question, mode);
      const phrases = (question.must_contain ?? []).map(flat);
      const quoted = sources.some(({ snippet }) => phrases.some((phrase) => flat(snippet).includes(phrase)));
      const first = isOneOf(sources[0]?.title ?? '', question.gold);
      counts.quoted += Number(quoted);
      counts.first += Number(first);
      counts.confident += Number(opening === 'good');
      counts.confidentFirst += Number(opening === 'good' && first);
      if (verbose && !quoted) {
        const titles = sources.map(({ title }) => title.slice(0, 30)).join(' | ');
        console.log(`${mode} ${question.id} [${question.gold.join(' ')}] ${question.question}\n    ${titles}`);
      }
    }
    const share = (count: number, of = questions.length) => (count / Math.max(1, of)).toFixed(2);
    const milliseconds = ((performance.now() - start) / Math.max(1, questions.length)).toFixed(0);
    console.log(
      `${name.padEnd(22)}${mode.slice(13, 17).padEnd(6)}n ${questions.length}  quoted ${share(counts.quoted)}  right section first ${share(counts.first)}  ` +
        `confident ${counts.confident}, of these right ${share(counts.confidentFirst, counts.confident)}  ${milliseconds} ms`,
    );
  }
}

/** How the answers to some questions begin. */
export async function openingsOf(
  library: LibraryResearcher,
  questions: readonly string[],
): Promise<Record<Opening, number>> {
  const counts = { good: 0, partly: 0, none: 0 };
  for (const question of questions) counts[(await answered(library, question, MODES[0])).opening] += 1;
  return counts;
}

async function answered(library: LibraryResearcher, question: string, askMode: ResearchMode): Promise<Given> {
  let text = '';
  const sources: { title: string; snippet: string }[] = [];
  const request = {
    question: plainQuestion(question),
    context: [],
    askMode,
    allowedAskModes: null,
    zeroDataRetention: false,
  };
  for await (const output of library.research(request, new AbortController().signal)) {
    if (output.type === 'text') text += output.text;
    else if (output.type === 'sources') sources.push(...output.sources);
  }
  const opening = SURE.test(text) ? 'good' : sources.length > 0 ? 'partly' : 'none';
  return { opening, sources };
}

/** Whether a title begins with one of the authorities: "§ 179. Election", "ASC 360-10 Property". */
function isOneOf(title: string, keys: readonly string[]): boolean {
  const plain = title.toLowerCase().replace(/^§\s*/, '');
  return keys.some((key) =>
    new RegExp(`^${key.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`).test(plain),
  );
}
