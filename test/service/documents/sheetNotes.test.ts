import { expect, it } from 'vitest';
import { readComments } from '../../../src/service/documents/office/sheetNotes.ts';

it('a comment of a sheet names its cell and its author, whom it names once if the text begins with the name', async () => {
  const comment = (cell: string, author: number, text: string) =>
    `<comment ref="${cell}" authorId="${author}"><text><r><t>${text}</t></r></text></comment>`;
  const comments = [
    comment('B2', 0, 'Agree to the ledger.'),
    comment('B3', 0, 'Reviewer: Why?'),
    comment('B4', 9, 'Old.'),
  ];
  const xml = `<comments><authors><author>Reviewer</author></authors><commentList>${comments.join('')}</commentList></comments>`;
  expect((await readComments(xml)).map(({ text }) => text)).toEqual([
    'Comment on B2 by Reviewer: Agree to the ledger.',
    'Comment on B3: Reviewer: Why?',
    'Comment on B4: Old.',
  ]);
});
