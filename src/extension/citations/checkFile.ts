/** Compares the citations and quotations of one text with the library. */
import type { AuthorityCitation } from '../../authority/parseAuthorities.ts';
import { citationsOutsideOfBlocks, quotationsWithCitations } from '../../check/quotationsWithCitations.ts';
import { evidenceOf } from '../../check/statedInText.ts';
import { keyOf } from '../../check/values/equalNumbers.ts';
import type { AuthorityPassage } from '../../protocol/worker.ts';
import { type SearchedText, searchedText } from '../../text/findQuotation.ts';
import { compareQuotation, type Difference } from '../../text/quotationDifference.ts';
import { citedConstants } from './citedConstants.ts';
import { isWithinSpans, type Span } from './comments.ts';
import { insertedQuotations } from './insertedQuotations.ts';
import { idOf, type Lookups } from './lookups.ts';

/** Citations of one file that are checked. */
export const MAX_CHECKED = 10_000;
/** Findings of one file. VS Code shows no more problems of one file. */
export const MAX_FINDINGS = 1000;
/** Characters of an authority that its quotations are compared with. */
const MAX_TEXT = 4_000_000;
/** Characters that are compared in one check: many quotations of long authorities would take minutes. */
const MAX_COMPARED = 2_000_000_000;
/** Amounts of a paragraph that a finding names. */
const MAX_AMOUNTS = 3;

export type FileFinding = { readonly start: number; readonly end: number; readonly citation: AuthorityCitation } & (
  | { readonly type: 'notInLibrary' }
  /** The library has the document, and not the paragraph. */
  | { readonly type: 'paragraphNotInLibrary'; readonly passage: AuthorityPassage }
  | { readonly type: 'differs'; readonly difference: Difference; readonly passage: AuthorityPassage }
  /** The words are in another paragraph of the same document. */
  | { readonly type: 'elsewhere'; readonly passage: AuthorityPassage }
  /** A constant of a program that the paragraph does not state, and some of the amounts that it states. */
  | {
      readonly type: 'constant';
      readonly written: string;
      readonly amounts: readonly string[];
      readonly passage: AuthorityPassage;
    }
);

export interface FileCheck {
  readonly findings: readonly FileFinding[];
  readonly citations: number;
  readonly quotations: number;
  /** Constants of a program that were compared. */
  readonly constants: number;
  /** False if a limit ended the check early. */
  readonly isWhole: boolean;
}

/** null without a library, or if it was canceled. `comments`: those of a program. */
export async function checkFile(
  { text, comments = [] }: { readonly text: string; readonly comments?: readonly Span[] },
  all: readonly AuthorityCitation[],
  lookups: Pick<Lookups, 'find' | 'read'>,
  isCanceled: () => boolean,
): Promise<FileCheck | null> {
  const quoted = comments.length === 0 ? [] : insertedQuotations(text);
  const own = citationsOutsideOfBlocks(text, all).filter(({ start }) => !isWithinSpans(quoted, start));
  const citations = own.slice(0, MAX_CHECKED);
  const distinct = [...new Map(citations.map((citation) => [idOf(citation), citation])).values()];
  const found = await lookups.find(distinct);
  if (found === null || isCanceled()) return null;
  const passages = new Map(distinct.map((citation, at) => [idOf(citation), found[at]?.passage ?? null]));
  const findings: FileFinding[] = [];
  for (const citation of citations) {
    const passage = passages.get(idOf(citation)) ?? null;
    const place = { citation, start: citation.start, end: citation.start + citation.text.length };
    if (passage?.match === 'enclosing') findings.push({ ...place, type: 'paragraphNotInLibrary', passage });
    // The form of a number alone proves no citation.
    else if (!passage && citation.explicit) findings.push({ ...place, type: 'notInLibrary' });
  }
  const quotations = quotationsWithCitations(text, citations).filter(
    ({ citation }) => passages.get(idOf(citation))?.match === 'exact',
  );
  const texts = textsOf(lookups);
  let compared = 0;
  for (const { text: quotation, start, end, citation } of quotations) {
    if (isCanceled()) return null;
    if (findings.length >= MAX_FINDINGS || compared > MAX_COMPARED) break;
    const cited = await texts(citation, citation.pin);
    if (!cited) continue;
    compared += cited.text.letters.text.length;
    const difference = compareQuotation(quotation, cited.text);
    if (!difference || !cited.passage.isWhole) continue;
    const whole = citation.pin === '' ? null : await texts(citation, '');
    compared += whole?.text.letters.text.length ?? 0;
    if (whole && !compareQuotation(quotation, whole.text)) {
      findings.push({ type: 'elsewhere', start, end, citation, passage: cited.passage });
    } else findings.push({ type: 'differs', start, end, citation, difference, passage: cited.passage });
  }
  let constants = 0;
  for (const { written, value, isOfYear, citation, ...place } of citedConstants(text, citations, comments)) {
    if (isCanceled()) return null;
    if (findings.length >= MAX_FINDINGS || compared > MAX_COMPARED) break;
    if (passages.get(idOf(citation))?.match !== 'exact') continue;
    const passage = (await texts(citation, citation.pin))?.passage;
    if (!passage?.isWhole) continue;
    compared += passage.text.length;
    const { text: read, quantities, keys } = evidenceOf('', passage.text);
    const stated = quantities.filter(({ unit }) => unit === 'money').map(({ start, end }) => read.slice(start, end));
    // A paragraph without amounts is cited for something else.
    if (stated.length === 0) continue;
    const { adjusted = [] } = passage;
    if (isOfYear && adjusted.length === 0) continue;
    constants += 1;
    const amounts = [...new Set(isOfYear ? adjusted : [...stated, ...adjusted])].slice(0, MAX_AMOUNTS);
    const isStated = [keys, evidenceOf('', adjusted.join('\n')).keys].some((each) => each.has(`any:${keyOf(value)}`));
    if (!isStated) findings.push({ ...place, type: 'constant', citation, written, amounts, passage });
  }
  return {
    findings: findings.slice(0, MAX_FINDINGS),
    citations: citations.length,
    quotations: quotations.length,
    constants,
    isWhole: citations.length === own.length && findings.length < MAX_FINDINGS && compared <= MAX_COMPARED,
  };
}

/** Reads the texts of authorities and keeps the last one, because a memo quotes one authority several times in a row. */
function textsOf(lookups: Pick<Lookups, 'read'>) {
  const kept = new Map<string, { readonly passage: AuthorityPassage; readonly text: SearchedText }>();
  return async (citation: AuthorityCitation, pin: string) => {
    const id = `${citation.key} ${pin}`;
    const known = kept.get(id);
    if (known) return known;
    const found = await lookups.read({ key: citation.key, pin, base: citation.base }, MAX_TEXT);
    if (found?.passage?.match !== 'exact') return null;
    const { passage } = found;
    // Headings are words of the authority too.
    const read = { passage, text: searchedText(passage.text) };
    if (kept.size >= 8) kept.delete(kept.keys().next().value ?? '');
    kept.set(id, read);
    return read;
  };
}
