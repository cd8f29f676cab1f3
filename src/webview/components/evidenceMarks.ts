/** The words after each citation of a rendered answer: its tooltip, its name for screen readers, and what opens with the source. */
import { escapeHidden } from '../../conversation/display.ts';
import type { MarkedWords } from '../../protocol/answerPart.ts';
import { t } from '../translation.ts';

const CITATIONS = 'a.md-citation';

export function addEvidence(
  root: HTMLElement,
  evidence: readonly MarkedWords[],
  nameOf: (source: number) => string,
): void {
  if (evidence.length === 0) return;
  const citations = root.querySelectorAll<HTMLElement>(CITATIONS);
  for (const { mark, source, words } of evidence) {
    const citation = citations[mark];
    if (citation?.textContent !== `[${source}]`) continue;
    const name = nameOf(source);
    const shown = t('evidence.words', escapeHidden(words));
    citation.title = `${name}\n\n${shown}`;
    citation.setAttribute('aria-label', `${name}. ${shown}`);
  }
}

/** The order of a citation among those of the answer, from 0. */
export function markOf(root: HTMLElement, citation: Element): number {
  return Array.from(root.querySelectorAll<Element>(CITATIONS)).indexOf(citation);
}
