import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Conversation, TurnModel } from '../../../src/conversation/conversation.ts';
import { historyForbidsRetention } from '../../../src/conversation/retention.ts';
import type { AskRequest } from '../../../src/extension/session/askRequest.ts';
import { type PreflightDeps, preflight, type Risk } from '../../../src/extension/session/preflight.ts';
import type { Preview } from '../../../src/panel/messages.ts';
import type { Message } from '../../../src/protocol/chatCompletions.ts';
import { conversationOf, turnOf as storedTurn } from '../../conversation/conversations.ts';
import { fakeTarget } from './fakeTarget.ts';

/** A turn that the service of the questions answered. */
const turnOf = (...parts: Parameters<typeof storedTurn>) => ({ ...storedTurn(...parts), service: 'service.example' });

const ports: PreflightDeps = {
  confirmModes: [],
  salt: 'salt',
  confirmRisk: async () => true,
  digest: async (text) => createHash('sha256').update(text).digest('hex'),
};

type Draft = Omit<AskRequest, 'target'> & { readonly conversation: Conversation; readonly service: string };

const draft: Draft = {
  conversation: conversationOf(turnOf('a', null), turnOf('b', 'a')),
  parent: 'b',
  question: { text: 'May it be expensed?', selections: [] },
  askMode: 'tax_research_deep_research',
  zeroRetention: false,
  service: 'service.example',
};

const check = ({ conversation, service, ...request }: Draft, through: PreflightDeps) =>
  preflight({ ...request, target: fakeTarget(service) }, conversation, through);

async function preview(of: Draft, through: PreflightDeps = ports) {
  const result = await check(of, through);
  if (result.type !== 'confirm') throw new Error('it was let through');
  return result.preview;
}

describe('what will be sent', () => {
  it('the preview is not shown if nothing requires it', async () => {
    expect(await check(draft, ports)).toMatchObject({ type: 'ready' });
  });

  it('the preview contains the exact text, the number of earlier turns, mode, retention and host', async () => {
    expect(await preview({ ...draft, previewOnly: true })).toMatchObject({
      reasons: ['asked'],
      content: 'May it be expensed?',
      earlier: ['Question a', 'Answer a', 'Question b', 'Answer b'],
      askMode: 'tax_research_deep_research',
      zeroRetention: false,
      service: 'service.example',
      length: 'Question aAnswer aQuestion bAnswer bMay it be expensed?'.length,
    });
  });

  it.each<[string, Partial<Draft>]>([
    ['another research mode', { askMode: 'audit_research' }],
    ['other allowed modes', { allowedAskModes: ['audit_research'] }],
    ['another retention', { zeroRetention: true }],
    ['another service', { service: 'other.example' }],
    ['another text', { question: { text: 'May it be expensed', selections: [] } }],
    ['another context', { parent: 'a' }],
    ['another matter', { question: { ...draft.question, matterName: 'Alpha' } }],
  ])('the confirmation of a preview does not count for %s', async (_, part) => {
    const confirming = { ...ports, confirmModes: ['tax_research_deep_research', 'audit_research'] } as const;
    const { token } = await preview(draft, confirming);
    expect(await check({ ...draft, approvedToken: token }, confirming)).toMatchObject({ type: 'ready' });
    const other = await preview({ ...draft, ...part, approvedToken: token }, confirming);
    expect(other.reasons).toContain('changed');
    expect(other.token).not.toBe(token);
  });

  it('the confirmation of a first question does not count for another retention', async () => {
    const confirming: PreflightDeps = { ...ports, confirmModes: ['tax_research_deep_research'] };
    const first = { ...draft, conversation: conversationOf(), parent: null };
    const { token } = await preview(first, confirming);
    expect((await check({ ...first, approvedToken: token }, confirming)).type).toBe('ready');
    expect((await check({ ...first, zeroRetention: true, approvedToken: token }, confirming)).type).toBe('confirm');
  });

  it('the preview names the matter that the firm is given, or says that there is none, and names none for other services', async () => {
    const inMatter = { ...draft.question, matterName: 'Harbor' };
    const shown = (part: Partial<Draft>) => preview({ ...draft, previewOnly: true, ...part });
    expect(await shown({ isFirmServer: true, question: inMatter })).toMatchObject({ matterName: 'Harbor' });
    expect(await shown({ isFirmServer: true })).toMatchObject({ matterName: null });
    expect(await shown({})).not.toHaveProperty('matterName');
  });

  it('answers from another matter are sent with a question only after the user has seen it', async () => {
    const asked = (matterName: string | undefined, service = 'service.example') => {
      const turn = turnOf('a', null);
      return { ...turn, service, question: { ...turn.question, ...(matterName !== undefined && { matterName }) } };
    };
    const ask = (before: ReturnType<typeof asked>, matterName: string | undefined) =>
      check(
        {
          ...draft,
          conversation: conversationOf(before),
          parent: 'a',
          question: { ...draft.question, ...(matterName !== undefined && { matterName }) },
        },
        ports,
      );
    const confirm = { type: 'confirm', preview: { reasons: ['otherMatter'] } };
    expect(await ask(asked('Alpha'), 'Harbor')).toMatchObject(confirm);
    expect(await ask(asked('Alpha'), undefined)).toMatchObject(confirm);
    expect(await ask(asked(undefined), 'Harbor')).toMatchObject(confirm);
    expect(await ask(asked('Harbor', 'other.example'), 'Harbor')).toMatchObject({
      preview: { reasons: ['otherMatter', 'otherService'] },
    });
    expect(await ask(asked('Harbor'), 'Harbor')).toMatchObject({ type: 'ready' });
    expect(await ask(asked(undefined, 'library'), 'Harbor')).toMatchObject({ preview: { reasons: ['otherService'] } });
  });

  it('answers of the library and of other services are sent to a service only after the user has seen it, once', async () => {
    const answers = (...services: string[]) =>
      services.map((service, at) => ({ ...turnOf(`t${at}`, at === 0 ? null : `t${at - 1}`), service }));
    const ask = (turns: ReturnType<typeof answers>, parent: string) =>
      check({ ...draft, conversation: conversationOf(...turns), parent }, ports);
    const confirm = { type: 'confirm', preview: { reasons: ['otherService'] } };
    expect(await ask(answers('library'), 't0')).toMatchObject(confirm);
    expect(await ask(answers('service.example', 'other.example'), 't1')).toMatchObject(confirm);
    expect(await ask(answers('library', 'service.example'), 't1')).toMatchObject({ type: 'ready' });
    const [unsent] = answers('library').map((turn) => ({ ...turn, answer: { ...turn.answer, text: '' } }));
    expect(await ask(unsent ? [unsent] : [], 't0')).toMatchObject({ type: 'ready' });
  });

  it('the confirmation of a preview does not count in another window', async () => {
    const confirming = { ...ports, confirmModes: ['tax_research_deep_research'] } as const;
    const { token } = await preview(draft, confirming);
    expect(await preview({ ...draft, approvedToken: token }, { ...confirming, salt: 'other' })).toBeDefined();
  });

  it('the preview excludes turns that are not in the context', async () => {
    const conversation = conversationOf(turnOf('a', null), turnOf('b', 'a', { state: 'failed' }));
    expect(await preview({ ...draft, conversation, previewOnly: true })).toMatchObject({ earlier: { length: 2 } });
  });

  it('the preview is always shown in the modes that the user wants to confirm, and the question is sent once it is approved', async () => {
    const confirming: PreflightDeps = { ...ports, confirmModes: ['tax_research_deep_research'] };
    const shown = await preview(draft, confirming);
    expect(shown.reasons).toEqual(['mode']);
    expect(await check({ ...draft, approvedToken: shown.token }, confirming)).toMatchObject({ type: 'ready' });
  });

  it('the preview is shown again if it is no longer what was approved', async () => {
    const confirming: PreflightDeps = { ...ports, confirmModes: ['tax_research_deep_research'] };
    const { token } = await preview(draft, confirming);
    const others: Partial<Draft>[] = [
      { question: { text: 'Another', selections: [] } },
      { service: 'other.example' },
      { zeroRetention: true },
      { parent: 'a' },
    ];
    for (const other of others) {
      expect((await check({ ...draft, ...other, approvedToken: token }, confirming)).type).toBe('confirm');
    }
    expect((await check({ ...draft, approvedToken: 'made up' }, confirming)).type).toBe('confirm');
    expect((await check({ ...draft, approvedToken: token }, { ...confirming, salt: 'other window' })).type).toBe(
      'confirm',
    );
  });

  it('the preview is what is sent, word for word', async () => {
    const shown = await preview({ ...draft, previewOnly: true });
    const result = await check({ ...draft, approvedToken: shown.token }, ports);
    expect(result).toMatchObject({
      type: 'ready',
      outgoing: { messages: { length: 5 }, context: [{ id: 'a' }, { id: 'b' }] },
    });
    expect(result.type === 'ready' && result.outgoing.messages.at(-1)?.content).toBe(shown.content);
  });

  it('the preview is shown again if an answer was added to the context since, also if nothing else requires it', async () => {
    const { token } = await preview({ ...draft, parent: 'a', previewOnly: true });
    expect((await preview({ ...draft, approvedToken: token })).reasons).toEqual(['changed']);
  });

  it('the preview names mixed retention once, at the first such question of a saved conversation', async () => {
    const mixing = { ...draft, zeroRetention: true };
    expect((await preview(mixing)).reasons).toEqual(['retentionMix']);
    const mixed = conversationOf({ ...turnOf('a', null), zeroRetention: true });
    expect((await check({ ...mixing, conversation: mixed, parent: 'a' }, ports)).type).toBe('ready');
    const fresh = conversationOf();
    expect((await check({ ...mixing, conversation: fresh, parent: null }, ports)).type).toBe('ready');
    const unkept = { ...draft.conversation, temporary: true };
    expect((await check({ ...mixing, conversation: unkept }, ports)).type).toBe('ready');
  });
});

describe('the identifier guard', () => {
  const findings = [{ kind: 'ssn', masked: '•••-••-6789' }];

  it('the user can send placeholders instead of identifiers, and only the text that the preview shows', async () => {
    const offered = {
      outgoing: (messages: readonly { role: 'human' | 'ai'; content: string }[]) =>
        messages.map((message) => ({ ...message, content: message.content.replace('expensed', '[one]') })),
      incoming: () => ({ push: (text: string) => text, end: () => '' }),
    };
    const guarded = { ...ports, guard: async () => ({ findings, offered, blocked: null }) };
    const shown = await preview(draft, guarded);
    expect(shown).toMatchObject({ content: 'May it be expensed?', placeholders: { content: 'May it be [one]?' } });
    const approvedToken = shown.placeholders?.token;
    expect(await check({ ...draft, identifiers: 'replace', approvedToken }, guarded)).toMatchObject({
      type: 'ready',
      outgoing: { incoming: offered.incoming, messages: [{}, {}, {}, {}, { content: 'May it be [one]?' }] },
    });
    expect((await check({ ...draft, approvedToken }, guarded)).type).toBe('confirm');
    expect((await check({ ...draft, identifiers: 'replace', approvedToken: shown.token }, guarded)).type).toBe(
      'confirm',
    );
    const unchanged = await check({ ...draft, approvedToken: shown.token }, guarded);
    expect(unchanged).toMatchObject({
      type: 'ready',
      outgoing: { messages: { 4: { content: 'May it be expensed?' } } },
    });
  });

  it('a guard that warns is recorded as replacing when the user chooses placeholders', async () => {
    const offered = {
      outgoing: (messages: readonly { role: 'human' | 'ai'; content: string }[]) =>
        messages.map((message) => ({ ...message, content: message.content.replace('expensed', '[one]') })),
      incoming: () => ({ push: (text: string) => text, end: () => '' }),
    };
    const guarded = { ...ports, guard: async () => ({ findings, offered, blocked: null, mode: 'warn' as const }) };
    const shown = await preview(draft, guarded);
    const replaced = { ...draft, identifiers: 'replace', approvedToken: shown.placeholders?.token } as const;
    expect(await check(replaced, guarded)).toMatchObject({ outgoing: { guard: 'replace' } });
    const unchanged = { ...draft, approvedToken: shown.token };
    expect(await check(unchanged, guarded)).toMatchObject({ outgoing: { guard: 'warn' } });
  });

  it('findings of the identifier guard are shown before anything is sent', async () => {
    const guard = async () => ({ findings, blocked: null });
    const shown = await preview(draft, { ...ports, guard });
    expect(shown).toMatchObject({ reasons: ['identifiers'], findings, replaced: false });
    expect(await check({ ...draft, approvedToken: shown.token }, { ...ports, guard })).toMatchObject({ type: 'ready' });
  });

  it('a guard that blocks cannot be overridden by an approval', async () => {
    const guard = async () => ({ findings, blocked: 'It holds a social security number.' });
    const shown = await preview(draft, { ...ports, guard });
    expect(shown.blocked).toBe('It holds a social security number.');
    expect((await check({ ...draft, approvedToken: shown.token }, { ...ports, guard })).type).toBe('confirm');
  });

  it('a guard that replaces asks nothing, and the preview shows the placeholders', async () => {
    const rewrite = {
      outgoing: (messages: readonly { role: 'human' | 'ai'; content: string }[]) =>
        messages.map((message) => ({ ...message, content: message.content.replace('expensed', '[one]') })),
      incoming: () => ({ push: (text: string) => text, end: () => '' }),
    };
    const guard = async () => ({ findings, rewrite, blocked: null });
    expect(await check(draft, { ...ports, guard })).toMatchObject({
      type: 'ready',
      outgoing: { incoming: rewrite.incoming, messages: [{}, {}, {}, {}, { content: 'May it be [one]?' }] },
    });
    const shown = await preview({ ...draft, previewOnly: true }, { ...ports, guard });
    expect(shown).toMatchObject({ content: 'May it be [one]?', replaced: true });
  });

  it('the identifier guard and the usage limits do not apply to the built-in service', async () => {
    const never = async () => {
      throw new Error('asked');
    };
    expect(await check({ ...draft, service: 'library' }, { ...ports, guard: never, checkUsage: never })).toMatchObject({
      type: 'ready',
    });
  });
});

it('a usage limit is shown, confirmed or refused', async () => {
  const usage = (confirm: boolean, blocked: string | null) => async () => ({
    text: '12 of 20 today',
    confirm,
    blocked,
  });
  expect((await check(draft, { ...ports, checkUsage: usage(false, null) })).type).toBe('ready');
  expect(await preview(draft, { ...ports, checkUsage: usage(true, null) })).toMatchObject({
    reasons: ['usageLimit'],
    usageLimit: '12 of 20 today',
  });
  expect(await preview(draft, { ...ports, checkUsage: usage(true, 'The ceiling is reached.') })).toMatchObject({
    blocked: 'The ceiling is reached.',
  });
});

it('a question whose context contains one with zero data retention has it too', () => {
  const conversation = conversationOf(
    { ...turnOf('a', null), zeroRetention: true },
    turnOf('b', 'a'),
    turnOf('c', null),
  );
  expect(historyForbidsRetention(conversation, 'b')).toBe(true);
  expect(historyForbidsRetention(conversation, 'c')).toBe(false);
  expect(historyForbidsRetention(conversation, null)).toBe(false);
});

describe('a language model over the library', () => {
  const withModel = (info: TurnModel, request: Partial<AskRequest> = {}) =>
    preflight(
      {
        ...draft,
        ...request,
        target: {
          ...fakeTarget('library'),
          model: { info, onReplaced() {}, likelyPassages: async () => likely },
        },
      },
      draft.conversation,
      {
        ...ports,
        guard: async (messages) => {
          checked.push(messages.length);
          return found;
        },
      },
    );
  const checked: number[] = [];
  let likely: NonNullable<Preview['passages']> | null = null;
  const found = { findings: [{ kind: 'NAME', masked: 'H…' }], blocked: null, mode: 'warn' } as const;
  const remote: TurnModel = { name: 'Acme One', provider: 'acme', onThisMachine: false };

  it('the preview names a language model, and says that its prompts receive placeholders', async () => {
    const result = await withModel(remote);
    expect(result).toMatchObject({
      type: 'confirm',
      preview: { model: remote, reasons: ['identifiers'], replaced: true, content: 'May it be expensed?' },
    });
  });

  it('the preview lists the passages that the model will probably receive, and says when the library cannot list them', async () => {
    likely = [{ title: '§ 179', section: '(b)', path: '/library/179.md', line: 3, endLine: 9, length: 400 }];
    expect(await withModel(remote, { previewOnly: true })).toMatchObject({ preview: { passages: likely } });
    likely = null;
    expect(await withModel(remote, { previewOnly: true })).toMatchObject({ preview: { passages: null } });
  });

  it('the library receives the question unchanged, because the prompts are guarded on their way to the model', async () => {
    const first = await withModel(remote);
    const approvedToken = first.type === 'confirm' ? first.preview.token : '';
    const result = await withModel(remote, { approvedToken });
    expect(result).toMatchObject({ type: 'ready', outgoing: { guard: 'replace', incoming: undefined } });
    expect(result.type === 'ready' && result.outgoing.messages.at(-1)?.content).toBe('May it be expensed?');
  });

  it('a preview that was confirmed for one language model is shown again for another', async () => {
    const first = await withModel(remote);
    const approvedToken = first.type === 'confirm' ? first.preview.token : '';
    const result = await withModel({ ...remote, name: 'Acme Two' }, { approvedToken });
    expect(result).toMatchObject({ type: 'confirm', preview: { reasons: ['identifiers', 'changed'] } });
  });

  it('identifiers are not looked for when the language model is on this machine', async () => {
    checked.length = 0;
    expect(await withModel({ name: 'llama', provider: '127.0.0.1', onThisMachine: true })).toMatchObject({
      type: 'ready',
    });
    expect(checked).toEqual([]);
  });
});

describe('a risk', () => {
  const ssn = { findings: [{ kind: 'SSN', masked: '123-••-••••' }], blocked: null, mode: 'warn' } as const;
  const rewrite = { outgoing: () => [], incoming: () => ({ push: String, end: () => '' }) };
  const open = (deps: Partial<PreflightDeps>, agrees = true) => {
    const risks: Risk[] = [];
    const confirmRisk = async (risk: Risk) => {
      risks.push(risk);
      return agrees;
    };
    return { risks, deps: { ...ports, ...deps, confirmRisk } };
  };
  const confirmed = async (deps: PreflightDeps, part: Partial<Draft> = {}) => {
    const { token } = await preview(draft, deps);
    return check({ ...draft, approvedToken: token, ...part }, deps);
  };

  it('identifiers that the page agreed to send unchanged are sent only after the dialog of VS Code', async () => {
    const refused = open({ guard: async () => ssn }, false);
    expect(await confirmed(refused.deps)).toMatchObject({ type: 'confirm' });
    const allowed = open({ guard: async () => ssn });
    expect(await confirmed(allowed.deps)).toMatchObject({ type: 'ready' });
    expect(allowed.risks).toEqual([{ service: 'service.example', findings: ssn.findings, usageLimit: null }]);
  });

  it('a question over a usage limit is sent only after the dialog of VS Code', async () => {
    const checkUsage = async () => ({ text: '12 of 12 today', confirm: true, blocked: null });
    const refused = open({ checkUsage }, false);
    expect(await confirmed(refused.deps)).toMatchObject({ type: 'confirm' });
    expect(refused.risks).toEqual([{ service: 'service.example', findings: [], usageLimit: '12 of 12 today' }]);
  });

  it('placeholders are sent without a dialog of VS Code', async () => {
    const { deps, risks } = open({ guard: async () => ({ ...ssn, offered: rewrite }) }, false);
    const { placeholders } = await preview(draft, deps);
    const approvedToken = placeholders?.token;
    expect(await check({ ...draft, identifiers: 'replace', approvedToken }, deps)).toMatchObject({ type: 'ready' });
    expect(risks).toEqual([]);
  });

  it('a question that only needs confirmation for its mode is sent without a dialog of VS Code', async () => {
    const { deps, risks } = open({ confirmModes: ['tax_research_deep_research'] }, false);
    expect(await confirmed(deps)).toMatchObject({ type: 'ready' });
    expect(risks).toEqual([]);
  });

  it('the dialog of VS Code is not shown again for a question that was confirmed before it was queued', async () => {
    const { deps, risks } = open({ guard: async () => ssn }, false);
    expect(await confirmed(deps, { alreadyConfirmed: true })).toMatchObject({ type: 'ready' });
    expect(risks).toEqual([]);
  });
});

describe('identifiers that are replaced', () => {
  const rewrite = {
    outgoing: (messages: readonly Message[]) =>
      messages.map((message) => ({ ...message, content: message.content.replaceAll('Roe', '[NAME-1]') })),
    incoming: () => ({ push: (text: string) => text, end: () => '' }),
  };
  const findings = [{ kind: 'NAME', masked: 'R…' }];
  const asking = { ...draft, question: { text: 'Does Roe owe tax?', selections: [] } };

  it('are replaced in the text for the title too', async () => {
    const guard = async () => ({ findings, rewrite, blocked: null, mode: 'replace' as const });
    const result = await check(asking, { ...ports, guard });
    expect(result).toMatchObject({ outgoing: { replacedText: 'Does [NAME-1] owe tax?' } });
  });

  it('are shown first if a folder without trust asked for it', async () => {
    const guard = async () => ({ findings, rewrite, confirm: true, blocked: null, mode: 'replace' as const });
    expect(await preview(asking, { ...ports, guard })).toMatchObject({
      reasons: ['identifiers'],
      content: 'Does [NAME-1] owe tax?',
    });
  });
});
