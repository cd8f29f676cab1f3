/** The names by which a law is cited: its title, its short title, its abbreviation and the initials of its title. */
import { lawName } from '../../authority/lawName.ts';
import type { ReadDocument } from './document.ts';

export interface LawNames {
  /** In lower case, as `lawName` writes them. */
  readonly names: readonly string[];
  /** As written, for the titles of sections. Empty if none is known. */
  readonly abbreviation: string;
}

/** "EStG", "UStDV", "HGB", "AO 1977", "DSGVO": two capitals, and a word in capitals ("CONTINUED") is short. */
const ABBREVIATION = /^(?:\p{Lu}{2,6}|(?=\p{L}*\p{Lu}\p{L}*\p{Lu})(?=\p{L}*\p{Ll})[\p{L}-]{3,15})(?: (?:19|20)\d\d)?$/u;
const SHORT_TITLE =
  /\b(?:may be cited as|is cited as|short title:)\s+(?:the\s+)?[*_“"]{0,2}(?:the\s+)?([^.*_“”"]{4,80}?)[*_“”"]{0,2}(?:[.,;]|$)/im;
/** "Directive 2006/112/EC", "Verordnung (EU) 2016/679". */
const EU_ACT =
  /\b(?:Directive|Regulation|Richtlinie|Verordnung|Règlement|Decision|Beschluss)\s+(?:\((?:EU|EC|EG|CE|UE)\)\s+)?(?:No\.?\s+|Nr\.\s+)?(\d{2,4}\/\d{1,4}(?:\/[A-Z]{2,3})?)/i;
/** Words that have no initial in an abbreviation. */
const SMALL = new Set('of the and on for in to a an by with de la le les des du et sur'.split(' '));
const HEAD = 4000;
const LONGEST = 120;

export function namesOf({ meta, blocks }: ReadDocument, title: string): LawNames {
  const heading = blocks.find((block) => block.type === 'heading')?.text ?? '';
  let head = '';
  for (const block of blocks) {
    if (head.length > HEAD) break;
    head += `${block.text.slice(0, HEAD)}\n`;
  }
  const stated = [meta.abbreviation ?? '', ...inBrackets(title), ...inBrackets(heading)].filter((one) =>
    ABBREVIATION.test(one),
  );
  const short = SHORT_TITLE.exec(head)?.[1]?.trim() ?? '';
  const act = EU_ACT.exec(title) ?? EU_ACT.exec(heading) ?? EU_ACT.exec(head.slice(0, 600));
  const whole = [title, heading, short].map(withoutBrackets).filter((one) => one !== '' && one.length <= LONGEST);
  const written = [
    ...stated,
    ...stated.map(withoutYear),
    ...whole,
    ...whole.map(initialsOf),
    act?.[0] ?? '',
    act?.[1] ?? '',
  ];
  const names = [...new Set(written.map(lawName))].filter((name) => name.length > 1);
  const shown = stated[0] ?? (short !== '' && short.length <= 50 ? short : '');
  return { names, abbreviation: withoutYear(shown) };
}

function inBrackets(text: string): string[] {
  return Array.from(text.matchAll(/\(([^()]{2,40})\)/g), ([, inner = '']) => inner.trim());
}

function withoutBrackets(text: string): string {
  return text
    .replace(/\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutYear(text: string): string {
  return text.replace(/,? (?:19|20)\d\d$/, '');
}

/** `ETA` for "Excise Tax Act". Empty for a single word. */
function initialsOf(title: string): string {
  const words = title.match(/\p{L}+/gu) ?? [];
  const capitals = words.filter((word) => !SMALL.has(word.toLowerCase()));
  if (capitals.length < 3 || capitals.length > 8 || !capitals.every((word) => /^\p{Lu}/u.test(word))) return '';
  return capitals.map((word) => word[0] ?? '').join('');
}
