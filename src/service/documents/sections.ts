/** The sections of a document, the names by which it is cited, and whether it is law, a standard or an opinion. */
import { parseAuthorities } from '../../authority/parseAuthorities.ts';
import { beginningOf, type DocumentBlock, type ReadDocument } from './document.ts';
import { formatOf } from './formats.ts';
import { headDate } from './headDate.ts';
import { namesOf } from './lawNames.ts';
import { hasLegalForm, type LegalForm, legalForm } from './legalForm.ts';
import { hasOpinionForm } from './opinionForm.ts';
import { type SectionLabel, sectionLabelOf } from './sectionLabel.ts';
import { noteDate, sourceDate, statedDate } from './statedDate.ts';

export interface DocumentSection {
  /** The block that begins it. */
  readonly block: number;
  /** As in citations, without the name of the law: `15`, `200.501`, `606-10-25-1`. */
  readonly number: string;
  /** The other numbers of a heading for several sections: of "§§ 7c bis 9" `7d`, `8` and `9`. */
  readonly others: readonly string[];
  /** The subsection that it is, for a heading such as "§ 168(k)". */
  readonly pin: string;
  /** "§ 15 EStG Einkünfte aus Gewerbebetrieb". */
  readonly title: string;
  /** The date that the section states for itself, as YYYY-MM-DD; empty if it states none. */
  readonly date: string;
}

export interface Authority {
  /** Whether the document is law, a standard, a ruling or an opinion. */
  readonly isAuthority: boolean;
  /** The key of the authority that the document is as a whole: `179`, `asc 606-10-25`. Empty if it is none, or has several. */
  readonly key: string;
  /** The names of the law, in lower case: `estg`, `einkommensteuergesetz`. */
  readonly names: readonly string[];
  /** The name that is put into the titles of its sections: `EStG`. Empty if none is known. */
  readonly abbreviation: string;
  /** The date that the text states for the whole law, or the head of another document, as YYYY-MM-DD; empty if it states none. */
  readonly date: string;
  readonly sections: readonly DocumentSection[];
}

/** Formats that hold no law: tables of values, programs and their data, and mail with its attachments. */
const NO_LAW: ReadonlySet<string> = new Set(['csv', 'excel', 'code', 'data', 'eml', 'msg']);
/** Sections that make a law of a document whose title cites none. */
const MIN_SECTIONS = 2;
/** Headings with nothing but a number that are taken for sections, at least. */
const MIN_BARE = 3;
/** Words with which a law names itself, at least, if its title cites no authority. */
const MIN_SELF = 2;
/** Words of a text for each of them. */
const SELF_SPARSE = 1500;
/** Words of a text that is too short to be told from others by its words. */
const SHORT = 60;
/** What a heading with the number of a section counts, in legal words. */
const LABEL_WEIGHT = 2;

export function findAuthority(document: ReadDocument, title: string, path: string): Authority {
  const { blocks } = document;
  const text = beginningOf(document);
  const labels = blocks.map((block) => (block.type === 'heading' ? sectionLabelOf(block.text) : null));
  const found = labels.filter((label) => label !== null);
  const form = legalForm(text);
  const canBe = !NO_LAW.has(formatOf(path) ?? '');
  const titled = canBe ? keyOf(title) : '';
  const parts = found.filter((label) => isPartOf(label, titled)).length;
  const formed: LegalForm = { ...form, legal: form.legal + LABEL_WEIGHT * parts };
  // The text of a publisher that states the identifiers of its paragraphs is law, also where it is short.
  const isPublished = canBe && document.stated !== undefined;
  const isLegal =
    isPublished || (canBe && (hasLegalForm(formed) || (form.words < SHORT && form.legal > 0 && form.against === 0)));
  const key = isLegal ? titled : '';
  const marked = found.filter((label) => label.mark !== '' && label.number !== key).length;
  const bare = isLegal && marked < MIN_BARE && isSeries(found.filter((label) => label.mark === ''));
  const isSeveral = marked >= MIN_SECTIONS || bare;
  const isLaw =
    isPublished ||
    (isLegal && (key !== '' || (isSeveral && form.self >= Math.max(MIN_SELF, form.words / SELF_SPARSE))));
  const isAuthority = isLaw || (canBe && hasOpinionForm(text));
  const { names, abbreviation } = namesOf(document, title);
  const sections = labels.flatMap((label, block): DocumentSection[] => {
    if (label === null || (label.mark === '' && !bare && !isPartOf(label, key))) return [];
    return [
      {
        block,
        number: label.number,
        others: label.others,
        pin: label.pin,
        title: sectionTitle(label, blocks[block], abbreviation),
        date: '',
      },
    ];
  });
  return {
    isAuthority,
    key,
    names,
    abbreviation,
    date: isAuthority ? statedDate(text) : headDate(blocks, path),
    sections: isAuthority ? withDates(sections, blocks) : sections,
  };
}

/** The notes below the text of a section state when it was published and amended, else the note below the heading of its part. */
function withDates(sections: readonly DocumentSection[], blocks: readonly DocumentBlock[]): DocumentSection[] {
  const partDates = sourceDates(blocks);
  return sections.map((section, at) => {
    const end = sections[at + 1]?.block ?? blocks.length;
    const notes = blocks.slice(section.block + 1, end).filter((block) => block.type === 'text');
    const own = notes.map((block) => noteDate(block.text)).findLast((date) => date !== '');
    return { ...section, date: own ?? partDates[section.block] ?? '' };
  });
}

/** For each block, the date of the source note of the innermost heading around it that has one. */
function sourceDates(blocks: readonly DocumentBlock[]): string[] {
  const open: { level: number; date: string }[] = [];
  return blocks.map((block) => {
    if (block.type === 'heading') {
      while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
      open.push({ level: block.level, date: open.at(-1)?.date ?? '' });
    }
    const date = block.type === 'text' ? sourceDate(block.text) : '';
    const innermost = open.at(-1);
    if (date !== '' && innermost) innermost.date = date;
    return innermost?.date ?? '';
  });
}

/** The key of the authority that a title names, and no more: not "Section 179 and bonus depreciation". */
function keyOf(title: string): string {
  const label = sectionLabelOf(title);
  const first = parseAuthorities(title.trimStart())[0];
  if (first?.start === 0 && (first.explicit || first.pin === '')) {
    return label === null && /^[^\p{Lu}(–—[-]{0,3}\p{Ll}/u.test(title.trimStart().slice(first.text.length))
      ? ''
      : first.key;
  }
  return label !== null && label.mark !== '' ? label.number : '';
}

/** "606-10-25-1" in the document "ASC 606-10-25". */
function isPartOf({ number }: SectionLabel, key: string): boolean {
  const own = key.replace(/^.* /, '');
  return (
    own !== '' &&
    (number.startsWith(`${own}-`) || number.startsWith(`${own.split('-')[0]}-`) || number.startsWith(`${own}.`))
  );
}

/** Whether the numbers ascend. Some numbers of a law are out of order, because sections were inserted or repealed. */
function isSeries(labels: readonly SectionLabel[]): boolean {
  if (labels.length < MIN_BARE) return false;
  const numbers = labels.map(({ number }) => Number.parseFloat(number));
  const ascending = numbers.filter((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0)).length;
  return ascending >= 0.8 * numbers.length;
}

/** "§ 15 EStG Einkünfte aus Gewerbebetrieb", "§ 200.501 Audit requirements". */
function sectionTitle(label: SectionLabel, block: DocumentBlock | undefined, abbreviation: string): string {
  if (abbreviation === '') return (block?.text ?? '').replace(/^§ (?=§)/, '').trim();
  const mark = label.mark === '' ? '' : `${label.mark.replace(/^§ (?=§)/, '')} `;
  const pin = label.pin === '' ? '' : `(${label.pin.split('.').join(')(')})`;
  const cited = /^§|^A/.test(mark)
    ? `${mark}${label.written}${pin} ${abbreviation}`
    : `${abbreviation} ${mark === '' ? 's. ' : mark}${label.written}${pin}`;
  return `${cited} ${label.title}`.trim();
}
