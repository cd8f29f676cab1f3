/** Audit research: the requirements of a standard, each compared with the user's documents. Code decides what is shown. */
import type { ResearchOutput } from '../research/researcher.ts';
import { t } from '../translate.ts';
import { readKeys } from './answerLines.ts';
import type { Calls } from './callBudget.ts';
import { isCopied } from './collectPassages.ts';
import { labelledLines } from './listLines.ts';
import { EVIDENCE, MAX_CONDITIONS } from './modes.ts';
import { type KeyedPassage, type PassageFinder, type WriterPassage, withKeys } from './passage.ts';
import { conditionsPrompt, judgePrompt, newNonce, type PromptContext } from './prompts.ts';
import type { AuditResult, AuditRow } from './result.ts';
import { createLineVerifier } from './verifyLines.ts';

export interface AuditOptions {
  readonly context: PromptContext;
  readonly finder: PassageFinder;
  readonly calls: Calls;
  readonly collected: readonly WriterPassage[];
  readonly withinLimit: (passages: readonly WriterPassage[]) => WriterPassage[];
  readonly random: () => string;
  readonly signal: AbortSignal;
}

/** Null when no passage of a standard was found. */
export async function* writeAudit(options: AuditOptions): AsyncGenerator<ResearchOutput, AuditResult | null, void> {
  const { context, calls, withinLimit, random, signal, finder } = options;
  const standards = withKeys(withinLimit(options.collected.filter(({ authority }) => authority)));
  // Two calls stay reserved for writing and repairing.
  const limit = Math.min(MAX_CONDITIONS, calls.left - 3);
  if (standards.length === 0 || limit < 1) return null;
  yield { type: 'step', title: t('Listing the requirements of the standard') };
  const reply = await calls.ask(conditionsPrompt(context.question, standards, newNonce(random), limit), signal);
  const known = new Set(standards.map(({ key }) => key));
  const verifier = createLineVerifier(standards, context.question);
  const requirements = labelledLines(reply.text, 'REQUIREMENT', limit)
    .map((line) => {
      const { text, keys } = readKeys(line, known);
      const [requirement = '', paragraph = ''] = text.split('|').map((part) => part.trim());
      return { requirement, paragraph: paragraphIn(paragraph, keys, standards), keys };
    })
    .filter(({ requirement, keys }) => {
      return requirement !== '' && keys.length > 0 && verifier.isFounded(requirement, keys);
    });
  const rows: AuditRow[] = [];
  for (const { requirement, paragraph, keys } of requirements) {
    if (calls.left <= 2) break;
    yield { type: 'step', title: t('Looking for evidence: {0}', requirement.slice(0, 120)) };
    const found = await finder.search(requirement, EVIDENCE * 4);
    const evidence = withKeys(withinLimit(found.filter(({ authority }) => !authority)).slice(0, EVIDENCE));
    const judged =
      evidence.length === 0
        ? NOT_STATED
        : judge((await calls.ask(judgePrompt(requirement, evidence, newNonce(random)), signal)).text, evidence);
    rows.push({ requirement, paragraph, keys, ...judged });
  }
  return rows.length === 0 ? null : { passages: standards, rows };
}

/** The paragraph number as the model wrote it, if the passage contains it; otherwise empty. */
function paragraphIn(written: string, keys: readonly string[], standards: readonly KeyedPassage[]): string {
  const label = written.slice(0, 60);
  const number = label.replace(/^(?:¶|§|par(?:a(?:graph)?)?s?\.?)+\s*/i, '').replace(/[.,;]+$/, '');
  const cited = standards.filter(({ key }) => keys.includes(key));
  return cited.some(({ source, heading, text }) => `${source.title}\n${heading}\n${text}`.includes(number))
    ? label
    : '';
}

const NOT_STATED = { verdict: 'not stated', evidence: '', evidencePassage: null } as const;

/** `MET` and `NOT MET` count only with words that really are in the document named. */
function judge(
  reply: string,
  evidence: readonly KeyedPassage[],
): Pick<AuditRow, 'verdict' | 'evidence' | 'evidencePassage'> {
  const negative = labelledLines(reply, 'NOT MET', 1)[0];
  const line = negative ?? labelledLines(reply, 'MET', 1)[0];
  if (line === undefined) return NOT_STATED;
  const { text, keys } = readKeys(line, new Set(evidence.map(({ key }) => key)));
  const words = text.replace(/^["“']+|["”'.]+$/g, '').trim();
  const passage = evidence.find((each) => (keys.length === 0 || keys.includes(each.key)) && isCopied(words, each));
  if (!passage) return NOT_STATED;
  return {
    verdict: negative === undefined ? 'met' : 'not met',
    evidence: words.slice(0, 400),
    evidencePassage: passage,
  };
}
