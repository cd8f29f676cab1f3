/** Text for VS Code's Chat, which shows Markdown with formulas and icons. */
import { escapeHidden, oneLine } from '../../conversation/display.ts';
import { escapeMarkdown } from '../../conversation/escape.ts';

/** Chat reads `$1,000 to $5,000` as a formula and `$(gear)` as an icon. */
export function escapeDollars(text: string): string {
  return text.replace(/\\[\s\S]|\$/g, (found) => (found === '$' ? '\\$' : found));
}

/** Text from outside as one line, without any formatting. */
export function chatText(text: string): string {
  return escapeDollars(escapeMarkdown(escapeHidden(oneLine(text))));
}
