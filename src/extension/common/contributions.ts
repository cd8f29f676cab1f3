/**
 * The identifiers of package.json that the code uses. test/extension/common/contributions.test.ts compares the two. A command without a
 * handler, a handler without a command, or a setting that package.json does not have does not compile.
 */

import type manifest from '../../../package.json';

/** Prefix of settings and commands. */
export const SECTION = 'fiscal';

export const CHAT_VIEW = 'fiscal.chat';
/** Native tree of the saved conversations. */
export const CONVERSATIONS_VIEW = 'fiscal.conversations';
/** Native tree of the sources of the conversation that the chat shows. */
export const SOURCES_VIEW = 'fiscal.sources';
/** `viewType` of the chat in an editor tab. VS Code restores the tab by it. */
export const CHAT_PANEL = 'fiscal.chatPanel';
export const OVERVIEW_PANEL = 'fiscal.overview';
export const WALKTHROUGH = 'fiscal.start';

/** The participant `@fiscal` of VS Code's Chat. */
export const CHAT_PARTICIPANT = 'fiscal.participant';
/** Tools that agents can call. */
export const RESEARCH_TOOL = 'fiscal_research';
export const LIBRARY_TOOL = 'fiscal_library';
/** The provider of the MCP server. */
export const MCP_PROVIDER = 'fiscal.mcp';

/** Scheme of the virtual documents with response events. VS Code writes nothing of them to disk, not even a hot-exit backup. */
export const EVENTS_SCHEME = 'fiscal-events';

/** Comment controller of the pinned answers, and their key in the storage of the workspace. */
export const PINNED_ANSWERS = 'fiscal.pinnedAnswers';
/** In the global storage: when publishers were last asked for newer versions of laws. */
export const AUTHORITIES_LOOKED_AT = 'fiscal.authoritiesLookedAt';

/** Files of the user, in every language. */
export const FILES = ['file', 'untitled', 'vscode-vfs', 'vscode-remote'].map((scheme) => ({ scheme }));
/** Scheme of the virtual documents with the text of a Word, Excel, OpenDocument, RTF or mail file. */
export const DOCUMENT_SCHEME = 'fiscal-document';
/** Scheme of the virtual documents with the text of a document of the firm's server. */
export const SERVER_DOCUMENT_SCHEME = 'fiscal-server';
/** Language of these documents. package.json wraps their lines: a paragraph of a Word file is one line. */
export const DOCUMENT_LANGUAGE = 'fiscal-document';
/** `viewType` of the editor that shows PDF files. */
export const PDF_EDITOR = 'fiscal.pdf';
/** The read-only editor for Excel workbooks. */
export const WORKBOOK_EDITOR = 'fiscal.workbook';
/** The editor that Word, OpenDocument and Outlook files have in place of the message of VS Code that they are binary. It opens their text. */
export const TEXT_EDITOR = 'fiscal.documentText';
/** Paths of files that it shows. */
export const WORKBOOK = /\.xls[xm]$/i;

/** Commands, in the order of package.json. */
export const COMMANDS = [
  'fiscal.openChat',
  'fiscal.askSelection',
  'fiscal.addSelection',
  'fiscal.askFile',
  'fiscal.newConversation',
  'fiscal.newTemporaryConversation',
  'fiscal.stop',
  'fiscal.find',
  'fiscal.showStatus',
  'fiscal.editMatter',
  'fiscal.chooseMatter',
  'fiscal.showAccessibilityHelp',
  'fiscal.showAccessibleView',
  'fiscal.openInEditor',
  'fiscal.connect',
  'fiscal.setApiKey',
  'fiscal.removeApiKey',
  'fiscal.signIn',
  'fiscal.signOut',
  'fiscal.checkConnection',
  'fiscal.chooseLanguageModel',
  'fiscal.switchProfile',
  'fiscal.rebuildLibrary',
  'fiscal.showLibraryStatus',
  'fiscal.showFolderOverview',
  'fiscal.getAuthorities',
  'fiscal.updateAuthorities',
  'fiscal.importAuthority',
  'fiscal.checkPublishers',
  'fiscal.showAuthorityChanges',
  'fiscal.removeAuthorities',
  'fiscal.showOutdatedAnswers',
  'fiscal.showResponseEvents',
  'fiscal.pinAnswer',
  'fiscal.openPinnedAnswer',
  'fiscal.unpinAnswer',
  'fiscal.openAuthority',
  'fiscal.askAuthority',
  'fiscal.checkCitations',
  'fiscal.insertAnswer',
  'fiscal.openInDefaultApplication',
  'fiscal.showDocumentText',
  'fiscal.createMemo',
  'fiscal.exportConversation',
  'fiscal.importConversation',
  'fiscal.openWalkthrough',
  'fiscal.searchConversations',
  'fiscal.openConversation',
  'fiscal.renameConversation',
  'fiscal.pinConversation',
  'fiscal.unpinConversation',
  'fiscal.archiveConversation',
  'fiscal.unarchiveConversation',
  'fiscal.deleteConversation',
  'fiscal.openSource',
  'fiscal.relyOnSource',
  'fiscal.rejectSource',
  'fiscal.resetSource',
  'fiscal.copyCitation',
  'fiscal.verifyResearchLog',
  'fiscal.exportResearchLog',
  'fiscal.showUsage',
] as const;
export type CommandId = (typeof COMMANDS)[number];

/** One handler for each command. Handlers return nothing, so no command can return a key. */
export type CommandHandlers = { readonly [Id in CommandId]: (...args: unknown[]) => Promise<void> | void };

/** A part of the extension that implements some of the commands. */
export interface Feature<Id extends CommandId> {
  readonly commands: Pick<CommandHandlers, Id>;
  dispose(): void;
}

type Section = (typeof manifest)['contributes']['configuration'][number];
type NamesOf<S> = S extends { readonly properties: infer Properties } ? keyof Properties : never;
/** The settings of package.json, without the prefix. */
export type SettingId = NamesOf<Section> extends infer Name ? (Name extends `fiscal.${infer Id}` ? Id : never) : never;

/** Context keys that `when` clauses of package.json use. */
export const CONTEXT_KEYS = {
  /** An answer is in progress in one of the open conversations. */
  running: 'fiscal.running',
  /** The chat in the side bar has the keyboard focus. */
  chatViewFocused: 'fiscal.chatViewFocused',
  /** The address of a hosted service is set. */
  hosted: 'fiscal.hosted',
  /** A key for that address is available. */
  hasKey: 'fiscal.hasKey',
  /** Completion events of the walkthrough. */
  asked: 'fiscal.asked',
  openedSource: 'fiscal.openedSource',
  /** A conversation that is never written to disk is open: temporary, or with zero data retention. */
  unsaved: 'fiscal.unsaved',
  /** An answer was inserted, copied, exported or made a memo. */
  usedAnswer: 'fiscal.usedAnswer',
} as const;
