/** The pinpoints of a publisher's file, found by patterns and without the readers of Fiscal. */
import { lettersOf } from '../../../src/text/letters.ts';
import type { Format } from './readLaw.ts';

export interface Pinpoint {
  /** The number of its section. */
  readonly section: string;
  /** `b.1` */
  readonly path: string;
  /** Letters of its own text, from its beginning. */
  readonly begins: string;
}

const LEVELS = 'subsection|paragraph|subparagraph|clause|subclause|item|subitem';
/** Letters that are compared. */
const COMPARED = 60;

/** In the order of the file. Levels without a text of their own are left out. */
export function pinpointsOf(xml: string, format: Format): Pinpoint[] {
  const found = format === 'uslm' ? identifiersOf(xml) : format === 'gii' ? numbersOf(xml) : marksOf(xml);
  return found
    .map(({ section, path, text }) => ({ section, path, begins: lettersOf(plain(text)).slice(0, COMPARED) }))
    .filter(({ begins }) => begins !== '');
}

interface Found {
  readonly section: string;
  readonly path: string;
  readonly text: string;
}

/** The attribute `identifier` of each level, with the text up to the next level. */
function identifiersOf(xml: string): Found[] {
  const level = new RegExp(
    `<(?:${LEVELS})\\b[^>]*\\bidentifier="/us/usc/t\\d+/s([^"/]+)/([^"]+)"[^>]*>\\s*<num\\b[^>]*>[\\s\\S]*?</num>([\\s\\S]*?)(?=</?(?:${LEVELS})\\b)`,
    'g',
  );
  return Array.from(xml.matchAll(level), ([, section = '', path = '', text = '']) => ({
    section,
    path: path.replaceAll('/', '.'),
    text: text
      .replace(/<note type="footnote"[\s\S]*?<\/note>/g, '')
      .replace(/<ref class="footnoteRef"[^>]*>.*?<\/ref>|<sup>\d{1,2}<\/sup>/g, ''),
  }));
}

/** "(1)" at the beginning of a paragraph, and the labels of lists inside each other. */
function numbersOf(xml: string): Found[] {
  const found: Found[] = [];
  for (const [, section = '', norm = ''] of xml.matchAll(/<enbez>§ (\w+)<\/enbez>([\s\S]*?)<\/norm>/g)) {
    const text = /<text\b[\s\S]*?<\/text>/.exec(norm)?.[0].replace(/<SUP class="Rec">.*?<\/SUP>/g, '') ?? '';
    let paragraph: string[] = [];
    const labels: string[] = [];
    for (const { 0: mark, index, groups } of text.matchAll(
      /<P>(?:\((?<number>\w+)\))?|<DL\b|<\/DL>|<DT>(?<label>[\s\S]*?)<\/DT>/g,
    )) {
      if (mark.startsWith('<P')) {
        // A paragraph inside a list belongs to it.
        if (labels.length > 0) continue;
        paragraph = groups?.number === undefined ? [] : [groups.number];
        if (paragraph.length === 0) continue;
      } else if (mark.startsWith('<DT')) labels[labels.length - 1] = plain(groups?.label ?? '').replace(/[.)\s]/g, '');
      else {
        if (mark === '</DL>') labels.pop();
        else labels.push('');
        continue;
      }
      const rest = text.slice(index + mark.length);
      const own = rest.slice(0, /<(?:DL|DT|P)\b|<\/(?:DL|P)>/.exec(rest)?.index);
      found.push({ section, path: [...paragraph, ...labels].join('.'), text: own });
    }
  }
  return found;
}

/** The marks at the beginning of paragraphs outside of examples. The file has no other identifiers; `path` is the printed mark. */
function marksOf(xml: string): Found[] {
  const found: Found[] = [];
  for (const [, section = '', text = ''] of xml.matchAll(/<DIV8 N="(?:§ )?([^"]+)"[^>]*>([\s\S]*?)<\/DIV8>/g)) {
    const own = text.replace(/<EXAMPLE>[\s\S]*?<\/EXAMPLE>/g, '');
    for (const [, path = '', rest = ''] of own.matchAll(/<P>((?:\(\w{1,4}\) ?)+)([\s\S]*?)<\/P>/g)) {
      found.push({ section, path, text: rest });
    }
  }
  return found;
}

function plain(text: string): string {
  return text
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
