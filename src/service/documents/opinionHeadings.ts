/** The headings of an opinion, which plain text does not mark: a line that is "DISCUSSION" or "II. THE SEARCH" and nothing else. */
import type { DocumentBlock } from './document.ts';

const NAMED =
  /^(?:(?:[IVX]{1,5}|[A-Z]|\d{1,2})\.\s+)?(?:(?:(?:Factual|Procedural|Legal)(?: and )?){0,2}\s?Background|Facts(?: and (?:Proceedings|Procedural History))?|Statement of (?:Facts|the Case)|Procedural History|Introduction|Discussion|Analysis|Opinion|Standard of Review|Legal Standard|Findings of Fact|Conclusions? of Law|Conclusion|Disposition|Order|It is so ordered|Tatbestand|Entscheidungsgründe|Gründe|Tenor|Leits(?:atz|ätze))[\s.:]{0,3}$/i;
const NUMBERED = /^([IVX]{1,5})\.\s+[^\p{Ll}]{4,100}$/u;
const ROMANS = 'I II III IV V VI VII VIII IX X XI XII'.split(' ');
const LEVEL = 2;

export function withOpinionHeadings(blocks: readonly DocumentBlock[]): DocumentBlock[] {
  /** Numbers rise by one: "V. GALE" is a party. */
  let number = -1;
  return blocks.flatMap((block): DocumentBlock[] => {
    if (block.type !== 'text') return [block];
    const result: DocumentBlock[] = [];
    const shared = (from: number, to: number) => ({
      ...(block.place ? { place: block.place } : {}),
      ...(block.items ? { items: block.items.slice(from, to) } : {}),
    });
    const lines = block.text.split('\n');
    let start = 0;
    const close = (end: number) => {
      const text = lines.slice(start, end).join('\n');
      if (text.trim() !== '')
        result.push({
          type: 'text',
          text,
          line: block.line + start,
          endLine: block.line + end - 1,
          ...shared(start, end),
        });
    };
    for (const [at, line] of lines.entries()) {
      const text = line.trim();
      const roman = ROMANS.indexOf(NUMBERED.exec(text)?.[1] ?? '');
      const isNext = roman !== -1 && (roman === number + 1 || roman === 0);
      if (text.length > 120 || !(isNext || NAMED.test(text))) continue;
      if (isNext) number = roman;
      close(at);
      result.push({ type: 'heading', level: LEVEL, text, line: block.line + at, ...shared(at, at + 1) });
      start = at + 1;
    }
    if (start === 0) return [block];
    close(lines.length);
    return result;
  });
}
