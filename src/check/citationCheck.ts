/**
 * The local check of an answer against its own sources: do marks, sources, authorities and quotations agree? It looks at what was
 * received and at nothing else, so it can say "not found in the sources given" and never "wrong".
 */

import { parseAuthorities } from '../authority/parseAuthorities.ts';
import { lettersOf } from '../text/letters.ts';
import { piecesOf } from '../text/quotation.ts';
import { citedNumbers, withoutCode } from './citedNumbers.ts';

/** What the check reads of a source; `StoredSource` and `Source` both fit. */
export interface CheckedSource {
  readonly title: string;
  readonly url?: string | null | undefined;
  readonly snippet?: string | undefined;
  readonly section?: string | undefined;
  readonly date?: string | undefined;
}

export type CitationFinding =
  /** `[n]` without a source n. */
  | { readonly type: 'markWithoutSource'; readonly number: number }
  /** A source that no mark names. */
  | { readonly type: 'sourceNeverCited'; readonly number: number }
  /** A section, regulation or standard that the text names and no source does. */
  | { readonly type: 'authorityNotInSources'; readonly authority: string }
  /** Words in quotation marks or in a quotation block that no text of a source contains. */
  | { readonly type: 'quotationNotFound'; readonly quotation: string };

/** Quotations shorter than this are terms ("the “basis”"), not evidence. Characters. */
const SHORTEST_QUOTATION = 25;
/** Letters of a piece between two ellipses that is compared, at least. */
const SHORTEST_PIECE = 20;
/** Characters of an authority in which its topic is looked for. */
const LONGEST_TOPIC = 100;
/** Findings of one type, at most; a text that breaks every rule need not be listed whole. */
const MAX_FINDINGS = 200;
/** Characters of sources that are gone through for quotations, at most: many long ones in many long texts would take seconds. */
const MAX_SEARCHED = 50_000_000;

/**
 * `texts` contains what could be opened of a source beyond its snippet, by its number from 1: a quotation in either is found.
 * A snippet may be a part only. So a quotation counts as not found where the text of each source that it names (of every source,
 * when it names none) is as long as itself and does not show by dots that something was left out; else nothing is said of it.
 */
export function checkCitations(
  answer: string,
  sources: readonly CheckedSource[],
  texts: ReadonlyMap<number, string> = new Map(),
): CitationFinding[] {
  const prose = withoutCode(answer);
  const cited = citedNumbers(prose);
  const strangers = [...cited]
    .filter((number) => number < 1 || number > sources.length)
    .sort((one, other) => one - other);
  const uncited = sources.flatMap((_, at) => (cited.has(at + 1) ? [] : [at + 1]));
  return [
    ...strangers.slice(0, MAX_FINDINGS).map(
      (number): CitationFinding => ({
        type: 'markWithoutSource',
        number,
      }),
    ),
    ...uncited.slice(0, MAX_FINDINGS).map(
      (number): CitationFinding => ({
        type: 'sourceNeverCited',
        number,
      }),
    ),
    ...missingAuthorities(prose, sources, texts).slice(0, MAX_FINDINGS),
    ...missingQuotations(answer, sources, texts),
  ];
}

function missingAuthorities(
  prose: string,
  sources: readonly CheckedSource[],
  texts: ReadonlyMap<number, string>,
): CitationFinding[] {
  const given = new Set<string>();
  for (const [at, source] of sources.entries()) {
    const all = [
      source.title,
      source.section ?? '',
      source.snippet ?? '',
      source.url ?? '',
      texts.get(at + 1) ?? '',
    ].join('\n');
    for (const { key, base } of parseAuthorities(all)) {
      given.add(key);
      given.add(base);
      // A topic is in the sources where one of its paragraphs is: ASC 842 and ASC 842-20-25.
      for (const { index } of key.slice(0, LONGEST_TOPIC).matchAll(/[-.(]/g)) given.add(key.slice(0, index));
    }
  }
  const reported = new Set<string>();
  return parseAuthorities(prose).flatMap(({ key, type, explicit, text, start, pinStart }): CitationFinding[] => {
    if (!explicit || reported.has(key) || given.has(key)) return [];
    reported.add(key);
    // Subsections do not count: § 179(b) and § 179(d) are both § 179. In "sections 179 and 168" the second has no mark of its own.
    const written = text.slice(0, pinStart - start);
    const authority = type === 'code' && /^\d/.test(written) ? `§ ${written}` : written;
    return [
      {
        type: 'authorityNotInSources',
        authority,
      },
    ];
  });
}

function missingQuotations(
  answer: string,
  sources: readonly CheckedSource[],
  texts: ReadonlyMap<number, string>,
): CitationFinding[] {
  // With no source there is nothing to look in.
  if (sources.length === 0) return [];
  const known = sources.map((source, at) => {
    const text = `${source.snippet ?? ''}\n${texts.get(at + 1) ?? ''}`;
    return { text, letters: lettersOf(text), partial: !texts.has(at + 1) && /\.\.\.|…/.test(text) };
  });
  const all = known.map(({ letters }) => letters).join('\n');
  const findings: CitationFinding[] = [];
  let searched = 0;
  for (const { text, numbers } of quotations(answer)) {
    const named = numbers.flatMap((number) => known[number - 1] ?? []);
    const asked = named.length > 0 ? named : known;
    if (asked.some((own) => own.partial || own.text.length < text.length)) continue;
    const pieces = piecesOf(text)
      .map(lettersOf)
      .filter((piece) => piece.length >= SHORTEST_PIECE);
    searched += pieces.length * all.length;
    if (searched > MAX_SEARCHED || findings.length === MAX_FINDINGS) break;
    if (pieces.every((piece) => all.includes(piece))) continue;
    findings.push({
      type: 'quotationNotFound',
      quotation: text,
    });
  }
  return findings;
}

/** Quotation blocks line group by line group, and words in quotation marks, with the marks that follow them. */
function quotations(answer: string): { text: string; numbers: number[] }[] {
  const found: { text: string; numbers: number[] }[] = [];
  const prose: string[] = [];
  for (const block of answer.split(/\n(?!>)(?:\s*\n)?/)) {
    if (!/^\s*>/.test(block)) {
      prose.push(block);
      continue;
    }
    const body = block.replace(/^\s*>[ \t]?/gm, '').replace(/^(?:`{3,}|~{3,}).*$/gm, '');
    found.push({ text: body.replace(/\[\d[\d,;\s–-]*\]/g, '').trim(), numbers: [...citedNumbers(body)] });
  }
  for (const match of withoutCode(prose.join('\n')).matchAll(
    /(?:“([^“”\n]{1,2000})”|(?<![\w"])"([^"\n]{1,2000})"(?!\w))((?:[.,;]?\s*\[[\d,;\s–-]+\]){0,20})/g,
  )) {
    found.push({ text: match[1] ?? match[2] ?? '', numbers: [...citedNumbers(match[3] ?? '')] });
  }
  return found.filter(({ text }) => text.trim().length >= SHORTEST_QUOTATION);
}
