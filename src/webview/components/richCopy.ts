/** Copies an answer as rich text. Citations become footnotes in the markup that Word imports as footnotes. */

import { citation } from '../../conversation/citation.ts';
import type { Answer, StoredSource } from '../../conversation/conversation.ts';
import { escapeHtml } from '../../conversation/escape.ts';
import { isContent } from '../find/renderedText.ts';
import { citedSources } from '../state/citationChecks.ts';
import { translate } from '../translation.ts';

/** Returns false if the clipboard could not be written. */
export function copyRich(body: Element, answer: Answer): boolean {
  const html = richHtml(body, answer);
  const shown = body instanceof HTMLElement ? body.innerText : (body.textContent ?? '');
  const text = [shown.trim(), ...plainSources(answer)].join('\n');
  let written = false;
  // The asynchronous clipboard removes the attributes by which Word recognizes a footnote. The copy event keeps them.
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html);
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    written = event.clipboardData !== null;
  };
  document.addEventListener('copy', onCopy, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', onCopy, { capture: true });
  return written;
}

/** Elements that are copied. Of other elements only the content is copied. */
const COPIED_ELEMENTS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tr th td pre code blockquote em strong del br hr sup a'.split(' '),
);
const VOID_ELEMENTS = new Set(['br', 'hr']);
const COPIED_ATTRIBUTES = ['start', 'colspan', 'rowspan'];

/** The HTML is built as text, because the policy of the page does not allow style attributes in a document. */
function richHtml(body: Element, answer: Answer): string {
  const cited = citedSources(answer.text, answer.sources.length);
  const marked = new Set<number>();
  const content = contentOf(body, (text) =>
    text
      .split(/(\[\d{1,3}\])/)
      .map((part) => {
        const n = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
        if (!cited.has(n)) return escapeHtml(part);
        const name = marked.has(n) ? '' : ` name="_ftnref${n}"`;
        marked.add(n);
        return footnoteMark(n, `#_ftn${n}`, name);
      })
      .join(''),
  );
  const notes = [...marked]
    .sort((a, b) => a - b)
    .map((n) => footnote(n, answer.sources))
    .join('');
  // Word draws a line of its own above footnotes.
  const line = '<![if !supportFootnotes]><hr align="left" size="1" width="33%"><![endif]>';
  const list = notes && `<div style="mso-element:footnote-list">${line}${notes}</div>`;
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${content}${list}</body></html>`;
}

function contentOf(element: Element, text: (value: string) => string): string {
  let html = '';
  for (const node of element.childNodes) {
    if (node instanceof Text) html += element.closest('code, pre') ? escapeHtml(node.data) : text(node.data);
    else if (node instanceof Element && isContent(node)) html += elementOf(node, text);
  }
  return html;
}

function elementOf(element: Element, text: (value: string) => string): string {
  const tag = element.localName;
  const inner = contentOf(element, text);
  const address = tag === 'a' ? (element.getAttribute('href') ?? '') : '';
  if (!COPIED_ELEMENTS.has(tag) || (tag === 'a' && !/^(https?|mailto):/.test(address))) return inner;
  const attributes = (tag === 'a' ? ['href'] : COPIED_ATTRIBUTES)
    .filter((name) => element.hasAttribute(name))
    .map((name) => ` ${name}="${escapeHtml(element.getAttribute(name) ?? '')}"`)
    .join('');
  // Mail programs draw no lines in a table without it.
  if (tag === 'table') return `<table border="1" cellspacing="0" cellpadding="4">${inner}</table>`;
  return VOID_ELEMENTS.has(tag) ? `<${tag}>` : `<${tag}${attributes}>${inner}</${tag}>`;
}

function footnote(n: number, sources: readonly StoredSource[]): string {
  const source = sources[n - 1];
  if (!source) return '';
  const description = escapeHtml(citation({ ...source, url: null }, { t: translate }, sources));
  const link = source.url === null ? '' : ` <a href="${escapeHtml(source.url)}">${escapeHtml(source.url)}</a>`;
  const mark = footnoteMark(n, `#_ftnref${n}`, ` name="_ftn${n}"`);
  return `<div style="mso-element:footnote" id="ftn${n}"><p>${mark} ${description}${link}</p></div>`;
}

/** The cited sources as lines of the plain text, after a blank line. */
function plainSources({ text, sources }: Answer): string[] {
  const cited = [...citedSources(text, sources.length)].sort((a, b) => a - b);
  const lines = cited.flatMap((n) => {
    const source = sources[n - 1];
    return source ? [`[${n}] ${citation(source, { t: translate }, sources)}`] : [];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

function footnoteMark(n: number, href: string, name: string): string {
  return `<a style="mso-footnote-id:ftn${n}" href="${href}"${name}><sup>[${n}]</sup></a>`;
}
