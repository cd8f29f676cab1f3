/** Texts of several lines in shell scripts: quotations, parameter expansions, commands in backticks and here documents. */

/** A pattern after `<<`: the end of a here document, whose quotation marks are no part of it. */
const HERE_DOCUMENT = /<<(-?)[ \t]*((?:"[^"\n]+"|'[^'\n]+'|\\.|[\w.%+@/-])+)/y;
/** What may stand before the mark of a comment. */
const WORD_START = /[\s;&|()]/;

/** Commands are read inside of `sub` and of a backtick too. */
type Kind = 'single' | 'ansi' | 'double' | 'brace' | 'backtick' | 'sub';

/** For each line that begins inside of a text, the line on which the outermost one begins. */
export function shellTexts(lines: readonly string[]): ReadonlyMap<number, number> {
  const text = lines.join('\n');
  const starts = new Map<number, number>();
  const open: Kind[] = [];
  /** Where the outermost text is in `open`, and the line on which it begins. */
  let outermost: { readonly depth: number; readonly line: number } | null = null;
  const lastLines = new Map(lines.map((each, at) => [each.trim(), at]));
  let pending: { readonly end: string; readonly isIndented: boolean; readonly line: number }[] = [];
  let line = 0;
  const push = (kind: Kind) => {
    if (kind !== 'sub') outermost ??= { depth: open.length, line };
    open.push(kind);
  };
  const pop = () => {
    open.pop();
    if (outermost && open.length <= outermost.depth) outermost = null;
  };

  function nextLine(): void {
    line += 1;
    if (outermost) starts.set(line, outermost.line);
  }

  /** Where the line after the here documents begins. */
  function afterHereDocuments(position: number): number {
    let at = position;
    for (const { end, isIndented, line: begin } of pending) {
      for (let isEnd = false; !isEnd && line < lines.length; ) {
        const written = lines[line] ?? '';
        isEnd = (isIndented ? written.replace(/^\t+/, '') : written) === end;
        starts.set(line, starts.get(line) ?? begin);
        at += written.length + 1;
        nextLine();
      }
    }
    pending = [];
    return at;
  }

  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const kind = open.at(-1);
    if (character === '\n') {
      nextLine();
      if (pending.length > 0) at = afterHereDocuments(at + 1) - 1;
      continue;
    }
    if (kind === 'single') {
      if (character === "'") pop();
      continue;
    }
    if (character === '\\') {
      if (text[at + 1] !== '\n') at += 1;
      continue;
    }
    if (kind === 'ansi') {
      if (character === "'") pop();
      continue;
    }
    if (character === '"') {
      if (kind === 'double') pop();
      else push('double');
    } else if (character === '`') {
      if (kind === 'backtick') pop();
      else push('backtick');
    } else if (character === '$' && text[at + 1] === '{') {
      push('brace');
      at += 1;
    } else if (character === '$' && text[at + 1] === '(') {
      push('sub');
      at += 1;
    } else if (kind === 'brace' && character === '}') pop();
    else if (kind === 'double' || (kind === 'brace' && open.at(-2) === 'double')) continue;
    else if (character === "'") push(text[at - 1] === '$' ? 'ansi' : 'single');
    else if (kind === 'brace') continue;
    else if (character === '(') push('sub');
    else if (character === ')') {
      if (kind === 'sub') pop();
    } else if (character === '#' && WORD_START.test(text[at - 1] ?? ' ')) {
      const end = text.indexOf('\n', at);
      at = (end === -1 ? text.length : end) - 1;
    } else if (character === '<' && text[at + 1] === '<') {
      HERE_DOCUMENT.lastIndex = at;
      const [whole = '', dash, word = ''] = (text[at + 2] !== '<' && HERE_DOCUMENT.exec(text)) || [];
      const end = word.replace(/["'\\]/g, '');
      // A shift of bits has no line that ends it.
      if (end !== '' && (lastLines.get(end) ?? -1) > line) pending.push({ end, isIndented: dash === '-', line });
      at += Math.max(whole.length, text[at + 2] === '<' ? 3 : 2) - 1;
    }
  }
  return starts;
}
