/**
 * The ways in which laws of different countries are cited with the name of the law. Each style is a description: what stands before the
 * number, how subsections are written, and where the name of the law stands. Every repetition is bounded, so the time is linear.
 */

/** A section of a named law. */
interface NamedCitation {
  /** The name as written: "EStG", "Excise Tax Act", "Directive 2006/112/EC". */
  readonly law: string;
  /** In lower case: `15a`, `165`. */
  readonly number: string;
  /** With dots: `1.2.a` for "Abs. 1 Satz 1 Nr. 2 Buchst. a". Sentences have no label in the text, and no place in it. A dot in a label is `_`. */
  readonly pin: string;
  readonly text: string;
  readonly start: number;
}

interface CitationStyle {
  /** Before the number. */
  readonly mark: string;
  /** Where numbers have another form than elsewhere. */
  readonly number?: string;
  /** Behind the number. */
  readonly pins: string;
  readonly before?: string;
  readonly after?: string;
  /** Whether a citation without a name is one, where nothing else in the text is meant by it. */
  readonly nameless: boolean;
}

const SPACE = '[ \\t\\u00a0\\u202f]{0,3}';
const NUMBER = '\\d{1,4}(?:\\.\\d{1,4})?[A-Za-z]{0,2}(?![\\p{L}\\p{N}])';
const BRACKETS = `(?:${SPACE}\\((?:\\d{1,3}(?:\\.\\d{1,2})?|[a-zA-Z]{1,4}(?:\\.\\d{1,2})?)\\)){0,6}`;
/** Subsections of a German law. */
export const GERMAN = `(?:${SPACE},?${SPACE}(?:Abs(?:atz|\\.)?|S(?:atz|\\.)|Hs\\.|Halbsatz|N(?:r\\.|ummer)|Buchst(?:abe|\\.)?|Unterabs(?:atz|\\.)?|UAbs\\.|lit\\.)${SPACE}\\d{0,3}[a-z]{0,2}(?![\\p{L}\\p{N}])){0,6}`;
/** "EStG", "HGB", "UStDV", "MwStSystRL": two capitals, or the written name after an article. */
const GERMAN_NAME = `${SPACE}(?:(?:de[sr]|im|in der)${SPACE})?(?<law>(?=[\\p{L}-]{0,12}\\p{Lu}[\\p{L}-]{0,12}\\p{Lu})(?!USC|CFR)[\\p{Lu}][\\p{L}-]{1,20}(?![\\p{L}])|(?<=(?:de[sr]|im|in der)[ \\u00a0])\\p{Lu}\\p{L}{1,40}(?:gesetz(?:es|buch(?:e?s)?)?|ordnung|verordnung|richtlinie))`;
const NAME_WORD = "(?:\\p{Lu}[\\p{L}’'&-]{0,30}|of|and|the|on|for)";
const KIND = '(?:Act|Code|Law|Statute|Ordinance|Regulations?|Rules?|Convention|Treaty|Directive|Decree)';
const ENGLISH_NAME = `(?<law>\\p{Lu}[\\p{L}’'&-]{0,30}(?: ${NAME_WORD}){0,8}? ${KIND}(?: \\d{4}(?:/\\d{1,4}(?:/[A-Z]{2,3})?)?)?|\\p{Lu}{2,8}|${KIND}(?: \\((?:EU|EC)\\))?(?: No\\.?)? \\d{2,4}/\\d{1,4}(?:/[A-Z]{2,3})?)`;
const OF_NAME = `,?${SPACE} of (?:the )?(?:Council )?${ENGLISH_NAME.replace('|\\p{Lu}{2,8}|', '|')}`;

const STYLES: readonly CitationStyle[] = [
  // § 15 Abs. 1 Satz 1 Nr. 2 EStG; Paragraph 173 der Abgabenordnung; Art. 6 Abs. 1 DSGVO
  { mark: `(?:§{1,2}|Paragraph(?:en)?|Art(?:\\.|ikel))`, pins: GERMAN, after: GERMAN_NAME, nameless: true },
  // Excise Tax Act s. 165(1); ETA s 165(1)
  {
    mark: '(?:ss?\\.?|[Ss]ections?|[Ss]ec\\.|subsections?|paragraphs?|[Aa]rt(?:\\.|icle))',
    pins: BRACKETS,
    before: `${ENGLISH_NAME},?`,
    nameless: false,
  },
  // section 165(1) of the Excise Tax Act; Article 135(1)(b) of Directive 2006/112/EC
  {
    mark: '(?:ss?\\.|[Ss]ections?|subsections?|paragraphs?|[Aa]rt(?:\\.|icles?))',
    pins: BRACKETS,
    after: `${OF_NAME}(?![\\p{L}])`,
    nameless: false,
  },
  // § 9903.201-1, 48 CFR 9904.410-40, § 240.15c3-1(a)
  {
    mark: '(?:§{1,2}|\\d{1,2}[ \\u00a0](?:CFR|C\\.F\\.R\\.)(?:[ \\u00a0]§{1,2})?|[Ss]ections?|(?=\\d{4}\\.\\d{3}-\\d))',
    number:
      '\\d{3,4}\\.\\d{1,4}(?:[A-Za-z]{0,3}\\d{0,3}(?:-\\d{1,4}[A-Z]{0,2}){1,2}|[a-z]{1,2}\\d{0,3})(?![\\p{L}\\p{N}])',
    pins: BRACKETS,
    nameless: true,
  },
  // Article 135(1)(b); subsection 165(1); s 165(1)
  { mark: '(?:[Aa]rt(?:\\.|icles?)|ARTICLE|subsections?|paragraphs?|ss?)', pins: BRACKETS, nameless: true },
];

const SCANNERS = STYLES.map(({ mark, number, pins, before, after, nameless }) => {
  const name = after === undefined ? '' : nameless ? `(?:${after})?` : after;
  const scanner = new RegExp(
    `(?<![\\p{L}\\p{N}.$])${before === undefined ? '' : `${before}${SPACE}`}${mark}${SPACE}(?<number>${number ?? NUMBER})(?<pins>${pins})${name}`,
    'gu',
  );
  return { scanner, isOther: number === undefined };
});
/** Names of the law whose sections are cited without a name. */
const CODE = /^(?:the )?(?:internal revenue code|irc|us code|united states code|code)\b/i;
const MAX_FOUND = 200;

/** The first style that fits a place counts. In the order of the text. */
export function parseNamedCitations(text: string): NamedCitation[] {
  const found: NamedCitation[] = [];
  for (const { scanner, isOther } of SCANNERS) {
    for (const match of text.matchAll(scanner)) {
      const { number = '', pins = '', law: named = '' } = match.groups ?? {};
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.start + other.text.length && other.start < end)) continue;
      const pin = pinOf(pins);
      // The parser of the Code's citations reads "§ 179(b)" and "section 179".
      const nameless = named === '' && pin === '' && isOther;
      if (CODE.test(named) || (nameless && /^(?:§|[Ss]ec)/.test(match[0]))) continue;
      // "paragraph 4" and "s 5" may count anything.
      if (nameless && !/^[Aa]rt|^ARTICLE|^Paragraph/.test(match[0])) continue;
      found.push({ law: named, number: number.toLowerCase(), pin, text: match[0].trim(), start });
      if (found.length >= MAX_FOUND) return found;
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

/** "Abs. 1 Satz 1 Nr. 2" as `1.2`. */
export function pinOf(pins: string): string {
  const brackets = Array.from(pins.matchAll(/\(([\w.]+)\)/g), ([, label = '']) => label);
  const german = Array.from(
    pins.matchAll(/(?:Abs(?:atz|\.)?|N(?:r\.|ummer)|Buchst(?:abe|\.)?|lit\.)\s{0,3}(\d{0,3}[a-z]{0,2})/g),
    ([, label = '']) => label,
  );
  return [...brackets, ...german]
    .filter((label) => label !== '')
    .map((label) => label.replace('.', '_'))
    .join('.');
}
