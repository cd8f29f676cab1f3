/** Characters of the private use area, which every font draws as it likes. What Symbol and Wingdings use has an ordinary equivalent. */

const PRIVATE = /[\ue000-\uf8ff]/;

/** By code in Symbol or Wingdings, where people use only one of the two. Bullets of different shapes are one. */
const EQUIVALENTS = new Map<string, string>([
  ...[0xf0b7, 0xf0a7, 0xf076, 0xf0d8, 0xf06e, 0xf06c].map((code): [string, string] => [String.fromCharCode(code), '•']),
  ['\uf0fc', '✓'],
  ['\uf0fe', '☑'],
  ['\uf0fd', '☒'],
  ['\uf0a8', '☐'],
  ['\uf06f', '☐'],
  ['\uf0a3', '≤'],
  ['\uf0b3', '≥'],
  ['\uf0b1', '±'],
  ['\uf0b4', '×'],
  ['\uf0b0', '°'],
  ['\uf0e0', '→'],
]);

/** A private character that is no part of a word or of a row of them. */
const ALONE = /(?<![\p{L}\p{N}\ue000-\uf8ff])[\ue000-\uf8ff](?![\p{L}\p{N}\ue000-\uf8ff])/gu;

/** Known symbols become ordinary characters, and other lone ones bullets. Words in an unknown font stay, so that they can be told. */
export function withoutPrivate(text: string): string {
  if (!PRIVATE.test(text)) return text;
  return text.replace(/[\uf000-\uf0ff]/g, (character) => EQUIVALENTS.get(character) ?? character).replace(ALONE, '•');
}
