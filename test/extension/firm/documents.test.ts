import { expect, it } from 'vitest';
import { ConnectionError, ReplyError, ServiceError } from '../../../src/client/errors.ts';
import type { FirmServer, ServerDocument } from '../../../src/client/firmServer.ts';
import { createServerDocuments } from '../../../src/extension/firm/documents.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

type Provider = {
  provideTextDocumentContent(uri: unknown): string;
  onDidChange(listener: (uri: unknown) => void): unknown;
};

function desk(document: FirmServer['document'], host: string | null = 'firm.example') {
  const fake = fakeVscode();
  let provider: Provider | undefined;
  const open: { uri: unknown }[] = [];
  Object.assign(fake.api.workspace, {
    textDocuments: open,
    registerTextDocumentContentProvider: (_scheme: string, given: Provider) => {
      provider = given;
      return { dispose: () => {} };
    },
  });
  const asked: string[] = [];
  const places: unknown[] = [];
  const client: FirmServer = {
    matters: async () => [],
    document(id, signal) {
      asked.push(id);
      return document(id, signal);
    },
  };
  const documents = createServerDocuments({
    vscode: fake.api,
    server: () => (host === null ? null : { host, client: Promise.resolve(client) }),
    showPlaces: (_uri, given) => void places.push(given),
  });
  return {
    fake,
    documents,
    asked,
    places,
    open,
    textOf: (uri: unknown) => provider?.provideTextDocumentContent(uri),
    changes: (listener: (uri: unknown) => void) => provider?.onDidChange(listener),
  };
}

const MEMO: ServerDocument = { text: 'one\ntwo', places: [{ line: 2, label: 'A2' }] };
const at = (path = 'harbor/memo.docx') => ({ service: 'firm.example', id: 'c1-d1', path });

it('a document of the firm is a read-only text whose name is that of the file, and which is kept only until VS Code has it', async () => {
  const { documents, textOf, places } = desk(async () => MEMO);
  const found = await documents.fetch(at());
  if ('problem' in found) throw new Error(found.problem);
  expect(found.uri).toMatchObject({ scheme: 'fiscal-server', authority: 'firm.example', path: '/c1-d1/memo.docx.txt' });
  expect(textOf(found.uri)).toBe('one\ntwo');
  expect(textOf(found.uri)).toBe('Open this document from the sources of its answer.');
  expect(places).toEqual([MEMO.places]);
});

it.each([
  ['a/../../etc/passwd', '/c1-d1/passwd.txt'],
  ['a/b\u202e\u0000?#.md', '/c1-d1/b    .md.txt'],
  ['', '/c1-d1/c1-d1.txt'],
  [`a/${'x'.repeat(500)}.md`, `/c1-d1/${'x'.repeat(117)}.md.txt`],
  [`a/${'x'.repeat(10)}\u{1f4c4}${'y'.repeat(119)}`, `/c1-d1/${'y'.repeat(119)}.txt`],
])('a document of the firm with the path %j has a name that leads nowhere', async (path, expected) => {
  const found = await desk(async () => MEMO).documents.fetch(at(path));
  expect('uri' in found && found.uri.path).toBe(expected);
});

it.each<[string, string | null]>([
  ['another server', 'other.example'],
  ['another port', 'firm.example:8443'],
  ['the built-in library', null],
])('a document is not asked for while %s is in use', async (_, host) => {
  const { documents, asked } = desk(async () => MEMO, host);
  expect(await documents.fetch(at())).toEqual({
    problem:
      'This document is in the library of firm.example, which is not the service in use. Switch to it, then open the source again.',
  });
  expect(asked).toEqual([]);
});

const refused = (status: number) => new ServiceError('address', { status, detail: 'Secret title' });

it.each([
  [refused(403), /^firm\.example has no such document, or you may not see it\. If you need it, contact/],
  [refused(404), /^firm\.example has no such document, or you may not see it\. If you need it, contact/],
  [refused(410), /^firm\.example no longer has this document\. Ask the question again/],
  [refused(429), /^firm\.example opens no more documents .* Try again in a few seconds\.$/],
  [refused(503), /^firm\.example cannot give the document now, .* Try again in a minute\.$/],
  [
    new ServiceError('auth', { status: 401 }),
    /^firm\.example does not accept your API key\. Run “Fiscal: Set API Key…”/,
  ],
  [new ReplyError('tooLarge', { reason: 'answerSize', limit: 9 }), /^The document of firm\.example is too large/],
  [new ReplyError('notTheService'), /^Not the research service\. firm\.example/],
  [new ConnectionError('dns'), /^Server not found\. firm\.example/],
  [new Error('Secret title'), /^The document could not be opened\. Try again\.$/],
])(
  'a document that is not given, %s, leads to a sentence with what to do, and to nothing of the reply',
  async (thrown, text) => {
    const found = await desk(() => Promise.reject(thrown)).documents.fetch(at());
    const problem = 'problem' in found ? found.problem : '';
    expect(problem).toMatch(text);
    expect(problem).not.toContain('Secret');
  },
);

it('nothing is selected in the refusal that replaces the text of a document, and the selections of other documents stay', async () => {
  const replies: (ServerDocument | Error)[] = [MEMO, refused(404)];
  const { fake, documents, open, textOf } = desk(async () => {
    const next = replies.shift();
    if (!next || next instanceof Error) throw next;
    return next;
  });
  const found = await documents.fetch(at());
  if ('problem' in found) throw new Error(found.problem);
  textOf(found.uri);
  open.push({ uri: found.uri });
  const editors = [found.uri, 'file:///other.md'].map((uri) => ({ document: { uri }, selection: 'the quoted words' }));
  Object.assign(fake.api.window, { visibleTextEditors: editors });
  await documents.fetch(at());
  expect(editors.map(({ selection }) => selection)).toEqual([
    expect.objectContaining({ start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }),
    'the quoted words',
  ]);
});

it('a document that is open shows its new text when it is fetched again, and the refusal when it is no longer given', async () => {
  const replies: (ServerDocument | Error)[] = [MEMO, { text: 'new', places: [] }, refused(404)];
  const { documents, open, textOf, changes } = desk(async () => {
    const next = replies.shift();
    if (!next || next instanceof Error) throw next;
    return next;
  });
  const first = await documents.fetch(at());
  if ('problem' in first) throw new Error(first.problem);
  textOf(first.uri);
  open.push({ uri: first.uri });
  const shown: unknown[] = [];
  changes((uri) => shown.push(textOf(uri)));
  await documents.fetch(at());
  await documents.fetch(at());
  expect(shown).toEqual(['new', expect.stringMatching(/you may not see it/)]);
});
