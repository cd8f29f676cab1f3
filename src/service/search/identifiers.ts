import { PROGRAM_EXTENSIONS } from '../programFiles.ts';

const PROGRAM = new RegExp(String.raw`\.(?:${PROGRAM_EXTENSIONS.replaceAll(' ', '|')})$`, 'i');

/** Selected text with the identifiers of a program as the words that they are made of: "section179Deduction" and "SECTION_179_LIMIT" name § 179. */
export function inWords(path: string, text: string): string {
  if (!PROGRAM.test(path)) return text;
  return text.replace(/(?<=\d)_(?=\d)/g, '').replace(/(?<=[a-z])(?=[A-Z\d])|(?<=\d)(?=[A-Z])|_/g, ' ');
}
