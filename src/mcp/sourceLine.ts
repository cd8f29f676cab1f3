import { lineRange } from '../conversation/display.ts';
import type { Source } from '../protocol/researchEvent.ts';

/** `§ 179 Election · (b) Limitations · /library/irc-179.md:12-18 · 2025-12-31`: one line. */
export function sourceLine({ title, section, date, url, location }: Source): string {
  const place = location ? lineRange(location.path, location.line, location.endLine) : url;
  return [title, section, place, date].filter(Boolean).join(' · ').replace(/\s+/g, ' ');
}
