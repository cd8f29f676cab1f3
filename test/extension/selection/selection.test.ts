import { describe, expect, test } from 'vitest';
import type { TextEditor, Uri as VscodeUri } from 'vscode';
import { labelOf } from '../../../src/extension/selection/askSelection.ts';
import { isStale, selectionsOf } from '../../../src/extension/selection/selection.ts';
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
  test('becomes a snapshot with its lines, counted from 1', () => {
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

  test('up to the beginning of a line does not name that line', () => {
    const [selection] = selectionsOf(editorOf('one\ntwo\nthree', [0, 0, 1, 0]), options);
    expect(selection).toMatchObject({ startLine: 1, endLine: 1, text: 'one\n' });
    if (selection) expect(isStale(selection, documentOf('one\ntwo'))).toBe(false);
  });

  test('in several places becomes several, and nothing but blanks none', () => {
    expect(selectionsOf(editorOf('one\n  \nthree', [0, 0, 0, 3], [1, 0, 1, 2], [2, 0, 2, 5]), options)).toHaveLength(2);
    expect(selectionsOf(editorOf('one', [0, 1, 0, 1]), options)).toEqual([]);
  });
});

test('the label is the path inside the folder, and of files elsewhere the name alone', () => {
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

  test('is stale when its lines hold another text, or are gone', () => {
    expect(isStale(selection, documentOf('one\ntwo\nthree'))).toBe(false);
    expect(isStale(selection, documentOf('one\ntwo!\nthree'))).toBe(true);
    expect(isStale(selection, documentOf('new\none\ntwo\nthree'))).toBe(true);
    expect(isStale(selection, documentOf('one'))).toBe(true);
  });

  test('is not stale because another line changed, or the line ends did', () => {
    expect(isStale(selection, documentOf('other\ntwo\nthree\nmore'))).toBe(false);
    expect(isStale({ ...selection, text: 'wo\r\nth' }, documentOf('one\ntwo\nthree'))).toBe(false);
  });
});
