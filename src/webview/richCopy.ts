/** An answer on the clipboard as rich text whose citations are footnotes, in the form that Word makes real ones of. */
import type { Answer } from '../conversation/model.ts';
import { citedSources } from './cited.ts';
import { isContent } from './find/renderedText.ts';
import { origin } from './format.ts';

/** False when the clipboard could not be written. */
export function copyRich(body: Element, answer: Answer): boolean {
  const html = richHtml(body, answer);
  const text = body instanceof HTMLElement ? body.innerText : (body.textContent ?? '');
  let written = false;
  // Through the copy event, because the asynchronous clipboard drops the marks by which Word knows a footnote.
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

/** Elements and attributes of a rendered answer that mean something outside of the page. */
const KEEP = 'p,h1,h2,h3,h4,h5,h6,ul,ol,li,table,thead,tbody,tr,th,td,pre,code,blockquote,em,strong,del,br,hr,sup,a';

export function richHtml(body: Element, answer: Answer): string {
  const out = document.implementation.createHTMLDocument('');
  const marked = new Set<number>();
  const cited = citedSources(answer.text, answer.sources.length);
  copyInto(body, out.body, out, (text) => withFootnotes(text, out, cited, marked));
  const list = out.createElement('div');
  list.setAttribute('style', 'mso-element:footnote-list');
  for (const n of [...marked].sort((a, b) => a - b)) {
    const source = answer.sources[n - 1];
    if (!source) continue;
    const note = out.createElement('div');
    note.setAttribute('style', 'mso-element:footnote');
    note.id = `ftn${n}`;
    const line = out.createElement('p');
    line.append(footnoteLink(out, n, `#_ftnref${n}`, `_ftn${n}`), ' ');
    line.append([source.title, source.section, origin(source), source.date].filter(Boolean).join(', '));
    if (source.url !== null)
      line.append(' ', Object.assign(out.createElement('a'), { href: source.url, textContent: source.url }));
    note.append(line);
    list.append(note);
  }
  if (marked.size > 0) out.body.append(list);
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>${out.body.innerHTML}</body></html>`;
}

function copyInto(from: Element, to: Element, out: Document, text: (value: string) => (Node | string)[]): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) {
      to.append(...(from.closest('code, pre') ? [node.data] : text(node.data)));
    } else if (node instanceof Element && isContent(node)) {
      if (!node.matches(KEEP) || (node.matches('a') && !node.getAttribute('href')?.startsWith('http'))) {
        copyInto(node, to, out, text);
        continue;
      }
      const copy = out.createElement(node.localName);
      for (const name of ['href', 'start', 'colspan', 'rowspan']) {
        const value = node.getAttribute(name);
        if (value !== null) copy.setAttribute(name, value);
      }
      to.append(copy);
      copyInto(node, copy, out, text);
    }
  }
}

function withFootnotes(
  text: string,
  out: Document,
  cited: ReadonlySet<number>,
  marked: Set<number>,
): (Node | string)[] {
  return text.split(/(\[\d{1,3}\])/).map((part) => {
    const n = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
    if (!cited.has(n)) return part;
    const first = !marked.has(n);
    marked.add(n);
    return footnoteLink(out, n, `#_ftn${n}`, first ? `_ftnref${n}` : null);
  });
}

function footnoteLink(out: Document, n: number, href: string, name: string | null): Element {
  const link = out.createElement('a');
  link.setAttribute('style', `mso-footnote-id:ftn${n}`);
  link.setAttribute('href', href);
  if (name !== null) link.setAttribute('name', name);
  const mark = out.createElement('sup');
  mark.textContent = `[${n}]`;
  link.append(mark);
  return link;
}
