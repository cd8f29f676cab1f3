/** Blocks -> a web page in one file. It has no script and loads nothing; it prints well. */

import { HTML_EXPORT_MARK } from '../../protocol/exportMark.ts';
import { MAX_LEVEL } from '../../text/indent.ts';
import { escapeHtml } from '../escape.ts';
import { type Block, paragraphLevel, type Span, wordsOf } from './block.ts';
import { keepTogether, splitNumbers } from './keepTogether.ts';

/** Longest text of a cell, in UTF-16 units, in which no line ends: `Relied on`. */
const MAX_SHORT_CELL = 12;
/** Rows of a table that is printed on one page. */
const MAX_SMALL_TABLE = 8;

/** A paragraph begins with an em space for each level. Its other lines are as far from the margin. */
const LEVELS = Array.from(
  { length: MAX_LEVEL },
  (_, at) => `blockquote .level${at + 1}{padding-inline-start:${at + 1}em;text-indent:-${at + 1}em}`,
).join('\n');

const STYLE = `
:root{color-scheme:light}
body{max-width:46rem;margin:2.5rem auto;padding:0 1.25rem;font:11pt/1.5 "Segoe UI",system-ui,sans-serif;color:#1b1b1b;background:#fff;overflow-wrap:break-word}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 1rem}
h2{font-size:1.2rem;margin:1.9rem 0 .5rem;padding-bottom:.2rem;border-bottom:1px solid #d0d0d0}
h3{font-size:1.05rem;margin:1.4rem 0 .4rem}
h4,h5,h6{font-size:1rem;margin:1.1rem 0 .3rem}
p,ul,ol,blockquote,pre,table{margin:0 0 .8rem}
li>p{margin:0 0 .3rem}
blockquote{margin-left:0;padding:.1rem 0 .1rem .9rem;border-left:3px solid #b8c4d6;color:#333}
blockquote>:last-child{margin-bottom:0}
${LEVELS}
table{border-collapse:collapse;font-size:.92em}
th,td{border:1px solid #cfcfcf;padding:.3rem .55rem;text-align:left;vertical-align:top}
th{background:#f3f4f6}
.right{text-align:right}
.short{white-space:nowrap}
.center{text-align:center}
pre{padding:.6rem .8rem;background:#f5f5f5;overflow-x:auto;white-space:pre-wrap;font-size:.88em}
code{font-family:Consolas,"Liberation Mono",monospace}
sup{line-height:0}
.number{white-space:nowrap}
sup a{text-decoration:none}
hr{border:0;border-top:1px solid #d0d0d0;margin:1.5rem 0}
@media print{body{max-width:none;margin:0;padding:0;font-size:10.5pt}h1,h2,h3,h4{break-after:avoid}p:has(+blockquote),p:has(+table){break-after:avoid}blockquote,tr,pre,.small{break-inside:avoid}thead{display:table-header-group}a{color:inherit}@page{margin:2cm}}
`;

/** The library does not index an export of a conversation. */
export function htmlPage(title: string, body: string, { isExport = false, language = 'en' } = {}): string {
  return `<!DOCTYPE html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
${isExport ? HTML_EXPORT_MARK : '<meta name="generator" content="Fiscal">'}
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** `sourceId`: the id of the element that describes source n; null if there is none. */
export function writeHtml(blocks: readonly Block[], sourceId: (n: number) => string | null): string {
  const spans = (list: readonly Span[]): string => list.map((span) => spanHtml(span)).join('');

  function spanHtml(span: Span): string {
    switch (span.kind) {
      case 'text':
        return splitNumbers(keepTogether(span.text))
          .map((part, at) => (at % 2 === 1 ? `<span class="number">${part}</span>` : escapeHtml(part)))
          .join('');
      case 'code':
        return `<code>${escapeHtml(span.text)}</code>`;
      case 'break':
        return '<br>';
      case 'citation': {
        const id = sourceId(span.n);
        return id === null ? `<sup>[${span.n}]</sup>` : `<sup><a href="#${escapeHtml(id)}">[${span.n}]</a></sup>`;
      }
      case 'link': {
        const label = spans(span.children).trim() || escapeHtml(span.url);
        return `<a rel="noreferrer noopener" href="${escapeHtml(span.url)}">${label}</a>`;
      }
      default: {
        const tag = { emphasis: 'em', strong: 'strong', strike: 'del' }[span.kind];
        return `<${tag}>${spans(span.children)}</${tag}>`;
      }
    }
  }

  function blockHtml(block: Block, tight = false): string {
    switch (block.kind) {
      case 'paragraph': {
        const level = paragraphLevel(block.content);
        const style = level > 0 ? ` class="level${level}"` : '';
        return tight ? spans(block.content) : `<p dir="auto"${style}>${spans(block.content)}</p>`;
      }
      case 'heading': {
        const level = Math.min(6, Math.max(1, block.level));
        return `<h${level} dir="auto">${spans(block.content)}</h${level}>`;
      }
      case 'code':
        return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
      case 'rule':
        return '<hr>';
      case 'quote':
        return `<blockquote>\n${block.children.map((child) => blockHtml(child)).join('\n')}\n</blockquote>`;
      case 'list': {
        const tag = block.start === null ? 'ul' : 'ol';
        const start = block.start === null || block.start === 1 ? '' : ` start="${block.start}"`;
        const items = block.items.map(({ task, children }) => {
          const box = task === null ? '' : task ? '☑ ' : '☐ ';
          return `<li dir="auto">${box}${children.map((child) => blockHtml(child, !block.loose)).join('\n')}</li>`;
        });
        return `<${tag}${start}>\n${items.join('\n')}\n</${tag}>`;
      }
      case 'table': {
        const cell = (tag: string) => (content: readonly Span[], at: number) => {
          const alignment = block.columns[at];
          const classes = [
            ...(alignment === 'right' || alignment === 'center' ? [alignment] : []),
            ...(wordsOf(content).length <= MAX_SHORT_CELL ? ['short'] : []),
          ];
          const style = classes.length > 0 ? ` class="${classes.join(' ')}"` : '';
          return `<${tag} dir="auto"${style}>${spans(content)}</${tag}>`;
        };
        const [head = [], ...rows] = block.rows;
        const body = rows.map((row, at) => {
          const id = block.rowIds?.[at];
          return `<tr${id === undefined ? '' : ` id="${escapeHtml(id)}"`}>${row.map(cell('td')).join('')}</tr>`;
        });
        const size = rows.length <= MAX_SMALL_TABLE ? ' class="small"' : '';
        return `<table${size}>\n<thead><tr>${head.map(cell('th')).join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
      }
    }
  }

  return blocks.map((block) => blockHtml(block)).join('\n');
}
