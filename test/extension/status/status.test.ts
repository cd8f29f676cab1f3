import { describe, expect, it } from 'vitest';
import { statusBarText, statusOf } from '../../../src/extension/status/status.ts';
import type { StatusInput } from '../../../src/panel/statusParts.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { panelState } from '../../support/panelState.ts';

const { l10n } = fakeVscode().api;
const input = (part: Partial<StatusInput['panelState']> = {}, rest: Partial<StatusInput> = {}): StatusInput => ({
  panelState: panelState(part),
  temporary: false,
  running: false,
  ...rest,
});
const textOf = (each: StatusInput) => statusBarText(statusOf(each, l10n));

describe('the status bar item', () => {
  it('the item names the library and the research mode of the next question', () => {
    expect(textOf(input())).toBe('$(library) Built-in library · Fast research');
  });

  it('the item names the language model over the library', () => {
    const model = { name: 'Llama', provider: '127.0.0.1:11434', onThisMachine: true };
    expect(textOf(input({ model }))).toBe('$(library) Library with Llama · Fast research');
  });

  it('the item names the host, zero data retention and a temporary conversation', () => {
    const zeroRetention = { on: true, locked: false };
    expect(textOf(input({ service: 'research.example', zeroRetention }, { temporary: true }))).toBe(
      '$(cloud) $(shield) research.example · Fast research · Zero data retention · Temporary',
    );
  });

  it('the item shows that an answer is running', () => {
    expect(textOf(input({}, { running: true }))).toBe('$(loading~spin) Built-in library · Answering · Fast research');
  });

  it.each([
    ['noKey', 'No API key'],
    ['noFolder', 'No folder open'],
    ['badAddress', 'Address not valid'],
    ['emptyLibrary', 'No documents'],
  ] as const)('with readiness %s, the item shows the problem "%s" with a warning icon', (readiness, problem) => {
    const status = statusOf(input({ readiness }), l10n);
    expect(status).toMatchObject({ problem, icon: 'warning' });
    expect(status.parts[1]).toBe(problem);
  });

  it('a read-only conversation and a warning of the storage are problems', () => {
    expect(statusOf(input({ readOnly: 'Newer version.' }), l10n).problem).toBe('Read-only');
    expect(statusOf(input({ warning: 'Disk full.' }), l10n).problem).toBe('Needs attention');
  });

  it('a hostile name of a model shows neither icons nor lines nor hidden characters, and is cut off', () => {
    const name = `$(error) a\nb\u202e${'x'.repeat(500)}`;
    const text = textOf(input({ model: { name, provider: 'p', onThisMachine: false } }));
    expect(text).toContain('\\$(error) a b[U+202E]');
    expect(text).not.toMatch(/[\n\u202e]/);
    expect(text.length).toBeLessThan(120);
  });
});
