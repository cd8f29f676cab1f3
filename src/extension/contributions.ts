/**
 * Every identifier that package.json knows, once. test/extension/contributions.test.ts holds the two together, and the types
 * make a command without a handler, or a handler without a command, an error.
 */

/** Settings prefix, command prefix and name of the view container. */
export const SECTION = 'fiscal';

export const VIEW_CONTAINER = 'fiscal';
export const CHAT_VIEW = 'fiscal.chat';
/** Native tree of the kept conversations. */
export const CONVERSATIONS_VIEW = 'fiscal.conversations';
/** Native tree of the sources of the conversation that the chat shows. */
export const SOURCES_VIEW = 'fiscal.sources';
/** `viewType` of the chat in an editor tab; also the name under which VS Code restores it. */
export const CHAT_PANEL = 'fiscal.chatPanel';
export const EDITOR_SUBMENU = 'fiscal.editor';
export const WALKTHROUGH = 'fiscal.start';

/** Schemes of our own virtual documents: nothing of them is ever written to disk, not even as a hot-exit backup. */
export const EVENTS_SCHEME = 'fiscal-events';

/** Commands of the chat, in the order of package.json. The handlers are in commands.ts. */
export const COMMANDS = [
  'fiscal.ask',
  'fiscal.askSelection',
  'fiscal.addSelection',
  'fiscal.newConversation',
  'fiscal.newTemporaryConversation',
  'fiscal.stop',
  'fiscal.find',
  'fiscal.openInEditor',
  'fiscal.connect',
  'fiscal.setApiKey',
  'fiscal.testApiKey',
  'fiscal.replaceApiKey',
  'fiscal.removeApiKey',
  'fiscal.checkConnection',
  'fiscal.rebuildLibrary',
  'fiscal.showLibrary',
  'fiscal.showEvents',
  'fiscal.replayStream',
  'fiscal.createMemo',
  'fiscal.exportConversation',
  'fiscal.importConversation',
  'fiscal.openWalkthrough',
  'fiscal.searchConversations',
  'fiscal.openConversation',
  'fiscal.renameConversation',
  'fiscal.pinConversation',
  'fiscal.unpinConversation',
  'fiscal.deleteConversation',
  'fiscal.openSource',
  'fiscal.relyOnSource',
  'fiscal.rejectSource',
  'fiscal.resetSource',
  'fiscal.copyCitation',
  'fiscal.verifyResearchLog',
  'fiscal.exportResearchLog',
  'fiscal.showSpend',
] as const;
export type CommandId = (typeof COMMANDS)[number];

/** One handler for each command: a missing one does not compile. Handlers return nothing, so no command can return a key. */
export type CommandHandlers = { readonly [Id in CommandId]: (...args: unknown[]) => Promise<void> | void };

/** Settings, without the prefix. */
export const SETTINGS = [
  'baseUrl',
  'askMode',
  'allowedAskModes',
  'zeroDataRetention',
  'confirmModes',
  'questions',
  'library.folders',
  'library.exclude',
  'sendKey',
  'fontSize',
  'notifyWhenDone',
  'timeouts.connect',
  'timeouts.firstByte',
  'timeouts.idle',
  'keepDays',
  'identifierGuard',
  'matter.names',
  'researchLog',
  'logZeroRetention',
  'spend.perDay',
  'spend.perMonth',
  'spend.atCeiling',
] as const;
export type SettingId = (typeof SETTINGS)[number];

/** Context keys that `when` clauses of package.json use. */
export const CONTEXT_KEYS = {
  /** An answer is under way in the conversation of the view. */
  running: 'fiscal.running',
  /** The address of a hosted service is set. */
  hosted: 'fiscal.hosted',
  /** A key is there for that address. */
  hasKey: 'fiscal.hasKey',
  /** Completion events of the walkthrough. */
  asked: 'fiscal.asked',
  openedSource: 'fiscal.openedSource',
} as const;
