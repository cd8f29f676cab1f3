/**
 * Tracks the enumeration of a legal text, (a)(1)(A)(i)(I), line by line, so that a citation with a subsection finds its passage.
 * A pinpoint is written with dots: `b.2.B`.
 */

const ROMAN = /^[ivxl]+$/;

export interface PinpointTracker {
  /** The pinpoint that begins with this heading. Empty if none does. */
  heading(text: string): string;
  /** The pinpoint that begins with this line. Empty if none does. */
  line(text: string): string;
  current(): string;
}

export function createPinpointTracker(): PinpointTracker {
  let path: string[] = [];
  const set = (level: number, label: string) => {
    path = path.slice(0, level);
    while (path.length < level) path.push('');
    path[level] = label;
    return path.join('.');
  };
  const level = (label: string): number => {
    if (/^\d/.test(label)) return 1;
    if (/^[A-Z]+$/.test(label)) {
      const deep = path.length > 3 && path[3] !== '';
      return deep && ROMAN.test(label.toLowerCase()) && (label === 'I' || path[4] !== undefined) ? 4 : 2;
    }
    if (/^([a-z])\1$/.test(label) && path.length > 4) return 5;
    if (ROMAN.test(label) && path.length > 1) return 3;
    return 0;
  };
  return {
    heading(text) {
      const label = /^\(([a-zA-Z]{1,4}|\d{1,3}[A-Z]?)\)/.exec(text)?.[1];
      if (label === undefined) {
        path = [];
        return '';
      }
      return set(/^[a-z]/.test(label) ? 0 : level(label), label);
    },
    line(text) {
      let pin = '';
      let rest = text;
      for (;;) {
        const match = /^\s*\(([a-z]{1,5}|[A-Z]{1,5}|\d{1,3})\)(?=[\s(])/.exec(rest);
        if (!match?.[1]) return pin;
        pin = set(level(match[1]), match[1]);
        rest = rest.slice(match[0].length);
      }
    },
    current: () => path.join('.'),
  };
}
