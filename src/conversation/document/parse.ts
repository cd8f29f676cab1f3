/** Markdown that we did not write -> blocks. Images become text with their host, HTML becomes text, and unsafe links lose their address. */
import type { MarkdownBlock } from '../../markdown/block.ts';
import { createBlockParser } from '../../markdown/blockParser.ts';
import type { Inline } from '../../markdown/inline.ts';
import { parseInline, type Scope } from '../../markdown/inlineParser.ts';
import { splitRow } from '../../markdown/linePatterns.ts';
import type { Reference } from '../../markdown/linkSyntax.ts';
import { imageHost, safeLink } from '../../markdown/links.ts';
import { escapeHidden } from '../display.ts';
import type { Block, Span } from './block.ts';

/** `sources`: the number of sources that `[n]` can refer to. */
export function parseBlocks(markdown: string, sources: number): Block[] {
  const references = new Map<string, Reference>();
  const footnotes = new Map<string, number>();
  const parser = createBlockParser({
    reference: (label, reference) => void (references.has(label) || references.set(label, reference)),
    footnote: (label, number) => void (footnotes.has(label) || footnotes.set(label, number)),
  });
  for (const line of markdown.split(/\r\n|\r|\n/)) parser.line(line);
  parser.end();
  const scope: Scope = {
    reference: (label) => references.get(label) ?? null,
    footnote: (label) => footnotes.get(label) ?? null,
    citation: (n) => (n >= 1 && n <= sources ? 'listed' : null),
  };
  return toBlocks(parser.document.children, scope);
}

/** Plain text as paragraphs with the lines that it has, and with the marks of its citations. */
export function plainBlocks(plain: string, sources: number): Block[] {
  return plain
    .split(/(?:\r\n|\r|\n)(?:[ \t]*(?:\r\n|\r|\n))+/)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ kind: 'paragraph', content: plainSpans(part.trimEnd().replace(/^[ \t\r\n]+/, ''), sources) }));
}

const BREAK: Span = { kind: 'break' };

function plainSpans(plain: string, sources: number): Span[] {
  return plain
    .split(/(\[\d{1,3}\])/)
    .filter((part) => part !== '')
    .flatMap((part): Span[] => {
      const n = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
      if (n >= 1 && n <= sources) return [{ kind: 'citation', n }];
      const lines = escapeHidden(part).split(/\r\n|\r|\n/);
      return lines.flatMap((line, at): Span[] => [...(at > 0 ? [BREAK] : []), { kind: 'text', text: line }]);
    });
}

function toBlocks(blocks: readonly MarkdownBlock[], scope: Scope): Block[] {
  return blocks.flatMap((block): Block[] => {
    const inline = (text: string) => toSpans(parseInline(text, scope));
    switch (block.kind) {
      case 'paragraph':
        return [{ kind: 'paragraph', content: inline(block.lines.join('\n')) }];
      case 'heading':
        return [{ kind: 'heading', level: block.level, content: inline(block.lines.join(' ')) }];
      case 'code':
        return [codeOf(block)];
      case 'rule':
        return [{ kind: 'rule' }];
      case 'quote':
        return [{ kind: 'quote', children: toBlocks(block.children, scope) }];
      case 'list':
        return [
          {
            kind: 'list',
            start: block.list?.ordered ? block.list.start : null,
            loose: block.loose,
            items: block.children.map((item) => ({
              task: item.children[0]?.task ?? null,
              children: toBlocks(item.children, scope),
            })),
          },
        ];
      case 'table':
        return [
          {
            kind: 'table',
            columns: block.columns,
            rows: block.lines.map((line) => {
              const cells = splitRow(line);
              return block.columns.map((_, at) => inline((cells[at] ?? '').trim()));
            }),
          },
        ];
      case 'footnote':
        return withLabel(`Note ${block.level}: `, toBlocks(block.children, scope));
      default:
        return toBlocks(block.children, scope);
    }
  });
}

function codeOf(block: MarkdownBlock): Block {
  const lines = [...block.lines];
  // Blank lines after indented code are not part of it.
  if (!block.fence) while (lines.at(-1)?.trim() === '') lines.pop();
  const language = /^[\w+#.-]{1,40}/.exec(block.fence?.info ?? '')?.[0] ?? '';
  return { kind: 'code', language, text: escapeHidden(lines.join('\n')) };
}

function withLabel(label: string, blocks: readonly Block[]): Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', content: [{ kind: 'text', text: label }] }, ...blocks];
  return [{ kind: 'paragraph', content: [{ kind: 'text', text: label }, ...first.content] }, ...rest];
}

function toSpans(inlines: readonly Inline[]): Span[] {
  return inlines.flatMap((inline): Span[] => {
    switch (inline.kind) {
      case 'text':
        return [{ kind: 'text', text: escapeHidden(inline.text) }];
      case 'code':
        return [{ kind: 'code', text: escapeHidden(inline.text) }];
      case 'break':
      case 'citation':
        return [inline];
      case 'missingCitation':
        return [{ kind: 'text', text: `[${inline.n}]` }];
      case 'footnote':
        return [{ kind: 'text', text: ` (note ${inline.n})` }];
      case 'image': {
        const host = imageHost(inline.url);
        const description = escapeHidden(inline.alt.trim()) || 'Image';
        return [{ kind: 'text', text: `${description} (image${host === null ? '' : `: ${host}`})` }];
      }
      case 'link': {
        const link = safeLink(inline.url);
        const children = toSpans(inline.children);
        // Browsers add a slash to an address that is only a host.
        const url = link?.href === `${inline.url}/` ? inline.url : link?.href;
        return url === undefined ? children : [{ kind: 'link', url, children }];
      }
      default:
        return [{ kind: inline.kind, children: toSpans(inline.children) }];
    }
  });
}
