/** Texts and statements over several lines in source code, which a comment between the lines would change. */
import { isCommentLine } from './commentStyle.ts';
import hljs from './grammars.mjs';
import { shellTexts } from './shellText.ts';
import { yamlTexts } from './yamlText.ts';

/** The grammar of each language that highlight.js knows by another name, or does not know, so that the grammar of a similar language is used. */
const GRAMMARS = new Map([
  ['cuda-cpp', 'cpp'],
  ['hlsl', 'cpp'],
  ['javascriptreact', 'javascript'],
  ['lisp', 'clojure'],
  ['objective-c', 'objectivec'],
  ['objective-cpp', 'objectivec'],
  // For a file that begins with HTML.
  ['php', 'php-template'],
  ['plsql', 'sql'],
  ['scheme', 'clojure'],
  ['shaderlab', 'cpp'],
  ['solidity', 'typescript'],
  ['svelte', 'xml'],
  ['terraform', 'bash'],
  ['typescriptreact', 'typescript'],
  ['vba', 'vb'],
  ['vue', 'xml'],
]);
/** Parts that a comment would change, or in which it would not be a comment. */
const TEXT = /^(?:language-(?!php$)|hljs-(?:comment|meta|quote|regexp|string|tag|template-tag)\b)/;
const TAG_OR_LINE_END = /<span class="([^"]*)">|<(\/)span>|\n/g;
/** The end of a line whose statement continues on the next line. */
const CONTINUED = new Map([
  ['powershell', /\s`$/],
  ['vb', /\s_$/],
  ['vba', /\s_$/],
]);
const CONTINUED_ELSEWHERE = /\\$/;

/** Languages whose texts highlight.js does not find: those of YAML, and here documents with a quoted end. */
const READERS = new Map([
  ['dockercompose', yamlTexts],
  ['shellscript', shellTexts],
  ['yaml', yamlTexts],
]);

/** Languages with JSX, whose nested elements highlight.js loses. */
const WITH_ELEMENTS = new Set(['javascript', 'javascriptreact', 'typescriptreact']);

/** The first line, from 0, of the text or statement that contains line `target`. Null if none contains it. */
export function multilineTextAt(lines: readonly string[], target: number, languageId: string): number | null {
  const starts = (READERS.get(languageId) ?? ((text) => texts(text, languageId)))(lines);
  const continued = CONTINUED.get(languageId) ?? CONTINUED_ELSEWHERE;
  let line = target;
  for (;;) {
    const before = lines[line - 1] ?? '';
    const goesOn =
      (continued.test(before) && !isCommentLine(before, languageId)) || isInElement(lines, line, languageId);
    const start = starts.get(line) ?? (goesOn ? line - 1 : line);
    if (start === line) return line === target ? null : line;
    line = start;
  }
}

/** Whether a line begins with a closing tag, with the end of an expression, or with a tag or an expression after the end of another one. */
function isInElement(lines: readonly string[], line: number, languageId: string): boolean {
  const text = (lines[line] ?? '').trimStart();
  if (!WITH_ELEMENTS.has(languageId) || !/^(?:[<{]|\)\})/.test(text)) return false;
  let above = line - 1;
  while (above > 0 && lines[above]?.trim() === '') above -= 1;
  const before = lines[above] ?? '';
  return /^(?:<\/[\w.]*>|\)\})/.test(text) || /(?:[^=]>|\)\}|^\s*\{.*\})\s*$/.test(before);
}

/** For each line that begins inside of a text, the line on which the outermost one begins. */
function texts(lines: readonly string[], languageId: string): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  const language = GRAMMARS.get(languageId) ?? languageId;
  if (!hljs.getLanguage(language)) return starts;
  const { value } = hljs.highlight(lines.join('\n'), { language, ignoreIllegals: true });
  const open: { readonly isText: boolean; readonly line: number }[] = [];
  let line = 0;
  for (const [, name, isEnd] of value.matchAll(TAG_OR_LINE_END)) {
    if (name !== undefined) open.push({ isText: TEXT.test(name), line });
    else if (isEnd) open.pop();
    else {
      line += 1;
      const text = open.find(({ isText }) => isText);
      if (text) starts.set(line, text.line);
    }
  }
  return starts;
}
