import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  it('a request without optional fields asks for fast research, retention and a whole reply', () => {
    expect(read({})).toEqual({
      messages: QUESTION.messages,
      stream: false,
      zeroDataRetention: false,
      askMode: 'tax_research_fast_research',
      allowedAskModes: null,
    });
  });

  it.each([
    'tax_research_normal',
    'tax_research_fast_research',
    'tax_research_deep_research',
    'audit_research',
    'auto',
  ])('the askMode %s is accepted', (askMode) => expect(read({ askMode }).askMode).toBe(askMode));

  it.each([
    [{ askMode: 'normal' }, 'tax_research_normal'],
    [{ askMode: 'fast_research' }, 'tax_research_fast_research'],
    [{ askMode: 'web_search' }, 'tax_research_web_search'],
    [{ websearch: true }, 'tax_research_web_search'],
    [{ webSearch: true }, 'tax_research_web_search'],
    [{ websearch: true, webSearch: true }, 'tax_research_web_search'],
    [{ websearch: false, webSearch: true }, 'tax_research_web_search'],
    [{ websearch: false }, 'tax_research_fast_research'],
  ])('the legacy form %o is translated to %s', (fields, mode) => expect(read(fields).askMode).toBe(mode));

  it('auto accepts allowed modes and translates legacy names', () => {
    expect(read({ askMode: 'auto', allowedAskModes: ['audit_research', 'normal'] }).allowedAskModes).toEqual([
      'audit_research',
      'tax_research_normal',
    ]);
  });

  it('auto without allowedAskModes may choose any mode', () => {
    expect(read({ askMode: 'auto' }).allowedAskModes).toBeNull();
  });

  it.each([[['audit_research']], [['auto']], [[]]])(
    'allowedAskModes %o without auto means nothing',
    (allowedAskModes) => {
      expect(read({ allowedAskModes }).allowedAskModes).toBeNull();
      expect(read({ askMode: 'audit_research', allowedAskModes }).allowedAskModes).toBeNull();
    },
  );

  it('stream and ZeroDataRetention are accepted', () => {
    expect(read({ stream: true, ZeroDataRetention: true })).toMatchObject({ stream: true, zeroDataRetention: true });
  });

  it('a conversation that begins with an ai message is accepted', () => {
    const messages = [
      { role: 'ai', content: 'Hello' },
      { role: 'human', content: 'x' },
    ];
    expect(read({ messages }).messages).toEqual(messages);
  });

  it('other fields of a message are ignored', () => {
    const { messages } = read({ messages: [{ role: 'human', content: 'x', name: 'n', __proto__: { role: 'ai' } }] });
    expect(messages).toEqual([{ role: 'human', content: 'x' }]);
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
    [{ messages: [] }, 'messages'],
    [{ messages: [null] }, 'messages[0]'],
    [{ messages: [[]] }, 'messages[0]'],
    [{ messages: [{ content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'human' }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: 1 }] }, 'messages[0].content'],
    [{ messages: [{ role: 'human', content: [{ type: 'text', text: 'x' }] }] }, 'messages[0].content'],
    [{ messages: [{ role: 'Human', content: 'x' }] }, 'messages[0].role'],
    [{ messages: [{ role: 'constructor', content: 'x' }] }, 'messages[0].role'],
    [{ stream: 'true' }, 'stream'],
    [{ stream: null }, 'stream'],
    [{ ZeroDataRetention: 'true' }, 'ZeroDataRetention'],
    [{ ZeroDataRetention: 1 }, 'ZeroDataRetention'],
    [{ zeroDataRetention: true }, 'ZeroDataRetention'],
    [{ zero_data_retention: true }, 'ZeroDataRetention'],
    [{ ZERODATARETENTION: false }, 'ZeroDataRetention'],
    [{ askMode: 'deep' }, 'askMode'],
    [{ askMode: null }, 'askMode'],
    [{ askMode: 'Auto' }, 'askMode'],
    [{ askMode: 'constructor' }, 'askMode'],
    [{ askMode: '__proto__' }, 'askMode'],
    [{ askMode: 'auto', webSearch: true }, 'webSearch'],
    [{ askMode: 'web_search', websearch: false }, 'websearch'],
    [{ websearch: 'yes' }, 'websearch'],
    [{ webSearch: null }, 'webSearch'],
    [{ allowedAskModes: 'auto' }, 'allowedAskModes'],
    [{ askMode: 'auto', allowedAskModes: null }, 'allowedAskModes'],
    [{ askMode: 'auto', allowedAskModes: [] }, 'allowedAskModes'],
    [{ askMode: 'auto', allowedAskModes: ['audit_research', 'auto'] }, 'allowedAskModes[1]'],
    [{ askMode: 'auto', allowedAskModes: ['audit_research', 'x'] }, 'allowedAskModes[1]'],
    [{ askMode: 'auto', allowedAskModes: [1] }, 'allowedAskModes[0]'],
  ])('the fields %o are refused with the name of the field', (fields, param) => {
    const error = refusal({ ...QUESTION, ...fields });
    expect(error.param).toBe(param);
    expect(error.status).toBe(400);
  });

  it('the roles of other services are refused with the names of the valid roles', () => {
    for (const role of ['user', 'assistant', 'system', 'tool']) {
      const { message } = refusal({ ...QUESTION, messages: [{ role, content: 'x' }] });
      expect(message).toContain('"human"');
      expect(message).toContain('"ai"');
    }
  });

  it('two messages of the same role in a row are refused', () => {
    const human = { role: 'human', content: 'x' };
    expect(refusal({ ...QUESTION, messages: [human, human] }).param).toBe('messages[1].role');
  });

  it.each([null, true, 1, 'x', [], [QUESTION]])('the body %o is refused, because it is not an object', (body) => {
    expect(refusal(body).status).toBe(400);
  });

  it('an error message never repeats a value of the request', () => {
    expect(refusal({ ...QUESTION, askMode: 'canary-value' }).message).not.toContain('canary');
    expect(refusal({ ...QUESTION, model: 'canary-value' }).message).not.toContain('canary');
  });

  it('a body with many invalid messages takes no longer than one with a single invalid message', () => {
    const messages = Array.from({ length: 300_000 }, () => ({ role: 'x' }));
    expect(refusal({ ...QUESTION, messages }).param).toBe('messages[0].role');
  });
});

describe('any request', () => {
  const value = fc.jsonValue();
  /** Mostly right, so that a body often has one wrong part only. */
  const mostly = <T>(right: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: right as fc.Arbitrary<unknown>, weight: 12 }, { arbitrary: value, weight: 1 });
  const mode = fc.constantFrom('auto', 'normal', 'audit_research', 'web_search', '__proto__', '', 'x');
  const conversation = fc
    .array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 })
    .map((texts) => texts.map((content, at) => ({ role: at % 2 === 0 ? 'human' : 'ai', content })));
  const body = fc.record(
    {
      model: mostly(fc.constant('service-1.0')),
      messages: mostly(conversation),
      stream: mostly(fc.boolean()),
      askMode: mostly(mode),
      allowedAskModes: mostly(fc.array(mode, { maxLength: 3 })),
      websearch: mostly(fc.boolean()),
      ZeroDataRetention: mostly(fc.boolean()),
    },
    { requiredKeys: ['model', 'messages'] },
  );

  it('any body is either parsed or refused with 400 and the name of a field', () => {
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
