/** The name of the case that an opinion decides, from its caption: "State of New Mexico v. Garcia, 2012-NMSC-008". */

/** Lines of the caption, and characters of one. */
const CAPTION_LINES = 80;
const LONGEST_LINE = 300;
const LONGEST_PARTY = 120;
/** Lines between a party and the "v." beside it. */
const NEAR = 6;

const ROLE =
  /[,;(\s]*\b(?:(?:counter-?|cross-?|third-party )?(?:plaintiff|defendant|petitioner|respondent|appell(?:ant|ee)|relator|claimant|intervenor|debtor|movant|real part)|et al\b|[a-z-]+ below)/i;
const COURT_LINE = /\b(?:court|opinion|filed|decided|docket|number|no\.)|^[\d\W]*$/i;
const VERSUS = /(?:^|[\s,])[Vv](?:s|ersus)?\.?(?=\s|$)/;
const MATTER = /^(?:in re\b|in the matter of\b|matter of\b|ex parte\b|in the interest of\b)[:\s]+\S/i;
/** A party is a name: its other words are these. */
const SMALL = new Set(
  'a al an and as behalf by d/b/a de del der di du et ex for in la le of on or rel rel. the to und van von'.split(' '),
);
const CITATION =
  /\b(?:(?:19|20)\d\d-[A-Z]{4,8}-\d{3,4}|T\.C\. (?:Memo\.?|Summary Opinion|Summ\. Op\.) \d{4}-\d{1,4}|\d{1,4} (?:U\. ?S\.|T\.C\.(?: No\.)?|F\.(?:2d|3d|4th)|S\. ?Ct\.|B\.R\.) \d{1,4})(?!\d)/;
/** Words that keep their capitals. */
const CAPITALS = /^(?:LL[CP]|L[LP]|PLC|USA?|IRS|FBI|N\.?A\.?|AG|KG|SE|[IVX]{2,4}|(?:\p{Lu}\.){2,})[,.]?$/u;

const GERMAN_COURT =
  /\b(?:BFH|BGH|BVerfG|BVerwG|EuGH|(?:Bundes|BUNDES)\p{L}{0,20}(?:hof|HOF|gericht|GERICHT)|(?:Finanzgericht|FG|Landgericht|LG|Oberlandesgericht|OLG)\s\p{Lu}[\p{L}-]{2,30})\b/u;
const GERMAN_KIND = /\b(Urteil|Beschlu(?:ss|ß))/i;
const GERMAN_DATE = /\b(?:vom|datum:?|am)\s{1,3}(\d{1,2}\.\s?(?:\d{1,2}\.|\p{L}{3,9})\s?\d{4})/u;
const FILE_NUMBER = /\b((?:[IVX]{1,5}|\d{1,2}) [A-Z][A-Za-z]{0,2} \d{1,5}\/\d{2,4})\b/;

/** Empty if the text begins with no caption. */
export function caseName(text: string): string {
  const lines = text
    .slice(0, CAPTION_LINES * LONGEST_LINE)
    .split('\n', CAPTION_LINES)
    .map((line) => cleaned(line.slice(0, LONGEST_LINE)));
  return germanCase(lines) || partiesOf(lines) || matterOf(lines);
}

/** The line without the signs that draw the columns of a caption. */
function cleaned(line: string): string {
  return line
    .replace(/^[\s#>*_|]+|[\s)(§|*_:]+$/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^\d{1,2} (?=\D)/, '');
}

function partiesOf(lines: readonly string[]): string {
  for (const [at, line] of lines.entries()) {
    const versus = VERSUS.exec(line);
    if (versus === null) continue;
    const before = partyIn([line.slice(0, versus.index), ...lines.slice(Math.max(0, at - NEAR), at).reverse()], true);
    const after = partyIn([line.slice(versus.index + versus[0].length), ...lines.slice(at + 1, at + 1 + NEAR)], false);
    if (before !== '' && after !== '') return withCitation(`${before} v. ${after}`, lines.slice(0, at + 15));
  }
  return '';
}

/** The party in the nearest line that has one. A name goes on in the line beside it. */
function partyIn(lines: readonly string[], isBefore: boolean): string {
  for (const [at, line] of lines.entries()) {
    const own = nameIn(line);
    if (own === '') continue;
    if (!isName(own)) return '';
    const beside = lines[at + 1] ?? '';
    const isOpen = isBefore ? /^[^,;.]+$/.test(beside) : own === line.trim() && /[^,;.]$/.test(own);
    const joined = isBefore ? `${beside} ${own}` : `${own} ${nameIn(beside)}`;
    const goesOn = isOpen && at > 0 && nameIn(beside) !== '' && !COURT_LINE.test(beside) && isName(joined);
    return written(goesOn ? joined : own);
  }
  return '';
}

function nameIn(line: string): string {
  const role = ROLE.exec(line);
  return line.slice(0, role?.index ?? line.length).replace(/^[\s,;]+|[\s,;]+$/g, '');
}

/** Whether all words are those of a name, and none those of a sentence. */
function isName(party: string): boolean {
  if (party.length > LONGEST_PARTY || !/^[\p{Lu}\d]/u.test(party) || COURT_LINE.test(party)) return false;
  return party.split(/\s+/).every((word) => !/^\p{Ll}/u.test(word) || SMALL.has(word));
}

function matterOf(lines: readonly string[]): string {
  const line = lines.find((one) => MATTER.test(one) && one.length <= LONGEST_PARTY) ?? '';
  return line === '' ? '' : withCitation(written(nameIn(line)), lines);
}

function withCitation(name: string, lines: readonly string[]): string {
  const found = lines.find((line) => line.length < LONGEST_PARTY && CITATION.test(line)) ?? '';
  const citation = CITATION.exec(found)?.[0];
  return citation === undefined ? name : `${name}, ${citation}`;
}

/** A name in capitals is written as other names are. */
function written(name: string): string {
  if (/\p{Ll}{2}/u.test(name)) return name;
  return name
    .split(' ')
    .map((word, at) => {
      const lower = word.toLowerCase();
      if (CAPITALS.test(word)) return word;
      if (at > 0 && SMALL.has(lower)) return lower;
      return lower.replace(/(^|[-.'’/])(\p{Ll})/gu, (all, mark: string, letter: string) =>
        mark === "'" && lower.endsWith("'s") ? all : `${mark}${letter.toUpperCase()}`,
      );
    })
    .join(' ');
}

/** "BFH, Urteil vom 15.11.2017, I R 39/15". */
function germanCase(lines: readonly string[]): string {
  const head = lines
    .filter((line) => line.length < LONGEST_LINE)
    .join('\n')
    .slice(0, 1500);
  const court = GERMAN_COURT.exec(head)?.[0];
  const kind = GERMAN_KIND.exec(head)?.[1];
  const number = FILE_NUMBER.exec(head)?.[1];
  if (court === undefined || kind === undefined || number === undefined) return '';
  const date = GERMAN_DATE.exec(head)?.[1];
  const noun = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).toLowerCase()}`;
  const name = /^BUNDES/.test(court) ? written(court) : court;
  return `${name}, ${noun}${date === undefined ? '' : ` vom ${date}`}, ${number}`;
}
