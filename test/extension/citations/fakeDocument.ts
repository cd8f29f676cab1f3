/** A document of VS Code over a string, with the positions and ranges that citations in files need. */
import type * as Vscode from 'vscode';

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

export const api = { Position, Range } as unknown as Pick<typeof Vscode, 'Position' | 'Range'>;

export function fakeDocument(text: string, languageId = 'markdown', version = 1): Vscode.TextDocument {
  const lines = text.split('\n');
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);
  const document = {
    languageId,
    version,
    lineCount: lines.length,
    getText: (range?: { start: Position; end: Position }) =>
      range ? text.slice(document.offsetAt(range.start), document.offsetAt(range.end)) : text,
    lineAt: (line: number) => ({ text: lines[line] ?? '' }),
    offsetAt: ({ line, character }: Position) => (starts[line] ?? 0) + character,
    positionAt(offset: number) {
      let line = 0;
      while (line + 1 < lines.length && (starts[line + 1] ?? 0) <= offset) line += 1;
      return new Position(line, offset - (starts[line] ?? 0));
    },
  };
  return document as unknown as Vscode.TextDocument;
}
