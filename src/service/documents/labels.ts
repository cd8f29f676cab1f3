/** The labels with which the lines of a document begin. */
import { bracketed, type Label } from '../../text/enumeration.ts';

const LABEL = /^\s*\[?\(([a-z]{1,6}|[A-Z]{1,6}|\d{1,3}[A-Z]?)\)(?=[\s(\]]|$)/;

/** The labels with which a line begins: `(A)(i) the amount` -> A, i. */
export function labelsOf(text: string): Label[] {
  const labels: Label[] = [];
  let rest = text;
  for (let match = LABEL.exec(rest); match?.[1] !== undefined; match = LABEL.exec(rest)) {
    labels.push(bracketed(match[1]));
    rest = rest.slice(match[0].length);
    if (!/^\s{0,4}\(/.test(rest)) break;
  }
  return labels;
}
