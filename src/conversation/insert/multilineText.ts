/** Text and statements over several lines in source code, which a comment between the lines would change. */
import { type Span, type Syntax, syntaxOf } from './codeSyntax.ts';
import { yamlTexts } from './yamlText.ts';

/** The line on which the text or the statement begins that line `target` is inside of, from 0; null if it is inside of none. */
export function multilineTextAt(lines: readonly string[], target: number, languageId: string): number | null {
  const starts =
    languageId === 'yaml' || languageId === 'dockercompose' ? yamlTexts(lines) : codeTexts(lines, syntaxOf(languageId));
  let line = target;
  // A text may begin on a line that is itself inside of a statement.
  for (let start = starts.get(line); start !== undefined && start < line; start = starts.get(line)) line = start;
  return line === target ? null : line;
}

/** Texts that never end are none: a quotation mark in a form that is not known. After this many, the rest is read without them. */
const MAX_UNENDED = 20;

function codeTexts(lines: readonly string[], syntax: Syntax | undefined): ReadonlyMap<number, number> {
  if (!syntax) return new Map();
  const text = lines.join('\n');
  const unended = new Set<number>();
  for (;;) {
    const scan = new Scan(text, syntax, unended);
    const last = scan.run();
    if (last === null || unended.size === MAX_UNENDED) return scan.starts;
    unended.add(last);
  }
}

interface Frame {
  readonly kind: 'span' | 'here' | 'template' | 'code' | 'element';
  /** Where it begins. */
  readonly at: number;
  readonly line: number;
  readonly end: string;
  readonly span?: Span;
  /** Of code: open brackets. Of an element: open elements. */
  depth: number;
  /** Of an element: whether a tag is open, and whether it is a closing one. */
  tag: 'opening' | 'closing' | null;
}

/** What stands before an expression, in which a slash begins a regular expression and an angle bracket an element. */
const BEFORE_EXPRESSION = /(?:^|[(,=:[!&|?{};+*%~^<]|=>|\b(?:return|case|default|typeof|yield|await|else|do|in|of))$/;
const REGULAR_EXPRESSION =
  /\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n*])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])*\//y;
/** `<T,>` and `<T extends A>` are types of TypeScript. */
const ELEMENT = /<(?:>|[A-Za-z][\w.:-]*(?=[\s/>])(?!\s+extends\b))/y;

/** Reads code once from left to right. */
class Scan {
  /** For each line that begins inside of a text or a statement, the line on which this begins. */
  readonly starts = new Map<number, number>();
  private readonly text: string;
  private readonly syntax: Syntax;
  private readonly unended: ReadonlySet<number>;
  private readonly frames: Frame[] = [];
  private readonly documents: { readonly at: number; readonly name: string }[] = [];
  private at = 0;
  private line = 0;
  /** The last character of the code that is no blank. */
  private last = -1;
  /** The line on which a statement begins that its lines continue. */
  private statement: number | null = null;

  constructor(text: string, syntax: Syntax, unended: ReadonlySet<number>) {
    this.text = text;
    this.syntax = syntax;
    this.unended = unended;
  }

  /** Returns where the outermost text begins that never ends; null if all end. */
  run(): number | null {
    while (this.at < this.text.length) {
      const top = this.frames.at(-1);
      if (this.text.charAt(this.at) === '\n') this.endLine();
      else if (top === undefined || top.kind === 'code') this.code();
      else if (top.kind === 'span') this.span(top);
      else if (top.kind === 'template') this.template(top);
      else if (top.kind === 'element') this.element(top);
      else this.at += 1;
    }
    const [outer] = this.frames;
    if (outer?.span?.mayEndFile) return null;
    return outer?.at ?? this.documents[0]?.at ?? null;
  }

  private endLine(): void {
    const top = this.frames.at(-1);
    const isCode = top === undefined || top.kind === 'code';
    const { continued } = this.syntax;
    const goesOn = isCode && continued !== undefined && this.text.endsWith(continued, this.at) && this.last < this.at;
    if (goesOn && this.text.slice(this.last - continued.trim().length + 1, this.at) === continued.trim())
      this.statement ??= this.line;
    else this.statement = null;
    // Some texts end with the first characters of a line.
    if (top?.kind === 'span' && top.end.startsWith('\n') && this.text.startsWith(top.end, this.at)) {
      this.starts.set(this.line + 1, this.outermost());
      this.at += top.end.length;
      this.frames.pop();
      this.line += 1;
      return;
    }
    this.at += 1;
    this.line += 1;
    if (
      top?.kind === 'here' &&
      this.lineText()
        .trim()
        .replace(/[;),]+$/, '') === top.end
    ) {
      this.starts.set(this.line, top.line);
      this.frames.pop();
      this.at += this.lineText().length;
      this.openDocument(top.line);
      return;
    }
    if (isCode && this.statement === null) this.openDocument(this.line - 1);
    const inside = this.frames.at(-1);
    if (inside !== undefined && inside.kind !== 'code') this.starts.set(this.line, this.outermost());
    else if (this.statement !== null) this.starts.set(this.line, this.statement);
  }

  private openDocument(line: number): void {
    const next = this.documents.shift();
    if (!next) return;
    this.frames.push({ kind: 'here', at: next.at, line, end: next.name, depth: 0, tag: null });
    // An empty document ends on its first line.
    if (this.lineText().trim() !== next.name) return;
    this.starts.set(this.line, line);
    this.frames.pop();
    this.at += this.lineText().length;
  }

  private lineText(): string {
    const end = this.text.indexOf('\n', this.at);
    return this.text.slice(this.at, end === -1 ? undefined : end);
  }

  /** The line of the outermost text around this place, inside of the innermost code. */
  private outermost(): number {
    const code = this.frames.findLastIndex(({ kind }) => kind === 'code');
    return this.frames[code + 1]?.line ?? this.line;
  }

  private matches(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    return pattern.exec(this.text);
  }

  private push(kind: Frame['kind'], length: number, end: string, span?: Span): void {
    this.frames.push({ kind, at: this.at, line: this.line, end, depth: 0, tag: null, ...(span && { span }) });
    this.at += length;
    if (kind === 'code') this.last = this.at - 1;
  }

  /** Of code, in which texts and comments begin. */
  private code(): void {
    const { comment, spans = [], quotes = '', character, hereDocument, script } = this.syntax;
    const mark = this.text.charAt(this.at);
    if (/\s/.test(mark)) {
      this.at += 1;
      return;
    }
    if (!this.unended.has(this.at)) {
      for (const span of spans) {
        const start = this.matches(span.start);
        if (!start) continue;
        this.push('span', start[0].length, span.end(start), span);
        return;
      }
    }
    if (comment && this.matches(comment)) {
      this.at += this.lineText().length;
      return;
    }
    const document = hereDocument && !this.unended.has(this.at) ? this.matches(hereDocument) : null;
    if (document) this.documents.push({ at: this.at, name: document[2] ?? '' });
    const skipped =
      this.escape(mark) ?? document ?? (character ? this.matches(character) : null) ?? this.quoted(quotes, mark);
    if (skipped) this.at += skipped[0].length;
    else if (script) this.script(mark, script);
    else this.at += 1;
    if (this.frames.at(-1)?.kind !== 'element') this.last = this.at - 1;
  }

  /** Where a mark continues a line, it also makes the character behind it an ordinary one: `\'`. */
  private escape(mark: string): readonly [string] | null {
    const next = this.text.charAt(this.at + 1);
    return mark === this.syntax.continued && /\S/.test(next) ? [mark + next] : null;
  }

  private quoted(quotes: string, mark: string): readonly [string] | null {
    if (!quotes.includes(mark) || mark === '') return null;
    for (let end = this.at + 1; end < this.text.length && this.text.charAt(end) !== '\n'; end += 1) {
      if (this.text.charAt(end) === '\\') end += 1;
      else if (this.text.charAt(end) === mark) return [this.text.slice(this.at, end + 1)];
    }
    return null;
  }

  private script(mark: string, kind: 'plain' | 'jsx'): void {
    const frame = this.frames.at(-1);
    const isExpression =
      (mark === '/' || mark === '<') &&
      BEFORE_EXPRESSION.test(this.text.slice(Math.max(0, this.last - 8), this.last + 1));
    const isKnown = !this.unended.has(this.at);
    const expression = mark === '/' && isExpression ? this.matches(REGULAR_EXPRESSION) : null;
    const element = kind === 'jsx' && mark === '<' && isExpression && isKnown ? this.matches(ELEMENT) : null;
    if (mark === '`' && isKnown) this.push('template', 1, '`');
    else if (element) this.openElement(element[0]);
    else if (mark === '}' && frame?.depth === 0) {
      this.frames.pop();
      this.at += 1;
    } else {
      if (frame && mark === '{') frame.depth += 1;
      if (frame && mark === '}') frame.depth -= 1;
      this.at += expression?.[0].length ?? 1;
    }
  }

  private span({ end, span }: Frame): void {
    const { skip, hasValues } = span ?? {};
    const mark = this.text.charAt(this.at);
    if (skip !== undefined && this.text.startsWith(skip, this.at)) this.skip(skip.length === 1 ? 2 : skip.length);
    else if (this.text.startsWith(end, this.at)) {
      this.at += end.length;
      this.frames.pop();
      this.last = this.at - 1;
    } else if (hasValues && (mark === '"' || mark === "'") && !this.unended.has(this.at)) {
      this.push('span', 1, mark);
    } else this.at += 1;
  }

  /** A line end is read as such. */
  private skip(length: number): void {
    const skipped = this.text.slice(this.at, this.at + length);
    this.at += skipped.includes('\n') ? 1 : length;
  }

  private template({ end }: Frame): void {
    if (this.text.charAt(this.at) === '\\') this.skip(2);
    else if (this.text.startsWith(end, this.at)) {
      this.at += 1;
      this.frames.pop();
      this.last = this.at - 1;
    } else if (this.text.startsWith('${', this.at)) this.push('code', 2, '}');
    else this.at += 1;
  }

  private openElement(start: string): void {
    this.push('element', start.length, '');
    const frame = this.frames.at(-1);
    if (!frame) return;
    frame.depth = 1;
    frame.tag = start === '<>' ? null : 'opening';
  }

  private element(frame: Frame): void {
    const mark = this.text.charAt(this.at);
    const start = frame.tag === null && mark === '<' ? this.matches(/<\/|<>|</y)?.[0] : undefined;
    if (mark === '{') this.push('code', 1, '}');
    else if (start !== undefined) {
      if (start !== '</') frame.depth += 1;
      frame.tag = start === '</' ? 'closing' : start === '<>' ? null : 'opening';
      this.at += start.length;
    } else if (frame.tag !== null && (mark === '"' || mark === "'")) this.push('span', 1, mark);
    else if (frame.tag !== null && (mark === '>' || this.text.startsWith('/>', this.at))) {
      if (frame.tag === 'closing' || mark === '/') frame.depth -= 1;
      frame.tag = null;
      this.at += mark === '/' ? 2 : 1;
      if (frame.depth === 0) {
        this.frames.pop();
        this.last = this.at - 1;
      }
    } else this.at += 1;
  }
}
