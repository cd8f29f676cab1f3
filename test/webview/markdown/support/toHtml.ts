/** Converts the result of the parsers to the HTML of the CommonMark examples. Only for tests. The view creates no HTML. */
import type { MarkdownBlock } from '../../../../src/markdown/block.ts';
import { createBlockParser } from '../../../../src/markdown/blockParser.ts';
import { setEntityDecoder, unescapeText } from '../../../../src/markdown/characters.ts';
import type { Inline } from '../../../../src/markdown/inline.ts';
import { plainText } from '../../../../src/markdown/inline.ts';
import { parseInline, type Scope } from '../../../../src/markdown/inlineParser.ts';
import { splitRow } from '../../../../src/markdown/linePatterns.ts';
import type { Reference } from '../../../../src/markdown/linkSyntax.ts';
import { decodeEntityName } from '../../../../src/webview/markdown/entityNames.ts';

setEntityDecoder(decodeEntityName);

export function toHtml(text: string): string {
  const references = new Map<string, Reference>();
  const parser = createBlockParser({
    reference: (label, reference) => {
      if (!references.has(label)) references.set(label, reference);
    },
    footnote() {},
  });
  const lines = text.split(/\r\n?|\n/);
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) parser.line(line);
  parser.end();
  const scope: Scope = {
    reference: (label) => references.get(label) ?? null,
    footnote: () => null,
    citation: () => null,
  };
  return blocks(parser.document.children, scope, false);
}

function blocks(list: readonly MarkdownBlock[], scope: Scope, tight: boolean): string {
  return list.map((block) => blockHtml(block, scope, tight)).join('');
}

function blockHtml(block: MarkdownBlock, scope: Scope, tight: boolean): string {
  const text = () => inlines(parseInline(block.lines.join('\n').trimEnd(), scope));
  switch (block.kind) {
    case 'paragraph':
      return tight ? `${text()}\n` : `<p>${text()}</p>\n`;
    case 'heading':
      return `<h${block.level}>${text()}</h${block.level}>\n`;
    case 'rule':
      return '<hr />\n';
    case 'quote':
      return `<blockquote>\n${blocks(block.children, scope, false)}</blockquote>\n`;
    case 'list': {
      const tag = block.list?.ordered ? 'ol' : 'ul';
      const start = block.list?.ordered && block.list.start !== 1 ? ` start="${block.list.start}"` : '';
      return `<${tag}${start}>\n${blocks(block.children, scope, !block.loose)}</${tag}>\n`;
    }
    case 'item':
      return `<li>${blocks(block.children, scope, tight)}</li>\n`;
    case 'code':
      return codeHtml(block);
    case 'table':
      return tableHtml(block, scope);
    default:
      return blocks(block.children, scope, false);
  }
}

function codeHtml({ lines, fence }: MarkdownBlock): string {
  const kept = [...lines];
  if (!fence) while (kept.at(-1)?.trim() === '') kept.pop();
  const language = unescapeText(fence?.info.split(/\s/)[0] ?? '');
  const attribute = language ? ` class="language-${escapeHtml(language)}"` : '';
  const content = kept.map((line) => `${escapeHtml(line)}\n`).join('');
  return `<pre><code${attribute}>${content}</code></pre>\n`;
}

function tableHtml(block: MarkdownBlock, scope: Scope): string {
  const row = (line: string, tag: string) => {
    const cells = splitRow(line);
    const html = block.columns.map((_, i) => `<${tag}>${inlines(parseInline(cells[i] ?? '', scope))}</${tag}>`);
    return `<tr>${html.join('')}</tr>`;
  };
  const [header = '', ...rows] = block.lines;
  const body = rows.length > 0 ? `<tbody>${rows.map((line) => row(line, 'td')).join('')}</tbody>` : '';
  return `<table><thead>${row(header, 'th')}</thead>${body}</table>\n`;
}

function inlines(list: readonly Inline[]): string {
  return list.map(inlineHtml).join('');
}

function inlineHtml(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return escapeHtml(inline.text);
    case 'code':
      return `<code>${escapeHtml(inline.text)}</code>`;
    case 'break':
      return '<br />\n';
    case 'emphasis':
      return `<em>${inlines(inline.children)}</em>`;
    case 'strong':
      return `<strong>${inlines(inline.children)}</strong>`;
    case 'strike':
      return `<s>${inlines(inline.children)}</s>`;
    case 'link': {
      const title = inline.title ? ` title="${escapeHtml(inline.title)}"` : '';
      return `<a href="${escapeHtml(inline.url)}"${title}>${inlines(inline.children)}</a>`;
    }
    case 'image':
      return `<img src="${escapeHtml(inline.url)}" alt="${escapeHtml(inline.alt)}" />`;
    default:
      return escapeHtml(plainText([inline]));
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '&quot;');
}
