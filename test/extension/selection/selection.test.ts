import { describe, expect, it } from 'vitest';
import type { TextEditor, Uri as VscodeUri } from 'vscode';
import { labelOf } from '../../../src/extension/selection/askSelection.ts';
import { isOutdated, selectionsOf } from '../../../src/extension/selection/selection.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const { Range, Uri } = fakeVscode().api;

function editorOf(text: string, ...ranges: [number, number, number, number][]): TextEditor {
  const lines = text.split('\n');
  return {
    selections: ranges.map(([a, b, c, d]) => new Range(a, b, c, d)),
    document: {
      uri: Uri.file('/matter/memo.md'),
      languageId: 'markdown',
      getText: (range: { start: { line: number; character: number }; end: { line: number; character: number } }) => {
        const part = lines.slice(range.start.line, range.end.line + 1);
        part[part.length - 1] = part.at(-1)?.slice(0, range.end.character) ?? '';
        part[0] = part[0]?.slice(range.start.character) ?? '';
        return part.join('\n');
      },
    },
  } as unknown as TextEditor;
}

const options = { newId: () => 'id', label: () => 'memo.md' };

function documentOf(text: string) {
  const lines = text.split('\n');
  return {
    eol: 1,
    lineCount: lines.length,
    lineAt: (line: unknown) => ({ text: lines[line as number] ?? '' }) as never,
  };
}

describe('what is selected', () => {
  it.each([
    ['that ends before the first character of a line', [1, 0, 2, 0], 2, 2],
    ['that ends after the first character of a line', [1, 0, 2, 1], 2, 3],
    ['inside one line', [1, 0, 1, 3], 2, 2],
  ] as const)('names the lines of a selection %s', (_, range, startLine, endLine) => {
    expect(selectionsOf(editorOf('one\ntwo\nthree', [...range]), options)).toMatchObject([{ startLine, endLine }]);
  });

  it('ignores a selection of blanks only', () => {
    expect(selectionsOf(editorOf('one\n  \nthree', [1, 0, 2, 0], [0, 0, 0, 0]), options)).toEqual([]);
  });

  it('takes a snapshot of the selected text with its lines, from 1', () => {
    expect(selectionsOf(editorOf('one\ntwo\nthree', [1, 0, 2, 5]), options)).toEqual([
      {
        id: 'id',
        uri: 'file:///matter/memo.md',
        label: 'memo.md',
        languageId: 'markdown',
        startLine: 2,
        endLine: 3,
        text: 'two\nthree',
      },
    ]);
  });

  it('does not include a line before whose first character the selection ends', () => {
    const [selection] = selectionsOf(editorOf('one\ntwo\nthree', [0, 0, 1, 0]), options);
    expect(selection).toMatchObject({ startLine: 1, endLine: 1, text: 'one\n' });
    if (selection) expect(isOutdated(selection, documentOf('one\ntwo'))).toBe(false);
  });

  it('takes one selection per range, and none for a range with only white space', () => {
    expect(selectionsOf(editorOf('one\n  \nthree', [0, 0, 0, 3], [1, 0, 1, 2], [2, 0, 2, 5]), options)).toHaveLength(2);
    expect(selectionsOf(editorOf('one', [0, 1, 0, 1]), options)).toEqual([]);
  });
});

it('Fiscal labels a selection with the path in the opened folder, and with the name alone for other files', () => {
  const vscode = {
    workspace: {
      getWorkspaceFolder: (uri: VscodeUri) => (uri.path.startsWith('/matter/') ? { uri } : undefined),
      asRelativePath: (uri: VscodeUri) => uri.path.replace('/matter/', ''),
    },
  } as never;
  expect(labelOf(vscode, Uri.file('/matter/a/memo.md'))).toBe('a/memo.md');
  expect(labelOf(vscode, Uri.file('/home/jane/Clients/Acme/memo.md'))).toBe('memo.md');
});

describe('a snapshot', () => {
  const [selection] = selectionsOf(editorOf('one\ntwo\nthree', [1, 1, 2, 2]), options);
  if (!selection) throw new Error('nothing was selected');

  it('marks a selection as outdated when its lines changed or no longer exist', () => {
    expect(isOutdated(selection, documentOf('one\ntwo\nthree'))).toBe(false);
    expect(isOutdated(selection, documentOf('one\ntwo!\nthree'))).toBe(true);
    expect(isOutdated(selection, documentOf('new\none\ntwo\nthree'))).toBe(true);
    expect(isOutdated(selection, documentOf('one'))).toBe(true);
  });

  it('does not mark a selection as outdated when other lines or the line endings changed', () => {
    expect(isOutdated(selection, documentOf('other\ntwo\nthree\nmore'))).toBe(false);
    expect(isOutdated({ ...selection, text: 'wo\r\nth' }, documentOf('one\ntwo\nthree'))).toBe(false);
  });
});
