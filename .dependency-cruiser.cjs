/** Who may import whom. Each rule has one sentence for the one who breaks it. */
const ours = '^src/';
const vscode = '^(vscode$|node_modules/@types/vscode/)';
const inRoom = (...rooms) => `^src/(${rooms.join('|')})[/.]`;

/** Only these rooms may be imported from `room` (and `room` itself). */
const room = (name, mayImport, comment) => ({
  name: `${name}-imports`,
  comment,
  severity: 'error',
  from: { path: inRoom(name) },
  to: { path: ours, pathNot: inRoom(name, ...mayImport) },
});

/** Only these rooms of the service may be imported from its room `name` (and the room itself). Files without a room are shared. */
const serviceRoom = (name, mayImport, comment) => ({
  name: `service-${name}-imports`,
  comment,
  severity: 'error',
  from: { path: `^src/service/${name}/` },
  to: { path: '^src/service/[^/]+/', pathNot: `^src/service/(${[name, ...mayImport].join('|')})/` },
});

/** Only these folders of the extension may be imported from its folder `name` (and the folder itself). Files without a folder are shared. */
const extensionRoom = (name, mayImport, comment) => ({
  name: `extension-${name}-imports`,
  comment,
  severity: 'error',
  from: { path: `^src/extension/${name}/` },
  to: { path: '^src/extension/[^/]+/', pathNot: `^src/extension/(${[name, ...mayImport].join('|')})/` },
});

/** The files of the extension that build it. */
const HOST =
  '^src/extension/(extension|browser|desktop|host|registrations|platform|nodePlatform|browserPlatform)[.]ts$';

module.exports = {
  forbidden: [
    room('protocol', [], 'The protocol is the bottom: it imports nothing of ours.'),
    room(
      'authority',
      [],
      'The parser of citations is shared by the domain, the service and the editor: it imports nothing of ours.',
    ),
    room(
      'model',
      [],
      'The port to language models is shared by the service and the extension: it imports nothing of ours.',
    ),
    room(
      'conversation',
      ['protocol', 'authority'],
      'The domain is pure: it knows the protocol and the parser of citations only.',
    ),
    room('panel', ['protocol', 'conversation'], 'The host-page messages know the domain and the protocol only.'),
    room('client', ['protocol'], 'The client turns bytes into events and knows nobody else.'),
    room('webview', ['protocol', 'conversation', 'panel'], 'The page speaks to the host by messages only.'),
    room(
      'service',
      ['protocol', 'authority', 'model', 'conversation/grounding'],
      'The service could be another program: it shares the protocol and pure rules (citations, grounding, language models) only.',
    ),
    room(
      'extension',
      ['protocol', 'authority', 'model', 'conversation', 'panel', 'client'],
      'The extension reaches the page by messages and the service by its built worker file.',
    ),
    extensionRoom('library', [], 'The library runs the worker. It knows nothing of conversations.'),
    extensionRoom('connection', ['library'], 'The connection selects the service: the hosted one or the library.'),
    extensionRoom('session', ['connection'], 'A session runs one conversation. It knows no page and no file.'),
    extensionRoom('storage', ['session'], 'The storage writes conversations. It knows no page.'),
    extensionRoom('answers', ['session'], 'Actions on answers and sources know the conversation and no page.'),
    extensionRoom('selection', ['answers', 'session'], 'The selection becomes part of a question. It knows no page.'),
    extensionRoom(
      'compliance',
      ['answers', 'session', 'storage'],
      'Guard, research log and usage limits watch conversations. They know no page.',
    ),
    extensionRoom(
      'panel',
      ['answers', 'connection', 'selection', 'session'],
      'The panel shows sessions. It knows no file and no tree.',
    ),
    extensionRoom('views', ['answers', 'panel', 'session', 'storage'], 'The trees open conversations in the panel.'),
    {
      name: 'nothing-imports-the-host',
      comment: 'The host builds all parts. A part gets what it needs as `deps`.',
      severity: 'error',
      from: { path: '^src/extension/', pathNot: HOST },
      to: { path: HOST },
    },
    {
      name: 'no-cycles-in-the-extension',
      comment:
        'No file of the extension may import itself through others, types included. Move what both need to a third file.',
      severity: 'error',
      from: { path: '^src/extension/' },
      to: { circular: true },
    },
    serviceRoom('documents', [], 'Readers turn files into passages. They know neither the index nor the search.'),
    serviceRoom('search', [], 'The search reads the tables of the index. It does not know how they are written.'),
    serviceRoom('index', ['documents', 'search'], 'The index stores documents in the form that the search needs.'),
    {
      name: 'service-writer-imports',
      comment: 'The writer turns passages into a checked answer. Of the other rooms it knows the form of sources only.',
      severity: 'error',
      from: { path: '^src/service/writer/' },
      to: { path: '^src/service/[^/]+/', pathNot: '^src/service/(writer/|research/researcher[.]ts$)' },
    },
    serviceRoom(
      'research',
      ['documents', 'index', 'search', 'writer'],
      'Research answers questions from the library. It knows nothing of requests.',
    ),
    serviceRoom(
      'app',
      ['research'],
      'The app knows the interface and the port of a researcher. It has no socket and no library.',
    ),
    serviceRoom('server', ['app', 'research'], 'The server connects the app to sockets and to a library.'),
    serviceRoom('worker', ['app', 'research'], 'The worker connects the app to a message port and to a library.'),
    {
      name: 'app-imports-the-port',
      comment: 'The app imports researcher.ts, the port, and no implementation of it.',
      severity: 'error',
      from: { path: '^src/service/app/' },
      to: { path: '^src/service/research/', pathNot: '^src/service/research/researcher[.]ts$' },
    },
    {
      name: 'no-cycles-in-the-service',
      comment:
        'No file of the service may import itself through others, types included. Move what both need to a third file.',
      severity: 'error',
      from: { path: '^src/service/' },
      to: { circular: true },
    },
    {
      name: 'pure-rooms',
      comment: 'These rooms run in the page, in the host and in a browser host: no Node, no vscode.',
      severity: 'error',
      from: { path: inRoom('protocol', 'authority', 'conversation', 'panel', 'webview') },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'vscode-stays-in-the-extension',
      comment: 'Everything but the extension runs without VS Code.',
      severity: 'error',
      from: { path: ours, pathNot: inRoom('extension') },
      to: { path: vscode },
    },
    {
      name: 'vscode-is-passed-in',
      comment: 'Only the entries have `vscode` as a value; all others take it as a parameter and import its types.',
      severity: 'error',
      from: { path: inRoom('extension'), pathNot: '^src/extension/(extension|browser)[.]ts$' },
      to: { path: vscode, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Two files that import each other are one file, or three. Lists hold blocks and blocks hold lists.',
      severity: 'error',
      from: { path: ours, pathNot: '^src/webview/markdown/(block|list|quote|table)' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-type-cycles',
      comment:
        'In these rooms, no files import each other, not even types, except for the views of nested blocks. Move what both need to a file of its own.',
      severity: 'error',
      from: {
        path: inRoom('client', 'protocol', 'conversation', 'panel', 'webview'),
        pathNot: '^src/webview/markdown/(blockView|codeView|listView|tableView)[.]ts$',
      },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'Every import leads somewhere.',
      severity: 'error',
      from: { path: ours },
      to: { couldNotResolve: true, pathNot: vscode },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    // dependency-cruiser reads TypeScript with the compiler's old API, which TypeScript 7 does not have.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
