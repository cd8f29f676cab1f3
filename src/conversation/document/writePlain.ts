/** Blocks -> plain text, for a mail, a form field or a comment. Tables are rows of tabs, which spreadsheets read. */
import { type Block, paragraphLevel, type Span, withoutLevel } from './block.ts';

export function writePlain(blocks: readonly Block[]): string {
  return linesOf(blocks).join('\n');
}

function linesOf(blocks: readonly Block[], tight = false): string[] {
  const lines: string[] = [];
  for (const block of blocks) {
    const own = blockLines(block);
    if (own.length === 0) continue;
    if (lines.length > 0 && !tight) lines.push('');
    for (const line of own) lines.push(line);
  }
  return lines;
}

function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph': {
      // Editors mark an em space in code as a character that cannot be seen.
      const lines = plainSpans(withoutLevel(block.content)).split('\n');
      return indented(lines, '  '.repeat(paragraphLevel(block.content)));
    }
    case 'heading':
      return plainSpans(block.content).split('\n');
    case 'code':
      return block.text.split('\n');
    case 'rule':
      return ['---'];
    case 'quote':
      return indented(linesOf(block.children), '    ');
    case 'list':
      return block.items.flatMap(({ task, children }, at) => {
        const box = task === null ? '' : task ? '[x] ' : '[ ] ';
        const mark = block.start === null ? '- ' : `${block.start + at}. `;
        const [first = '', ...rest] = linesOf(children, !block.loose);
        return [`${mark}${box}${first}`.trimEnd(), ...indented(rest, ' '.repeat(mark.length))];
      });
    case 'table':
      return block.rows.map((row) => row.map((cell) => plainSpans(cell).replace(/\s+/g, ' ').trim()).join('\t'));
  }
}

function indented(lines: readonly string[], indent: string): string[] {
  return lines.map((line) => (line === '' ? '' : indent + line));
}

function plainSpans(spans: readonly Span[]): string {
  return spans
    .map((span) => {
      switch (span.kind) {
        // A line end of the source is kept where it is.
        case 'text':
        case 'code':
          return span.text;
        case 'break':
          return '\n';
        case 'citation':
          return `[${span.n}]`;
        case 'link': {
          const label = plainSpans(span.children);
          return label === span.url || label === '' || span.url.endsWith(`//${label}`) || span.url === `${label}/`
            ? span.url
            : `${label} (${span.url})`;
        }
        default:
          return plainSpans(span.children);
      }
    })
    .join('');
}
