/**
 * The local check of an answer against its own sources: do marks, sources, authorities and quotations agree? It looks at what was
 * received and at nothing else, so it can say "not found in the sources given" and never "wrong".
 */

/** What the check reads of a source; `StoredSource` and `Source` both fit. */
export interface CheckedSource {
  readonly title: string;
  readonly url?: string | null;
  readonly snippet?: string;
  readonly section?: string;
}

export type CitationFinding =
  /** `[n]` without a source n. */
  | { readonly type: 'markWithoutSource'; readonly number: number; readonly message: string }
  /** A source that no mark names. */
  | { readonly type: 'sourceNeverCited'; readonly number: number; readonly message: string }
  /** A section, regulation or standard that the text names and no source does. */
  | { readonly type: 'authorityNotInSources'; readonly authority: string; readonly message: string }
  /** Words in quotation marks or in a quotation block that stand in no text of a source. */
  | { readonly type: 'quotationNotFound'; readonly quotation: string; readonly message: string };

/** Quotations shorter than this are terms ("the “basis”"), not evidence. Characters. */
const SHORTEST_QUOTATION = 25;
/** Findings of an answer, at most; a text that breaks every rule need not be listed whole. */
const MAX_FINDINGS = 200;

/**
 * `texts` holds what could be opened of a source beyond its snippet, by its number from 1: a quotation that stands in either is found.
 * Sources whose text is not known at all make a quotation that names them uncheckable, and so no finding.
 */
export function checkCitations(
  answer: string,
  sources: readonly CheckedSource[],
  texts: ReadonlyMap<number, string> = new Map(),
): CitationFinding[] {
  const prose = withoutCode(answer);
  const findings: CitationFinding[] = [];
  const cited = citedNumbers(prose);
  for (const number of [...cited].sort((one, other) => one - other)) {
    if (number >= 1 && number <= sources.length) continue;
    findings.push({
      type: 'markWithoutSource',
      number,
      message: `[${number}] names a source that is not among the ${sources.length} given.`,
    });
  }
  for (const [at] of sources.entries()) {
    if (cited.has(at + 1)) continue;
    findings.push({
      type: 'sourceNeverCited',
      number: at + 1,
      message: `Source ${at + 1} is listed and never cited in the text.`,
    });
  }
  findings.push(...missingAuthorities(prose, sources, texts));
  findings.push(...missingQuotations(answer, sources, texts));
  return findings.slice(0, MAX_FINDINGS);
}

/** Numbers of `[1]`, `[1, 2]`, `[1][2]` and `[1-3]`; a link's text and a footnote's label are none. */
export function citedNumbers(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const match of text.matchAll(/\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?!\(|:)/g)) {
    for (const part of (match[1] ?? '').split(/[,;]/)) {
      const [first, last] = part.split(/[–-]/).map(Number);
      if (first === undefined) continue;
      for (let number = first; number <= Math.min(last ?? first, first + 50); number += 1) numbers.add(number);
    }
  }
  return numbers;
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
    for (const { key } of authoritiesIn(all)) given.add(key);
  }
  // A topic is in the sources where one of its paragraphs is: ASC 842 and ASC 842-20-25.
  const isGiven = (key: string) =>
    given.has(key) || [...given].some((own) => own.startsWith(`${key}-`) || own.startsWith(`${key}.`));
  const told = new Set<string>();
  return authoritiesIn(prose).flatMap(({ key, text }): CitationFinding[] => {
    if (told.has(key) || isGiven(key)) return [];
    told.add(key);
    return [
      {
        type: 'authorityNotInSources',
        authority: text,
        message: `${text} is named in the text and not found in the sources given.`,
      },
    ];
  });
}

const AUTHORITIES =
  /(?:§§?\s*|\b(?:[Ss]ections?|[Ss]ec\.|I\.?R\.?C\.?(?:\s*§)?|(?:Treas\.\s*)?Reg\.(?:\s*§)?)\s*)(\d[\w.-]*\w|\d)|\b(ASC|ASU|IFRS|IAS|AU-C|AS|ISA|Rev\.\s?Rul\.|Rev\.\s?Proc\.|Notice)\s*(\d[\d.-]*\d|\d)/g;

/** Authorities by a key without subsection: § 179(b) and § 179(d) are both 179. */
function authoritiesIn(text: string): { key: string; text: string }[] {
  return Array.from(text.matchAll(AUTHORITIES), (match) => {
    const number = (match[1] ?? match[3] ?? '').toLowerCase();
    const family = (match[2] ?? '').replace(/[\s.]/g, '').toLowerCase();
    return { key: `${family} ${number}`.trim(), text: match[0].trim() };
  }).filter(({ key }) => !/^as \d{1,3}$/.test(key));
}

function missingQuotations(
  answer: string,
  sources: readonly CheckedSource[],
  texts: ReadonlyMap<number, string>,
): CitationFinding[] {
  const known = sources.map((source, at) => flat(`${source.snippet ?? ''}\n${texts.get(at + 1) ?? ''}`));
  // With no text of any source there is nothing to look in.
  if (known.every((text) => text === '')) return [];
  const all = known.join('\n');
  const findings: CitationFinding[] = [];
  for (const { text, numbers } of quotations(answer)) {
    const named = numbers.filter((number) => number >= 1 && number <= sources.length);
    if (named.some((number) => known[number - 1] === '')) continue;
    const pieces = text
      .split(/\s*(?:\.\.\.|…|\[[^\]]*\])\s*/)
      .map(flat)
      .filter((piece) => piece.length >= SHORTEST_QUOTATION);
    const missing = pieces.find((piece) => !all.includes(piece));
    if (missing === undefined) continue;
    const shown = text.length > 120 ? `${text.slice(0, 117)}…` : text;
    findings.push({
      type: 'quotationNotFound',
      quotation: text,
      message: `“${shown}” was not found in the sources given.`,
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
    /(?:“([^”\n]{1,2000})”|(?<![\w"])"([^"\n]{1,2000})"(?!\w))((?:[.,;]?\s*\[[\d,;\s–-]+\])*)/g,
  )) {
    found.push({ text: match[1] ?? match[2] ?? '', numbers: [...citedNumbers(match[3] ?? '')] });
  }
  return found.filter(({ text }) => text.trim().length >= SHORTEST_QUOTATION);
}

function withoutCode(text: string): string {
  return text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1\s*$/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Blanks, soft hyphens, kinds of quotation marks and Markdown's emphasis make no difference. */
function flat(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\u2060]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[*_\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/[.,;]+$/, '');
}
