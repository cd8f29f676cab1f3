import { describe, expect, it } from 'vitest';
import { changeSchema } from '../../../src/conversation/change.ts';
import { turnSchema } from '../../../src/conversation/conversation.ts';
import { answerBlocks, answerParts } from '../../../src/conversation/document/answerParts.ts';
import { writeMarkdown } from '../../../src/conversation/document/writeMarkdown.ts';
import { evidenceIn } from '../../../src/conversation/evidenceIn.ts';
import { joinParts } from '../../../src/protocol/answerPart.ts';
import { turnOf } from '../conversations.ts';

const kindOf = (title: string, service: string) =>
  answerParts({ ...turnOf('a', null, { text: `### ${title}\n\n- One.` }), service }).sections.map(({ kind }) => kind);

describe('the parts of an answer', () => {
  it.each([
    ['Short answer', 'shortAnswer'],
    ['Fazit', 'conclusion'],
    ['Not found:', 'notFound'],
    ['Left out', 'other'],
  ])('an answer of a hosted service is read by its headings, and one of the library is not: %s', (title, kind) => {
    expect(kindOf(title, 'research.example')).toEqual([kind]);
    expect(kindOf(title, 'library')).toEqual(['other']);
  });

  it('what the library left out is not inserted', () => {
    const written = joinParts([
      { kind: 'shortAnswer', text: 'Deduct it.' },
      { kind: 'leftOut', text: '### Left out\n\n- A sentence without a source.' },
    ]);
    const blocks = answerBlocks(turnOf('a', null, written));
    expect(writeMarkdown(blocks, (n) => `[${n}]`).trim()).toBe('Deduct it.');
  });

  const written = joinParts([
    { kind: 'note', text: '*Noch nicht gelesen.*' },
    { kind: 'shortAnswer', text: '### Kort antwoord\n\nJa [1].' },
    { kind: 'rule', text: '### Regel\n\nJa [1].' },
    { kind: 'leftOut', text: '### Weggelaten\n\n- Een zin.' },
  ]);

  it('the words behind a mark keep their mark when parts are put together, whatever is escaped between them', () => {
    const { parts } = joinParts([
      { kind: 'shortAnswer', text: 'Yes [1] [2], see \\[3\\].', evidence: [{ mark: 1, source: 2, words: 'one' }] },
      { kind: 'note', text: 'Nothing.' },
      { kind: 'rule', text: 'Yes [12].', evidence: [{ mark: 0, source: 12, words: 'two' }] },
    ]);
    expect(evidenceIn(parts)).toEqual([
      { mark: 1, source: 2, words: 'one' },
      { mark: 2, source: 12, words: 'two' },
    ]);
  });

  it.each([
    ['no words', undefined],
    ['words that cannot be read', [{ mark: -1, source: 'x', words: 3 }]],
  ])('a stored answer with %s opens with its parts', (_name, evidence) => {
    const stored = turnOf('a', null, { text: 'Yes [1].', parts: [{ kind: 'rule', from: 0, to: 8 }] });
    const [part] = stored.answer.parts ?? [];
    const read = turnSchema.parse({ ...stored, answer: { ...stored.answer, parts: [{ ...part, evidence }] } });
    expect(read.answer.parts).toMatchObject([{ kind: 'rule', from: 0, to: 8 }]);
    expect(evidenceIn(read.answer.parts)).toEqual([]);
  });

  it('the parts of an answer are read by their kinds, in any language', () => {
    const { notes, sections, quotesOnly } = answerParts(turnOf('a', null, written));
    expect(sections.map(({ kind }) => kind)).toEqual(['shortAnswer', 'other', 'omitted']);
    expect([notes.length, quotesOnly]).toEqual([1, false]);
  });

  it('an answer with authorities or own documents consists of quotations', () => {
    const quoted = joinParts([{ kind: 'ownDocuments', text: '### Vos documents\n\n> Rent. [1]' }]);
    expect(answerParts(turnOf('a', null, quoted))).toMatchObject({
      quotesOnly: true,
      sections: [{ kind: 'ownDocuments' }],
    });
  });

  it.each([
    ['out of range', [{ kind: 'leftOut', from: 0, to: 900 }]],
    ['before the text', [{ kind: 'leftOut', from: -1, to: 3 }]],
    [
      'overlapping',
      [
        { kind: 'lead', from: 0, to: 5 },
        { kind: 'leftOut', from: 4, to: 9 },
      ],
    ],
    ['reversed', [{ kind: 'leftOut', from: 9, to: 4 }]],
    ['of an unknown kind', [{ kind: 'poem', from: 0, to: 4 }]],
    ['of an unknown form', 'parts'],
  ])('an answer whose parts are %s is stored, and shown as its text', (_, parts) => {
    const stored = turnSchema.parse({
      ...turnOf('a', null, { text: written.text }),
      answer: { ...turnOf('a', null, { text: written.text }).answer, parts },
    });
    expect(stored.answer.text).toBe(written.text);
    expect(answerParts(stored).sections.map(({ kind }) => kind)).toEqual(['other', 'other', 'other']);
  });
});

it('a change with parts of an unknown kind keeps its text', () => {
  const change = {
    type: 'parts',
    turnId: 'a',
    epoch: 1,
    text: 'Yes.',
    parts: [{ kind: 'poem', from: 0, to: 4 }],
    at: 1,
  };
  expect(changeSchema.parse(change)).toMatchObject({ text: 'Yes.', parts: [] });
});
