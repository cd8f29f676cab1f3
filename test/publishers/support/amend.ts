/** Makes the next version of a publisher's file: sections that are changed, added and removed, and the list of what was done. */
import { seeded } from '../../../scripts/support/seeded.ts';
import type { ChangeKind } from '../../../src/publishers/compareLaws.ts';
import type { Format } from './readLaw.ts';

export interface Amended {
  readonly xml: string;
  /** `text 51.3`, in the order of the comparison: that of the newer version, removed sections last. */
  readonly made: readonly string[];
}

interface Shape {
  readonly section: RegExp;
  /** Where the text of a section ends and its notes begin. */
  readonly notes: RegExp;
  readonly numbered: (section: string, number: string) => string;
}

const SHAPES: Readonly<Record<Exclude<Format, 'gii'>, Shape>> = {
  uslm: {
    section: /<section\b[^>]*identifier="[^"]*\/s([^"/ ]+)"[^>]*>[\s\S]*?<\/section>/g,
    notes: /<sourceCredit/,
    numbered: (section, number) =>
      section
        .replace(/(identifier="\/us\/usc\/t\w+\/s)[^"/ ]+/g, `$1${number}`)
        .replace(/<num value="[^"]*">[^<]*/, `<num value="${number}">§ ${number}.`),
  },
  ecfr: {
    section: /<DIV8 N="(?:§ )?([^"]+)"[^>]*>[\s\S]*?<\/DIV8>/g,
    notes: /<CITA/,
    numbered: (section, number) => section.replace(/N="[^"]*"/, `N="${number}"`),
  },
};

/** About a third of the sections differ, in ways that the seed decides. `removes` is whether sections are removed. */
export function amend(xml: string, format: Exclude<Format, 'gii'>, seed: number, removes = true): Amended {
  const { section, notes, numbered } = SHAPES[format];
  const random = seeded(seed);
  const kinds: readonly (ChangeKind | null)[] = [
    'text',
    'notes',
    'typography',
    'added',
    'removed',
    ...Array(10).fill(null),
  ];
  const made: string[] = [];
  const removed: string[] = [];
  const noted = (kind: ChangeKind, number: string, before: string, after: string) => {
    if (after !== before) made.push(`${kind} ${number}`);
    return after;
  };
  const next = xml.replace(section, (own: string, number: string) => {
    const kind = kinds[Math.floor(random() * kinds.length)];
    const at = own.search(notes);
    const [text, rest] = at === -1 ? [own, ''] : [own.slice(0, at), own.slice(at)];
    switch (kind) {
      case 'text':
        return noted(kind, number, own, withOtherWord(text, random) + rest);
      case 'notes':
        return noted(kind, number, own, text + withOtherWord(rest, random));
      case 'typography':
        return noted(kind, number, own, withOtherSign(text) + rest);
      case 'added':
        made.push(`added ${number}x`);
        return `${own}\n${numbered(own, `${number}x`)}`;
      case 'removed':
        if (!removes) return own;
        removed.push(`removed ${number}`);
        return '';
      default:
        return own;
    }
  });
  // Identifiers of elements change with every conversion.
  const converted = next.replace(/ id="[^"]*"/g, () => ` id="id${Math.floor(random() * 1e9)}"`);
  return { xml: converted, made: [...made, ...removed] };
}

/** One word of the text, not of a tag, is another one. The same text if it has no word. */
function withOtherWord(xml: string, random: () => number): string {
  const words = Array.from(xml.matchAll(/(?<=>[^<>]*)(?<![&#\w])(?:[a-z]{5,}|Nov|Jan|Oct)(?=[^<>]*<)/g));
  const word = words[Math.floor(random() * words.length)];
  return word ? `${xml.slice(0, word.index)}amendedword${xml.slice(word.index + word[0].length)}` : xml;
}

/** The first dash or quotation mark is of another kind. */
function withOtherSign(xml: string): string {
  return xml.replace(/(?<=>[^<>]*)(?:—|&#x2014;|–|“|&#x201C;)/, (sign) => (/[“C]/.test(sign) ? '"' : '-'));
}
