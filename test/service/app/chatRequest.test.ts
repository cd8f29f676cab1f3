import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { parseChatRequest } from '../../../src/service/app/chatRequest.ts';
import { HttpError } from '../../../src/service/app/httpError.ts';
import { QUESTION } from '../../support/httpExchange.ts';

const read = (fields: Record<string, unknown>) => parseChatRequest({ ...QUESTION, ...fields });

function refusal(body: unknown): Pick<HttpError, 'status' | 'param' | 'code' | 'message'> {
  try {
    parseChatRequest(body);
  } catch (thrown) {
    if (thrown instanceof HttpError) return thrown;
    throw thrown;
  }
  throw new Error('The request was accepted.');
}

describe('accepted requests', () => {
  it('a request without askMode gets fast research, may be kept, and gets one JSON reply', () => {
    expect(read({})).toEqual({
      messages: QUESTION.messages,
      question: plainQuestion(QUESTION.messages[0]?.content ?? ''),
      context: [],
      instructions: [],
      stream: false,
      includeUsage: false,
      replyRole: 'ai',
      zeroDataRetention: false,
      askMode: 'tax_research_fast_research',
      allowedAskModes: null,
    });
  });

  it.each([
    'tax_research_normal',
    'tax_research_fast_research',
    'tax_research_deep_research',
    'tax_research_web_search',
    'audit_research',
    'auto',
  ])('askMode %s is accepted', (askMode) => expect(read({ askMode }).askMode).toBe(askMode));

  it.each([
    [{ askMode: 'normal' }, 'tax_research_normal'],
    [{ askMode: 'fast_research' }, 'tax_research_fast_research'],
    [{ askMode: 'web_search' }, 'tax_research_web_search'],
    [{ websearch: true }, 'tax_research_web_search'],
    [{ webSearch: true }, 'tax_research_web_search'],
    [{ websearch: true, webSearch: true }, 'tax_research_web_search'],
    [{ websearch: false, webSearch: true }, 'tax_research_web_search'],
    [{ websearch: false }, 'tax_research_fast_research'],
  ])('the legacy form %o selects %s', (fields, mode) => expect(read(fields).askMode).toBe(mode));

  it('auto chooses among the modes of allowedAskModes, with legacy names translated', () => {
    const allowedAskModes = ['audit_research', 'normal', 'tax_research_web_search'];
    expect(read({ askMode: 'auto', allowedAskModes }).allowedAskModes).toEqual([
      'audit_research',
      'tax_research_normal',
      'tax_research_web_search',
    ]);
  });

  it.each([[undefined], [null], [['auto']], [['audit_research', 'auto']]])(
    'auto with allowedAskModes %o may choose any mode',
    (allowedAskModes) => expect(read({ askMode: 'auto', allowedAskModes }).allowedAskModes).toBeNull(),
  );

  it.each([[['audit_research']], [['auto']], [[]], [['no such mode']], [null]])(
    'allowedAskModes %o without auto has no effect',
    (allowedAskModes) => {
      expect(read({ allowedAskModes }).allowedAskModes).toBeNull();
      expect(read({ askMode: 'audit_research', allowedAskModes }).allowedAskModes).toBeNull();
    },
  );

  it('stream and ZeroDataRetention are read', () => {
    expect(read({ stream: true, ZeroDataRetention: true })).toMatchObject({ stream: true, zeroDataRetention: true });
  });

  it.each([
    'stream',
    'stream_options',
    'ZeroDataRetention',
    'askMode',
    'allowedAskModes',
    'websearch',
    'webSearch',
    'extra_body',
  ])('an optional field %s that is null counts as absent', (name) => expect(read({ [name]: null })).toEqual(read({})));

  it('null for askMode does not conflict with a legacy flag', () => {
    expect(read({ askMode: null, websearch: true }).askMode).toBe('tax_research_web_search');
  });

  it('stream_options.include_usage is read, and any other form of stream_options is ignored', () => {
    expect(read({ stream_options: { include_usage: true } }).includeUsage).toBe(true);
    for (const stream_options of [{ include_usage: false }, { include_usage: null }, {}, 'x', [true]]) {
      expect(read({ stream_options }).includeUsage).toBe(false);
    }
  });

  it('a conversation may begin with an ai message', () => {
    const messages = [
      { role: 'ai', content: 'Hello' },
      { role: 'human', content: 'x' },
    ];
    expect(read({ messages }).messages).toEqual(messages);
  });

  it('the roles user and assistant are read as human and ai, and answered with assistant', () => {
    const messages = [
      { role: 'user', content: 'Q1' },
      { role: 'assistant', content: 'A1' },
      { role: 'user', content: 'Q2' },
    ];
    expect(read({ messages })).toMatchObject({
      replyRole: 'assistant',
      messages: [
        { role: 'human', content: 'Q1' },
        { role: 'ai', content: 'A1' },
        { role: 'human', content: 'Q2' },
      ],
    });
    expect(read({ messages: [{ role: 'ai', content: 'A1' }, messages[0]] }).replyRole).toBe('assistant');
  });

  it.each(['system', 'developer'])('%s messages are instructions and no part of the conversation', (role) => {
    const messages = [
      { role, content: 'Be brief.' },
      { role: 'human', content: 'Q1' },
      { role: 'ai', content: 'A1' },
      { role, content: 'Be polite.' },
      { role: 'human', content: 'Q2' },
    ];
    expect(read({ messages })).toMatchObject({
      replyRole: 'ai',
      instructions: ['Be brief.', 'Be polite.'],
      messages: [
        { role: 'human', content: 'Q1' },
        { role: 'ai', content: 'A1' },
        { role: 'human', content: 'Q2' },
      ],
    });
  });

  it('a blank system message is ignored, since client programs send one where none is set', () => {
    const messages = [
      { role: 'system', content: '' },
      { role: 'user', content: 'Q1' },
    ];
    expect(read({ messages })).toMatchObject({ instructions: [], messages: [{ role: 'human', content: 'Q1' }] });
  });

  it('content in text parts is joined by line breaks', () => {
    const content = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    expect(read({ messages: [{ role: 'user', content }] }).messages).toEqual([{ role: 'human', content: 'one\ntwo' }]);
  });

  it('other fields of a message are ignored', () => {
    const { messages } = read({ messages: [{ role: 'human', content: 'x', name: 'n', __proto__: { role: 'ai' } }] });
    expect(messages).toEqual([{ role: 'human', content: 'x' }]);
  });

  it('an extra_body without ZeroDataRetention is ignored like any unknown field', () => {
    expect(read({ extra_body: { askMode: 'audit_research' } }).askMode).toBe('tax_research_fast_research');
  });

  it('ten thousand messages are accepted', () => {
    const messages = Array.from({ length: 10_001 }, (_, at) => ({ role: at % 2 === 0 ? 'human' : 'ai', content: 'x' }));
    expect(read({ messages }).messages).toHaveLength(10_001);
  });
});

describe('refused requests', () => {
  it.each([
    [{ model: undefined }, 'model'],
    [{ model: 'SERVICE-1.0' }, 'model'],
    [{ model: null }, 'model'],
    [{ messages: undefined }, 'messages'],
    [{ messages: null }, 'messages'],
    [{ messages: [] }, 'messages'],
    [{ messages: [null] }, 'messages[0]'],
    [{ messages: [[]] }, 'messages[0]'],
    [{ messages: [{ content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'human' }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: 1 }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: null }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: [] }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: [{ type: 'text', text: ' ' }] }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: ['x'] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'human', content: [{ type: 'text', text: 1 }] }] }, 'messages[0].content[0]'],
    [{ messages: [{ role: 'Human', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'constructor', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'system', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'assistant', content: 'x' }] }, 'messages[0].role'],
    [
      {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'system', content: 'x' },
        ],
      },
      'messages[1].role',
    ],
    [
      {
        messages: [
          { role: 'user', content: 'x' },
          { role: 'human', content: 'x' },
        ],
      },
      'messages[1].role',
    ],
    [
      {
        messages: [
          { role: 'human', content: 'x' },
          { role: 'human', content: 'x' },
        ],
      },
      'messages[1].role',
    ],
    [{ stream: 'true' }, 'stream'],
    [{ ZeroDataRetention: 'true' }, 'ZeroDataRetention'],
    [{ ZeroDataRetention: 1 }, 'ZeroDataRetention'],
    [{ zeroDataRetention: true }, 'ZeroDataRetention'],
    [{ zero_data_retention: true }, 'ZeroDataRetention'],
    [{ ZERODATARETENTION: false }, 'ZeroDataRetention'],
    [{ extra_body: { ZeroDataRetention: true } }, 'extra_body'],
    [{ extra_body: { zero_data_retention: false } }, 'extra_body'],
    [{ askMode: 'deep' }, 'askMode'],
    [{ askMode: 'Auto' }, 'askMode'],
    [{ askMode: 'constructor' }, 'askMode'],
    [{ askMode: '__proto__' }, 'askMode'],
    [{ askMode: 'auto', webSearch: true }, 'webSearch'],
    [{ askMode: 'web_search', websearch: false }, 'websearch'],
    [{ websearch: 'yes' }, 'websearch'],
    [{ allowedAskModes: 'auto' }, 'allowedAskModes'],
    [{ allowedAskModes: [1] }, 'allowedAskModes[0]'],
    [{ askMode: 'audit_research', allowedAskModes: [null] }, 'allowedAskModes[0]'],
    [{ askMode: 'auto', allowedAskModes: [] }, 'allowedAskModes'],
    [{ askMode: 'auto', allowedAskModes: ['audit_research', 'x'] }, 'allowedAskModes[1]'],
    [{ askMode: 'auto', allowedAskModes: ['auto', 'x'] }, 'allowedAskModes[1]'],
    [{ askMode: 'auto', allowedAskModes: [1] }, 'allowedAskModes[0]'],
  ])('%o is refused with status 400 and the name of the field', (fields, param) => {
    const error = refusal({ ...QUESTION, ...fields });
    expect(error.param).toBe(param);
    expect(error.status).toBe(400);
  });

  it('the message about an unknown role lists the roles that are read', () => {
    for (const role of ['tool', 'function', 'model']) {
      const { message } = refusal({ ...QUESTION, messages: [{ role, content: 'x' }] });
      for (const known of ['"human"', '"user"', '"ai"', '"assistant"', '"system"']) expect(message).toContain(known);
    }
  });

  it.each(['image_url', 'input_audio', 'file'])(
    'a content part of type %s is refused with what is supported',
    (type) => {
      const content = [
        { type: 'text', text: 'x' },
        { type, [type]: {} },
      ];
      const error = refusal({ ...QUESTION, messages: [{ role: 'user', content }] });
      expect(error).toMatchObject({ status: 400, param: 'messages[0].content[1]' });
      expect(error.message).toMatch(/Images, audio and files are not supported/);
    },
  );

  it('a nested ZeroDataRetention is refused with the place where it belongs', () => {
    const error = refusal({ ...QUESTION, extra_body: { ZeroDataRetention: true } });
    expect(error).toMatchObject({ param: 'extra_body', code: 'misplaced_field' });
    expect(error.message).toMatch(/^ZeroDataRetention must be at the top level of the body\./);
  });

  it.each([null, true, 1, 'x', [], [QUESTION]])('the body %o is refused because it is no object', (body) => {
    expect(refusal(body).status).toBe(400);
  });

  it('an error message never repeats a value of the request', () => {
    expect(refusal({ ...QUESTION, askMode: 'canary-value' }).message).not.toContain('canary');
    expect(refusal({ ...QUESTION, model: 'canary-value' }).message).not.toContain('canary');
  });

  it('a body with 300,000 wrong messages is refused at the first one', () => {
    const messages = Array.from({ length: 300_000 }, () => ({ role: 'x' }));
    expect(refusal({ ...QUESTION, messages }).param).toBe('messages[0].role');
  });
});

describe('any JSON value as a request', () => {
  const value = fc.jsonValue();
  /** Mostly right, so that a body often has one wrong part only. */
  const mostly = <T>(right: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: right as fc.Arbitrary<unknown>, weight: 12 }, { arbitrary: value, weight: 1 });
  const mode = fc.constantFrom('auto', 'normal', 'audit_research', 'web_search', '__proto__', '', 'x');
  const conversation = fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 }).map((texts) =>
    texts.map((content, at) => ({
      role: (at % 2 === 0 ? ['human', 'user'] : ['ai', 'assistant'])[at % 3 === 0 ? 0 : 1],
      content,
    })),
  );
  const body = fc.record(
    {
      model: mostly(fc.constant('service-1.0')),
      messages: mostly(conversation),
      stream: mostly(fc.boolean()),
      askMode: mostly(mode),
      allowedAskModes: mostly(fc.array(mode, { maxLength: 3 })),
      websearch: mostly(fc.option(fc.boolean())),
      stream_options: mostly(fc.record({ include_usage: fc.boolean() })),
      extra_body: mostly(fc.record({ askMode: mode })),
      ZeroDataRetention: mostly(fc.boolean()),
    },
    { requiredKeys: ['model', 'messages'] },
  );

  it('any JSON value is either read as a valid request or refused with status 400', () => {
    let accepted = 0;
    fc.assert(
      fc.property(mostly(body), (sent) => {
        const parsed: unknown = JSON.parse(JSON.stringify(sent));
        try {
          const request = parseChatRequest(parsed);
          accepted++;
          expect(request.messages.at(-1)?.role).toBe('human');
          expect(request.askMode === 'auto' || request.allowedAskModes === null).toBe(true);
        } catch (thrown) {
          if (!(thrown instanceof HttpError)) throw thrown;
          expect(thrown.status).toBe(400);
        }
      }),
      { seed: 1031, numRuns: 3_000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
