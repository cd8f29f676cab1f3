import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { systemClock } from '../../../src/client/clock.ts';
import { PDF_EDITOR, TEXT_EDITOR, WORKBOOK_EDITOR } from '../../../src/extension/common/contributions.ts';
import { documentText, openInDefaultApplication, showText } from '../../../src/extension/documents/documentText.ts';
import { registerDocuments } from '../../../src/extension/documents/registerDocuments.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

/** A text of another scheme with the path of a file on the disk. */
function views() {
  const fake = fakeVscode();
  const read: string[] = [];
  const opened: string[] = [];
  fake.api.env.openExternal = (async (uri: { toString(): string }) => opened.push(uri.toString()) > 0) as never;
  const deps = {
    vscode: fake.api,
    extensionUri: fake.api.Uri.file('/extension'),
    reader: () => ({
      async readPlaced(path: string) {
        read.push(path);
        return { text: 'of the disk', places: [] };
      },
      readWorkbook: () => Promise.reject(new Error('not a workbook')),
    }),
  };
  const uri = (scheme: string) => fake.api.Uri.from({ scheme, path: '/matter/letter.docx' });
  return { fake, deps, uri, read, opened };
}

it.each(['vscode-vfs', 'untitled', 'git'])(
  'a document of the scheme %s is not read from a file with its path',
  async (scheme) => {
    const { deps, uri, read } = views();
    const { text } = await documentText(uri(scheme), deps);
    expect([read, text]).toEqual([[], 'This document could not be read. It is not on the disk of this computer.']);
    expect((await documentText(uri('fiscal-document'), deps)).text).toBe('of the disk');
  },
);

it.each(['vscode-vfs', 'untitled', 'git'])(
  'a document of the scheme %s is not opened in another application',
  async (scheme) => {
    const { fake, deps, uri, opened } = views();
    await openInDefaultApplication(deps.vscode, uri(scheme));
    expect(opened).toEqual([]);
    expect(fake.messages.join()).toContain('It is not on the disk of this computer.');
    await openInDefaultApplication(deps.vscode, uri('fiscal-document'));
    expect(opened).toEqual(['file:///matter/letter.docx']);
  },
);

it.each(['vscode-vfs', 'git'])(
  'a Word file of the scheme %s keeps its tab, which says why its text is not shown',
  async (scheme) => {
    const { fake, deps, uri } = views();
    const panel = { webview: { html: '' }, dispose: () => expect.unreachable() };
    await showText(uri(scheme), panel as never, deps);
    expect(panel.webview.html).toBe('<p>This document could not be read. It is not on the disk of this computer.</p>');
    expect(fake.shown).toEqual([]);
  },
);

it('the text of a document is shown with the columns of its tables one below the other', async () => {
  const { fake, deps, uri } = views();
  const never = () => ({ dispose: () => {} });
  Object.assign(fake.api.workspace, { onDidOpenTextDocument: never });
  const vscode = Object.assign(fake.api, { languages: { registerInlayHintsProvider: never } });
  const text = 'Asset\tCost\nPottery kiln\t41,250';
  const reader = () => ({ ...deps.reader(), readPlaced: async () => ({ text, places: [] }) });
  const documents = registerDocuments({ ...deps, vscode, reader, clock: systemClock });
  expect(await documents.documentText(uri('fiscal-document'))).toBe('Asset       \tCost\nPottery kiln\t41,250');
  documents.dispose();
});

it('PDFs, workbooks and Word files open in the viewers without being told to', () => {
  const chosen = manifest.contributes.customEditors.map(({ viewType, priority }) => [viewType, priority]);
  expect(chosen).toEqual([
    [PDF_EDITOR, 'default'],
    [WORKBOOK_EDITOR, 'default'],
    [TEXT_EDITOR, 'default'],
  ]);
});
