import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import type { WorkbookSelection } from '../../../src/extension/common/documentOpener.ts';
import { MAX_SELECTION } from '../../../src/extension/common/maxSelection.ts';
import { type QuestionTemplate, readSettings } from '../../../src/extension/common/settings.ts';
import {
  type AskSelectionDeps,
  addSelection,
  askSelection,
  suitable,
} from '../../../src/extension/selection/askSelection.ts';
import { type FakeVscode, fakeVscode } from '../../support/fakeVscode.ts';

const defaults = readSettings({ get: () => ({ inspect: () => ({ key: '' }) }) as never, folders: [] }, true);

/** A quick pick in which the user types `value` and accepts the first entry, or picks the label of the next answer. */
function fakePicker(fake: FakeVscode) {
  const listeners: Record<string, (value: string) => void> = {};
  const on = (name: string) => (listener: (value: string) => void) => {
    listeners[name] = listener;
  };
  const picker = {
    value: '',
    /** What the user types before Enter, and before the list has an entry for it. */
    typedLater: '',
    items: [] as { label: string }[],
    selectedItems: [] as { label: string }[],
    onDidChangeValue: on('change'),
    onDidAccept: on('accept'),
    onDidHide: on('hide'),
    show() {
      if (picker.value !== '') listeners.change?.(picker.value);
      if (picker.typedLater !== '') {
        picker.selectedItems = picker.value === '' ? [] : picker.items.slice(0, 1);
        picker.value += picker.typedLater;
        listeners.accept?.('');
        return;
      }
      const label = picker.value === '' ? fake.answers.shift() : picker.items[0]?.label;
      picker.selectedItems = picker.items.filter((item) => item.label === label);
      if (label !== undefined) listeners.accept?.('');
      else picker.hide();
    },
    hide: () => listeners.hide?.(''),
    dispose() {},
  };
  return picker;
}

const QUESTIONS: readonly QuestionTemplate[] = [
  { label: 'Treatment', text: 'How is this treated?' },
  { label: 'Empty', text: ' ' },
  { label: 'Fact', text: `Which rate applies in \${matter.state}?` },
];

function open(text: string | null, questions = QUESTIONS, cells: WorkbookSelection | null = null) {
  const fake = fakeVscode();
  let lastId = 0;
  let shown = 0;
  const composed: (string | null)[] = [];
  const uri = { toString: () => 'file:///samples/memo.md', path: '/samples/memo.md' };
  const range = { start: { line: 2, character: 0 }, end: { line: 3, character: 4 }, isEmpty: false };
  const document = { uri, languageId: 'markdown', getText: () => text };
  Object.assign(fake.api.window, { activeTextEditor: text === null ? undefined : { document, selections: [range] } });
  Object.assign(fake.api.workspace, { getWorkspaceFolder: () => ({}), asRelativePath: () => 'memo.md' });
  const composer = {
    chips: [] as { uri: string; text: string }[],
    askMode: null,
    zeroRetention: false,
    set(part: { chips: { uri: string; text: string }[] }) {
      composer.chips = part.chips;
    },
    save: async () => {},
  };
  const chat = { composer, readOnly: 'Read only.', session: { conversation: { currentTurnId: null, turns: [] } } };
  const settings = () => ({
    ...defaults,
    questions,
    askModes: ['auto'],
    askMode: 'auto',
  });
  const picker = fakePicker(fake);
  Object.assign(fake.api.window, { createQuickPick: () => picker });
  const deps = {
    vscode: fake.api,
    settings,
    submit: { l10n: fake.api.l10n, settings, services: {}, preflight: {} },
    view: {
      chat: async () => chat,
      reveal: async () => void shown++,
      compose: (each: string | null) => void composed.push(each),
    },
    newId: () => `id${++lastId}`,
    selectedCells: async () => cells,
  } as unknown as AskSelectionDeps;
  return { fake, deps, composer, composed, picker, shown: () => shown };
}

it('Add Selection attaches the selected text to the next question, once, and focuses the question box', async () => {
  const { deps, composer, composed, shown } = open('the lease');
  await addSelection(deps);
  await addSelection(deps);
  expect(composer.chips).toMatchObject([{ uri: 'file:///samples/memo.md', text: 'the lease', startLine: 3 }]);
  expect([composed, shown()]).toEqual([[null, null], 2]);
});

it('Add Selection attaches the selected cells of the active workbook, with their place', async () => {
  const cells = {
    uri: { toString: () => 'file:///samples/additions.xlsx', path: '/samples/additions.xlsx' } as Vscode.Uri,
    place: 'Additions!A2:B3',
    startLine: 4,
    endLine: 5,
    text: 'Kiln\t41250\nBooth\t9800',
  };
  const { deps, composer } = open('the lease', QUESTIONS, cells);
  await addSelection(deps);
  expect(composer.chips).toEqual([
    { ...cells, id: 'id1', uri: 'file:///samples/additions.xlsx', label: 'memo.md', languageId: 'plaintext' },
  ]);
});

it('Add Selection says what to do when nothing is selected or too much is', async () => {
  const none = open(null);
  await addSelection(none.deps);
  expect(none.fake.messages).toEqual(['Select text in an editor first.']);
  const long = open('x'.repeat(MAX_SELECTION + 1));
  await addSelection(long.deps);
  expect(long.fake.messages).toEqual(['The selection is too long. Select a shorter part of the text.']);
  expect([none.composer.chips, long.composer.chips, none.shown() + long.shown()]).toEqual([[], [], 0]);
});

it('Add Selection takes a selection of the maximum length', async () => {
  const { deps, composer } = open('x'.repeat(MAX_SELECTION));
  await addSelection(deps);
  expect(composer.chips).toHaveLength(1);
});

it('Ask About Selection with a question of the user’s own opens the chat with the selection and sends nothing', async () => {
  const { fake, deps, composer, composed } = open('the lease');
  fake.answers.push('Ask something else…');
  await askSelection(deps);
  expect([composer.chips.length, composed, fake.messages]).toEqual([1, [null], []]);
});

it('Ask About Selection puts a question that was refused in the question box, with the reason', async () => {
  const { fake, deps, composer, composed } = open('the lease');
  fake.answers.push('Treatment');
  await askSelection(deps);
  expect([composer.chips.length, composed, fake.messages]).toEqual([1, ['How is this treated?'], ['Read only.']]);
});

it('Ask About Selection asks the question that the user types', async () => {
  const { deps, composed, picker } = open('the lease');
  picker.value = ' When does it end? ';
  await askSelection(deps);
  expect([composed, picker.items[0]]).toMatchObject([['When does it end?'], { alwaysShow: true }]);
});

it.each(['', 'When does '])(
  'Ask About Selection asks the whole question if Enter comes before the list has more of it than "%s"',
  async (listed) => {
    const { deps, composed, picker } = open('the lease');
    picker.value = listed;
    picker.typedLater = 'it end?';
    await askSelection(deps);
    expect(composed).toEqual([`${listed}it end?`]);
  },
);

it('Ask About Selection filters its questions by a part of a label', async () => {
  const { deps, composed, picker } = open('the lease');
  picker.value = 'treat';
  await askSelection(deps);
  expect([composed, picker.items[0]?.label]).toEqual([['How is this treated?'], 'Treatment']);
});

const TEMPLATES = [
  { label: 'Tax', text: 't', field: 'tax' as const },
  { label: 'Accounting', text: 'a', field: 'accounting' as const },
  { label: 'Any', text: 'x' },
];

it.each([
  ['The lease liability under ASC 842-20.', '', ['Accounting', 'Any', 'Tax']],
  ['The amount is deductible.', '---\nkind: accounting\n---\n', ['Tax', 'Any', 'Accounting']],
  ['The rent is due in advance.', '---\ntitle: L-3\nkind: accounting\n---\nTax tax tax', ['Accounting', 'Any', 'Tax']],
  ['The rent is due in advance.', 'A memo on impairment', ['Accounting', 'Any', 'Tax']],
  ['The rent is due in advance.', '', ['Tax', 'Accounting', 'Any']],
])('the questions about the field of the text come first: %s %j', (selected, document, labels) => {
  expect(suitable(TEMPLATES, selected, document).map(({ label }) => label)).toEqual(labels);
});

it('Ask About Selection lists the questions in the order that suits the selected text', async () => {
  const { deps, picker } = open('the right-of-use asset', TEMPLATES);
  await askSelection(deps);
  expect(picker.items.map(({ label }) => label)).toEqual(['Accounting', 'Any', 'Tax', 'Ask something else…']);
});

it('Ask About Selection sends no question that uses a fact which the matter does not have, and offers to edit it', async () => {
  const { fake, deps, composer } = open('the lease');
  const executed: unknown[] = [];
  Object.assign(fake.api.commands, { executeCommand: async (id: string) => void executed.push(id) });
  fake.answers.push('Fact');
  await askSelection(deps);
  expect(fake.messages[0]).toMatch(/^This question uses \$\{matter\.state\}/);
  expect([composer.chips, executed]).toEqual([[], []]);
  fake.answers.push('Fact', 'Edit Matter…');
  await askSelection(deps);
  expect(executed).toEqual(['fiscal.editMatter']);
});

it('Ask About Selection does nothing when no question is chosen', async () => {
  const { deps, composer, composed, shown } = open('the lease');
  await askSelection(deps);
  expect([composer.chips, composed, shown()]).toEqual([[], [], 0]);
});

const LONG = ', what they require, what the result is, and what is doubtful about it in the opinion of the courts';

it.each([
  [`Explain what is described here: which rules apply${LONG}.`, 'Explain what is described here: …'],
  [`Check this text against the rules. Say what is right${LONG}.`, 'Check this text against the rules. …'],
  [`What is missing here?\nName the facts${LONG}.`, 'What is missing here? …'],
  [`Prüfe diesen Text gemäß. Überlege dann${LONG}.`, 'Prüfe diesen Text gemäß. …'],
  [`Note: explain the rules that apply: say which${LONG}.`, 'Note: explain the rules that apply: …'],
  [
    `Explain Reg. § 1.263(a)-3 and Sec. 179, e.g. Bonus: say which rules apply${LONG}.`,
    'Explain Reg. § 1.263(a)-3 and Sec. 179, e.g. Bonus: …',
  ],
  [`Explain which rules apply${LONG}.`, `Explain which rules apply${LONG}.`],
  ['How is this treated: which rules apply?', 'How is this treated: which rules apply?'],
])('Ask About Selection shows the beginning of a long question and sends all of it: %s', async (text, detail) => {
  const { fake, deps, picker, composed } = open('the lease', [{ label: 'Explain', text }]);
  fake.answers.push('Explain');
  await askSelection(deps);
  expect(picker.items[0]).toMatchObject({ label: 'Explain', detail });
  expect(composed).toEqual([text]);
});
