/** Which folder may import which. `npm run imports` checks these rules. */
import type { ImportRule } from './support/importCheck.ts';

const ours = /^src\//;
const vscode = /^vscode$/;
const inRoom = (...rooms: string[]) => new RegExp(`^src/(${rooms.join('|')})[/.]`);
const inPart = (part: string, ...folders: string[]) => new RegExp(`^src/${part}/(${folders.join('|')})/`);

/** Only these rooms may be imported from `room` (and `room` itself). */
const room = (name: string, mayImport: readonly string[], comment: string): ImportRule => ({
  name: `${name}-imports`,
  comment,
  from: { path: inRoom(name) },
  to: { path: ours, pathNot: inRoom(name, ...mayImport) },
});

/** Only these folders of `part` may be imported from its folder `name` (and the folder itself). Files without a folder and `common` are shared. */
const folder = (part: string, name: string, mayImport: readonly string[], comment: string): ImportRule => ({
  name: `${part}-${name}-imports`,
  comment,
  from: { path: inPart(part, name) },
  to: { path: inPart(part, '[^/]+'), pathNot: inPart(part, name, 'common', ...mayImport) },
});

export const RULES: readonly ImportRule[] = [
  room(
    'protocol',
    ['model'],
    'The protocol knows the outcomes and errors of a language model and nothing else of ours.',
  ),
  room(
    'authority',
    ['text'],
    'The parser of citations is shared by the domain, the service and the editor: it knows texts only.',
  ),
  room('text', [], 'Texts are compared in the same way everywhere: the room imports nothing of ours.'),
  room(
    'check',
    ['text', 'authority'],
    'The check compares an answer with its sources: it knows texts and citations, and no conversation.',
  ),
  room('markdown', [], 'The Markdown parser is shared by the page and the documents: it imports nothing of ours.'),
  room(
    'model',
    [],
    'The port to language models is the bottom, shared by the service and the extension: it imports nothing of ours.',
  ),
  room(
    'conversation',
    ['protocol', 'text', 'authority', 'check', 'markdown'],
    'The domain is pure: it knows the protocol, the check and the parsers of citations and Markdown only.',
  ),
  room('panel', ['protocol', 'conversation'], 'The host-page messages know the domain and the protocol only.'),
  room(
    'client',
    ['protocol', 'text', 'model'],
    'The clients of a research service and of endpoints of language models turn bytes into events and know nobody else.',
  ),
  room(
    'webview',
    ['protocol', 'text', 'authority', 'check', 'markdown', 'conversation', 'panel'],
    'The page speaks to the host by messages only.',
  ),
  room(
    'service',
    ['protocol', 'text', 'authority', 'check', 'model', 'client', 'files', 'compliance/guard'],
    'The service could be another program: it shares the protocol and pure rules (texts, citations, the check, identifiers, language models, errors of files) only.',
  ),
  room('files', [], 'Errors of the file system and a lock between processes. It imports nothing of ours.'),
  room(
    'publishers',
    ['files', 'text'],
    'Downloading laws from their publishers knows no conversation, no question and no library: only addresses, files, formats and labels.',
  ),
  room(
    'libraryClient',
    ['protocol', 'model', 'client'],
    'The client of the built-in library speaks to its worker by messages, with and without VS Code.',
  ),
  room(
    'compliance',
    ['protocol', 'text', 'model', 'conversation', 'files'],
    'Identifier guard, research log and counters are the same for the extension and the MCP server.',
  ),
  room(
    'mcp',
    ['protocol', 'conversation', 'client', 'libraryClient', 'compliance', 'files'],
    'The MCP server is a program of its own. It knows no session and no page.',
  ),
  room(
    'cli',
    [
      ...[
        'protocol',
        'text',
        'model',
        'conversation',
        'client',
        'libraryClient',
        'compliance',
        'files',
        'mcp',
        'publishers',
      ],
      ...['service/app', 'service/server', 'service/researcher'],
    ],
    'The program of the command line connects the library, the interface and the MCP server to processes and sockets.',
  ),
  room(
    'firm',
    [
      ...['protocol', 'text', 'service', 'client/sse', 'conversation/agentText'],
      ...['cli/(?:command|options|cacheFolder|runCommand|terminal)', 'mcp/(?:toolInput|toolProblem|visibleText)'],
    ],
    "The firm's server adds people, rights and an audit to the service. It knows neither the extension nor a client; its tools for agents read a stream as clients do.",
  ),
  room(
    'extension',
    [
      ...['protocol', 'text', 'authority', 'check', 'model', 'conversation', 'panel', 'client'],
      ...['libraryClient', 'compliance', 'files', 'publishers'],
    ],
    'The extension reaches the page by messages and the service by its built worker file.',
  ),
  folder('extension', 'common', [], 'Settings, the names of package.json and helpers: every folder may use them.'),
  folder('extension', 'library', [], 'The library runs the worker. It knows nothing of conversations.'),
  folder(
    'extension',
    'model',
    [],
    'Language models and the consent to them know nothing of conversations in progress.',
  ),
  folder(
    'extension',
    'connection',
    ['library', 'model'],
    'The connection selects the service: the hosted one, or the library with or without a language model.',
  ),
  folder('extension', 'session', ['connection'], 'A session runs one conversation. It knows no page and no file.'),
  folder(
    'extension',
    'publishers',
    [],
    'Downloading laws from their publishers knows no conversation and no page. Nothing else opens a connection to them.',
  ),
  folder('extension', 'documents', [], 'The views of documents show files. They know no conversation.'),
  folder(
    'extension',
    'overview',
    ['answers', 'library'],
    'The overview of a folder shows what its documents state. It knows no conversation.',
  ),
  folder('extension', 'storage', [], 'The storage writes conversations. It knows neither sessions nor pages.'),
  folder(
    'extension',
    'answers',
    ['model', 'session'],
    'Actions on answers and sources know the conversation and no page.',
  ),
  folder(
    'extension',
    'selection',
    ['answers', 'session'],
    'The selection becomes part of a question. It knows no page.',
  ),
  folder(
    'extension',
    'citations',
    ['answers', 'library', 'session'],
    'Citations in files of the user are looked up in the library. They know open conversations, and no page.',
  ),
  folder(
    'extension',
    'pins',
    ['answers', 'selection', 'session'],
    'Pinned answers show turns of conversations next to the selections of their questions.',
  ),
  folder(
    'extension',
    'compliance',
    ['answers', 'session', 'storage'],
    'Guard, research log and usage limits watch conversations. They know no page.',
  ),
  folder(
    'extension',
    'panel',
    ['answers', 'connection', 'selection', 'session'],
    'The panel shows sessions. It knows no file and no tree.',
  ),
  folder('extension', 'firm', [], "The firm's server: its matters, and its documents. It knows no conversation."),
  folder('extension', 'matter', ['session'], 'The matter belongs to the folder of a conversation.'),
  folder('extension', 'status', ['panel', 'session'], 'The status bar shows the panel state of the current chat.'),
  folder(
    'extension',
    'chat',
    ['answers', 'connection', 'selection', 'session'],
    "VS Code's Chat and agents ask in sessions, as the panel does. They know no page and no file.",
  ),
  folder(
    'extension',
    'views',
    ['answers', 'panel', 'session', 'storage'],
    'The trees open conversations in the panel.',
  ),
  {
    name: 'nothing-imports-the-host',
    comment: 'The host builds all parts. A part gets what it needs as `deps`.',
    from: { path: /^src\/extension\//, pathNot: inPart('extension', 'host') },
    to: { path: inPart('extension', 'host') },
  },
  folder('service', 'documents', [], 'Readers turn files into passages. They know neither the index nor the search.'),
  folder(
    'service',
    'search',
    ['store'],
    'The search reads the library through the port of the store. It knows no SQL.',
  ),
  folder(
    'service',
    'index',
    ['documents', 'search', 'store'],
    'The index stores documents in the form that the search needs.',
  ),
  folder('service', 'store', [], 'A store finds and reads rows. It knows nothing of questions.'),
  folder(
    'service',
    'overview',
    ['documents'],
    'The overview of a folder reads the tables of the index. It does not know how they are written.',
  ),
  folder('service', 'writer', [], 'The writer turns passages into a checked answer. It gets what finds them.'),
  folder(
    'service',
    'research',
    ['documents', 'index', 'overview', 'search', 'store', 'writer'],
    'Research answers questions from the library. It knows nothing of requests.',
  ),
  folder(
    'service',
    'app',
    [],
    'The app knows the interface and the port of a researcher. It has no socket and no library.',
  ),
  folder('service', 'server', ['app'], 'The server connects the app to sockets.'),
  folder(
    'service',
    'worker',
    ['documents', 'research'],
    'The worker connects the research to a message port, and reads single files for the user.',
  ),
  {
    name: 'service-server-imports-client',
    comment: 'Only the HTTP server calls endpoints of language models. The worker asks the host for it.',
    from: { path: /^src\/service\//, pathNot: inPart('service', 'server') },
    to: { path: inRoom('client') },
  },
  {
    name: 'pure-rooms',
    comment: 'These rooms run in the page, in the host and in a browser host: no Node, no vscode.',
    from: { path: inRoom('protocol', 'text', 'authority', 'check', 'markdown', 'conversation', 'panel', 'webview') },
    to: { path: /^node:/ },
  },
  {
    name: 'vscode-stays-in-the-extension',
    comment: 'Everything but the extension runs without VS Code.',
    from: { path: ours, pathNot: inRoom('extension') },
    to: { path: vscode },
  },
  {
    name: 'vscode-is-passed-in',
    comment: 'Only the entries have `vscode` as a value; all others take it as a parameter and import its types.',
    from: { path: inRoom('extension'), pathNot: /^src\/extension\/host\/(extension|browser)[.]ts$/ },
    to: { path: vscode },
    typesAllowed: true,
  },
  {
    name: 'no-cycles',
    comment: 'No file imports itself through others, types included. Move what both need to a third file.',
    from: { path: ours },
    to: 'cycle',
  },
  {
    name: 'resolvable',
    comment: 'Every import leads somewhere.',
    from: { path: ours },
    to: 'missing',
  },
];
