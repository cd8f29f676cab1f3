import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Conversation, StoredSource } from '../../src/conversation/conversation.ts';
import { insertContent } from '../../src/conversation/insert/insertContent.ts';
import { insertionsFor } from '../../src/conversation/insert/insertion.ts';
import { createMemo } from '../../src/conversation/memo/memo.ts';
import { memoDocx, memoHtml, memoMarkdown } from '../../src/conversation/memo/memoFile.ts';
import { answerMarkdown, conversationHtml, conversationMarkdown } from '../../src/conversation/transcript.ts';
import { conversationOf, turnOf } from './conversations.ts';
import { ATTACKS, dangers } from './document/attacks.ts';

/** A conversation in which a stranger wrote every text. */
function hostileConversation(text: string): Conversation {
  const source: StoredSource = {
    title: text,
    url: 'https://a.example/"><script>',
    snippet: text,
    section: text,
    date: text,
    location: { path: `/x/${text}.md`, line: 1, endLine: 2 },
    review: 'reliedOn',
  };
  const selection = { id: 's', uri: text, label: text, languageId: text, startLine: 1, endLine: 2, text };
  const turn = {
    ...turnOf('a', null, { text: `${text} [1]`, sources: [source] }),
    service: text,
    model: { name: text, provider: text, onThisMachine: false },
    question: { text, quote: text, selections: [selection] },
  };
  return { ...conversationOf(turn), title: text };
}

function outputs(conversation: Conversation) {
  const { turns } = conversation;
  const memo = createMemo({
    title: conversation.title,
    turns,
    now: 0,
    logEntries: new Map([['a', conversation.title]]),
  });
  const inserted = turns.flatMap((turn) => {
    const parts = [
      { type: 'answer' },
      { type: 'selection', text: turn.answer.text },
      { type: 'quotation', source: 0 },
    ] as const;
    return parts.flatMap((part) => {
      const target = { languageId: 'markdown', text: '', startLine: 0, endLine: 0 };
      return insertionsFor(target, insertContent(turn, part), turn.answer.sources).map((each) => each.text);
    });
  });
  return {
    memo,
    markdown: [
      ...turns.map((turn) => answerMarkdown(turn)),
      conversationMarkdown(conversation),
      memoMarkdown(memo, null),
      ...inserted,
    ],
    html: [conversationHtml(conversation), memoHtml(memo, null), memoHtml(memo, '# {{title}}\n\n{{facts}}\n\n{{law}}')],
  };
}

/** Elements of a page other than those that the writer knows, and addresses that are none of the web or of mail. */
function strangeElements(html: string): string[] {
  const body = html.slice(html.indexOf('<body>'));
  const known =
    /^<\/?(?:body|html|h[1-6]|p|ul|ol|li|blockquote|pre|code|table|thead|tbody|tr|th|td|em|strong|del|sup|br|hr|a|span)(?: (?:dir="auto"|class="(?:(?:right|center)(?: short)?|short|small|number)"|id="[\w-]+"|start="\d+"|rel="noreferrer noopener"|href="(?:https?:|mailto:|#)[^"<>]*"))*>$/;
  return (body.match(/<[^>]*>/g) ?? []).filter((tag) => !known.test(tag));
}

it.each(ATTACKS)('no document has an image, HTML or a script of “%s”', (attack) => {
  const { markdown, html } = outputs(hostileConversation(attack));
  for (const document of markdown) expect(dangers(document)).toEqual([]);
  for (const page of html) {
    expect(strangeElements(page)).toEqual([]);
    expect(page).toContain(
      `http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"`,
    );
  }
});

it('no document has an image, HTML or a script, whatever the text', () => {
  const marks = [
    '`',
    '```',
    '~~~',
    '\n',
    '\\',
    '!',
    '[',
    '](x)',
    '<a',
    '>',
    '- ',
    '> ',
    '    ',
    '\t',
    '\r',
    '|',
    '{{law}}',
  ];
  const piece = fc.oneof(fc.constantFrom(...ATTACKS, ...marks), fc.string({ maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { markdown, html } = outputs(hostileConversation(pieces.join('')));
      for (const document of markdown) expect(dangers(document), JSON.stringify(document)).toEqual([]);
      for (const page of html) expect(strangeElements(page)).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

it('a memo as a Word document is well-formed XML, whatever the text', async () => {
  const { readDocx, malformed } = await import('./document/readDocx.ts');
  const piece = fc.oneof(
    fc.constantFrom(...ATTACKS, '\0', '\ud800', '\uffff', '&', ']]>', '[1]'),
    fc.string({ maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const { memo } = outputs(hostileConversation(pieces.join('')));
      const files = readDocx(await memoDocx(memo, null));
      for (const [name, text] of files) expect(malformed(text), `${name} ${text}`).toBeNull();
    }),
    { numRuns: 40 },
  );
});
