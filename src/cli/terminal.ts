/** What the programs print. Texts of files, services and publishers may contain characters that a terminal obeys or hides. */
import { escapeHidden } from '../conversation/display.ts';

/** Such characters are shown as their codes. */
export const print = (text: string): void => void process.stdout.write(`${escapeHidden(text)}\n`);

/** The same on standard error. */
export const printError = (text: string): void => void process.stderr.write(`${escapeHidden(text)}\n`);

/** They are written as escapes, which programs read as these characters. */
export function printJson(value: unknown): void {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const json = JSON.stringify(value, null, 2).replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === '\n' ? character : character.split('').map(escaped).join(''),
  );
  process.stdout.write(`${json}\n`);
}
