/** The hostile samples as text, and checks of the DOM of an answer. Runs inside the page. */

export interface HostileCase {
  readonly id: string;
  readonly class: string;
  readonly name: string;
  readonly markdown?: string;
  readonly pieces?: readonly string[];
  readonly gen?: { readonly parts: readonly GeneratedPart[] };
  readonly must_not: readonly string[];
  readonly must_show?: readonly string[];
}

interface GeneratedPart {
  readonly text?: string;
  readonly repeat?: string;
  readonly times?: number;
  readonly eachIndex?: string;
  readonly from?: number;
  readonly to?: number;
}

export function textOf(sample: HostileCase): string {
  if (sample.markdown !== undefined) return sample.markdown;
  if (sample.pieces) return sample.pieces.join('');
  return (sample.gen?.parts ?? []).map(expand).join('');
}

function expand(part: GeneratedPart): string {
  if (part.text !== undefined) return part.text;
  if (part.repeat !== undefined) return part.repeat.repeat(part.times ?? 1);
  let text = '';
  for (let i = part.from ?? 0; i <= (part.to ?? 0); i++) {
    text += (part.eachIndex ?? '')
      .replaceAll('{i}', String(i))
      .replaceAll('{indent2}', ' '.repeat(2 * i))
      .replaceAll('{ticks}', '`'.repeat((i % 50) + 1));
  }
  return text;
}

/** Everything that the renderer ever makes. */
const elements = new Set(
  'a blockquote br button code del div em h1 h2 h3 h4 h5 h6 hr li ol p pre section span strong sup table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const attributes = new Set('class href rel title role tabindex aria-label start type data-footnote'.split(' '));
const classes = /^(?:md|md-[a-z-]+|kept|language-[a-z0-9+#._-]+)$/;

/** Returns the violations in the DOM. Empty if there are none. */
export function violations(root: Element): string[] {
  const wrong: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const tag = element.localName;
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !elements.has(tag)) wrong.push(`tag:${tag}`);
    for (const { name, value } of element.attributes) {
      if (!attributes.has(name)) wrong.push(`attr:${name}`);
      if (name === 'class' && value.split(' ').some((part) => part && !classes.test(part)))
        wrong.push(`class:${value}`);
      if (name === 'href' && !/^(?:https?:\/\/[^/]|mailto:)/.test(value)) wrong.push(`scheme:${value}`);
      if (/^\s*(?:command|vscode[\w-]*|javascript|data):/i.test(value)) wrong.push(`cmd:${value}`);
    }
    if (tag === 'a' && element.hasAttribute('href')) wrong.push(...spoofing(element as HTMLAnchorElement));
  }
  if (/[\u202a-\u202e\u2066-\u2069]/.test(root.textContent ?? '')) wrong.push('spoof:reordering');
  return wrong;
}

function spoofing(link: HTMLAnchorElement): string[] {
  const shown = link.textContent ?? '';
  const url = new URL(link.href);
  const host = url.protocol === 'mailto:' ? url.pathname : url.host;
  const wrong: string[] = [];
  if (!shown.toLowerCase().includes(host.toLowerCase())) wrong.push(`spoof:${host} not in ${shown}`);
  if (/[\u200b-\u200f\u2060-\u2064\ufeff\u00ad]/.test(shown)) wrong.push('spoof:invisible');
  if (url.username || url.password) wrong.push('spoof:userinfo');
  return wrong;
}
