/** Audit research: the requirements of a standard, each compared with the user's documents. Code decides what is shown. */
import { plainQuestion } from '../../protocol/question.ts';
import { escapePattern } from '../../text/escapePattern.ts';
import { t } from '../translate.ts';
import type { CollectOptions } from './collectPassages.ts';
import { isCopied, isQuestion, isUnticked } from './evidence.ts';
import { readKeys } from './keys.ts';
import { labelledLines } from './listLines.ts';
import { EVIDENCE, MAX_CONDITIONS } from './modes.ts';
import { type KeyedPassage, mergeInTurn, type WriterPassage, withKeys } from './passage.ts';
import { conditionsPrompt, judgePrompt, newNonce } from './prompts.ts';
import type { AuditResult, AuditRow } from './result.ts';
import { type Steps, step } from './steps.ts';
import { createLineVerifier } from './verifyLines.ts';

export interface AuditOptions extends Omit<CollectOptions, 'mode'> {
  readonly collected: readonly WriterPassage[];
  readonly random: () => string;
}

type Judgement = Pick<AuditRow, 'verdict' | 'evidence' | 'evidencePassage'>;

const NOT_STATED: Judgement = { verdict: 'not stated', evidence: '', evidencePassage: null };

/** Calls kept for writing and repairing the answer. */
const RESERVED_CALLS = 2;
/** UTF-16 units. */
const MAX_STEP_TITLE = 120;
const MAX_PARAGRAPH_LABEL = 60;
const MAX_EVIDENCE = 400;

/** Null when no passage of a standard was found. */
export async function* writeAudit(options: AuditOptions): Steps<AuditResult | null> {
  const { context, calls, random, signal, finder } = options;
  const standards = withKeys(calls.within(options.collected.filter(({ authority }) => authority)));
  // This list takes one call.
  const limit = Math.min(MAX_CONDITIONS, calls.left - RESERVED_CALLS - 1);
  if (standards.length === 0 || limit < 1) return null;
  yield step(t('Listing the requirements of the standard'));
  const reply = await calls.ask(conditionsPrompt(context.question, standards, newNonce(random), limit), signal);
  const known = new Set(standards.map(({ key }) => key));
  const verifier = createLineVerifier(standards, context.question);
  const requirements = labelledLines(reply, 'REQUIREMENT', limit)
    .map((line) => {
      const { text, keys } = readKeys(line, known);
      const [requirement = '', paragraph = ''] = text.split('|').map((part) => part.trim());
      return { requirement, paragraph: paragraphIn(paragraph, keys, standards), keys };
    })
    .filter(({ requirement, keys }) => {
      return requirement !== '' && keys.length > 0 && verifier.isFounded(requirement, keys);
    });

  const read: KeyedPassage[][] = [];
  async function assess(requirement: string): Promise<Judgement> {
    // Authorities are dropped afterwards, so more passages are searched.
    const found = await finder.search(plainQuestion(requirement), EVIDENCE * 4);
    const evidence = withKeys(calls.within(found.filter(({ authority }) => !authority)).slice(0, EVIDENCE));
    read.push(evidence);
    if (evidence.length === 0) return NOT_STATED;
    return judge(await calls.ask(judgePrompt(requirement, evidence, newNonce(random)), signal), evidence);
  }

  const rows: AuditRow[] = [];
  for (const { requirement, paragraph, keys } of requirements) {
    if (calls.left <= RESERVED_CALLS) break;
    yield step(t('Looking for evidence: {0}', requirement.slice(0, MAX_STEP_TITLE)));
    rows.push({ requirement, paragraph, keys, ...(await assess(requirement)) });
  }
  return rows.length === 0 ? null : { passages: standards, rows, read: mergeInTurn(read, EVIDENCE * rows.length) };
}

/** The paragraph as the model wrote it. Empty unless a passage that the model cites contains its number as a whole. */
function paragraphIn(written: string, keys: readonly string[], standards: readonly KeyedPassage[]): string {
  const label = written.slice(0, MAX_PARAGRAPH_LABEL);
  const number = label.replace(/^(?:¶|§|par(?:a(?:graph)?)?s?\.?)+\s*/i, '').replace(/[.,;]+$/, '');
  if (!/[\p{L}\p{N}]/u.test(number)) return '';
  // In `AS 1215.04`, `.04` follows a digit.
  const start = /^[\p{L}\p{N}]/u.test(number) ? '(?<![\\p{L}\\p{N}])' : '';
  const whole = new RegExp(`${start}${escapePattern(number)}(?![\\p{L}\\p{N}]|[.,]\\d)`, 'u');
  const cited = standards.filter(({ key }) => keys.includes(key));
  return cited.some(({ source, heading, text }) => whole.test(`${source.title}\n${heading}\n${text}`)) ? label : '';
}

/** Reads the model's verdict. Returns `not stated` unless the words that it quotes are in a passage of the user's documents and answer something. */
function judge(reply: string, evidence: readonly KeyedPassage[]): Judgement {
  const negative = labelledLines(reply, 'NOT MET', 1)[0];
  const line = negative ?? labelledLines(reply, 'MET', 1)[0];
  if (line === undefined) return NOT_STATED;
  const { text, keys } = readKeys(line, new Set(evidence.map(({ key }) => key)));
  const words = text.replace(/^["“']+|["”'.]+$/g, '').trim();
  const passage = evidence.find((each) => (keys.length === 0 || keys.includes(each.key)) && isCopied(words, each));
  if (!passage) return NOT_STATED;
  if (isQuestion(words, passage) || isUnticked(words, passage)) return { ...NOT_STATED, evidencePassage: passage };
  return {
    verdict: negative === undefined ? 'met' : 'not met',
    evidence: words.slice(0, MAX_EVIDENCE),
    evidencePassage: passage,
  };
}
