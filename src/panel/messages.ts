/**
 * The messages between the extension host and the chat page: one closed union for each direction. The page sends `ready` first.
 * The host answers with the whole state and then sends numbered changes. The page sends the name of an action, never a command
 * id. The host looks up every id that the page sends.
 */
import * as z from 'zod/mini';
import { changeSchema } from '../conversation/changes.ts';
import {
  conversationSchema,
  matterFactSchema,
  reviewStateSchema,
  selectionSchema,
  turnModelSchema,
} from '../conversation/conversation.ts';
import { askModeSchema } from '../protocol/chatCompletions.ts';
import { likelyPassageSchema } from '../protocol/likelyPassage.ts';

/** Longest question that the page may send, in UTF-16 units. */
export const MAX_QUESTION = 1_000_000;
/** Files of one drop, and characters of the address of each. The host attaches fewer, and says so. */
export const MAX_DROPPED = 200;
export const MAX_URI = 4096;
/** Longest text that the page may copy, in UTF-16 units. */
const MAX_COPIED = 64 * 1024 * 1024;

const id = z.string().check(z.maxLength(200));
const text = z.string().check(z.maxLength(MAX_QUESTION));

/** Actions without arguments that the page can request. The host maps each one to a function. None is a command id. */
export const actionSchema = z.enum([
  'connect',
  'setKey',
  'checkConnection',
  'openSettings',
  'openFolder',
  'newConversation',
  'rebuildLibrary',
  'showLibrary',
  'showEvents',
  'addSelection',
  'openWalkthrough',
  'showStatus',
  'editMatter',
]);
export type Action = z.infer<typeof actionSchema>;

/** What the page shows around the conversation. It is always sent as a whole. */
export const panelStateSchema = z.object({
  /** `host[:port]`, or `library` for the built-in service. */
  service: z.string(),
  /** The name of the profile in use. Absent: the values in use are not those of a profile. */
  profile: z.optional(z.string()),
  /** The language model that writes answers over the library. Absent: the library quotes. */
  model: z.optional(turnModelSchema),
  /** Whether questions can be asked, or why not. */
  readiness: z.enum(['ready', 'noKey', 'noFolder', 'badAddress', 'emptyLibrary']),
  /** Progress while the library is indexed, in documents. `total` is 0 while it is unknown. Null when no indexing is running. */
  indexing: z.nullable(z.object({ done: z.int(), total: z.int() })),
  /** Research modes that can be selected. Workspace settings can shorten the list. */
  askModes: z.array(askModeSchema),
  /** The selected research mode. */
  askMode: askModeSchema,
  /** Research modes that the service may choose from in the mode `auto`. */
  allowedAskModes: z.array(askModeSchema),
  /** Zero data retention. `locked` is true if a setting or the conversation requires it, so it cannot be turned off. */
  zeroRetention: z.object({ on: z.boolean(), locked: z.boolean() }),
  /** Research modes that always show a preview before a question is sent. */
  confirmModes: z.array(askModeSchema),
  sendKey: z.enum(['enter', 'ctrlEnter']),
  /** In px. 0 means VS Code's font size. */
  fontSize: z.number(),
  /** Questions about documents of the opened folder. Empty if there are none. */
  starters: z.array(z.string()),
  /** Selections that are attached to the next question. */
  chips: z.array(selectionSchema),
  /** What applies to each question of the folder. Absent if nothing is set or required. */
  matter: z.optional(
    z.object({
      facts: z.array(matterFactSchema),
      /** Number of names of clients. The names are not sent and not shown. */
      clients: z.int(),
      /** What cannot be used, for the user. */
      problems: z.array(z.string()),
      /** No question is sent without a fact. */
      required: z.boolean(),
    }),
  ),
  /** A persistent warning, for example that the disk is full. Null if there is none. */
  warning: z.nullable(z.string()),
  /** Why no question can be asked in this conversation, for example because of a newer file format. Null if it can. */
  readOnly: z.nullable(z.string()),
});
export type PanelState = z.infer<typeof panelStateSchema>;

export const previewSchema = z.object({
  /** Identifies the preview when the user confirms it. */
  token: id,
  /** Why the preview is shown. `asked`: the user requested it. `changed`: it is no longer what the user confirmed. */
  reasons: z.array(z.enum(['asked', 'mode', 'identifiers', 'retentionMix', 'usageLimit', 'changed'])),
  /** The exact text of the newest message. */
  content: z.string(),
  /** Set if the user can choose to send placeholders instead of client identifiers: that text and the token of that choice. */
  placeholders: z.optional(z.object({ token: id, content: z.string() })),
  /** The earlier questions and answers that are sent as context: question, answer, question, answer. */
  earlier: z.array(z.string()),
  /** Length of everything that is sent, in UTF-16 units. */
  length: z.int(),
  askMode: askModeSchema,
  allowedAskModes: z.optional(z.array(askModeSchema)),
  zeroRetention: z.boolean(),
  service: z.string(),
  /** Receives the question and passages of the user's documents. */
  model: z.optional(turnModelSchema),
  /** What the model will probably receive; null if that is not known. Absent without a model. */
  passages: z.optional(z.nullable(z.readonly(z.array(likelyPassageSchema)))),
  /** Client identifiers in the text. */
  findings: z.array(z.object({ kind: z.string(), masked: z.string() })),
  /** True if the identifiers will be replaced with placeholders. */
  replaced: z.boolean(),
  /** Message of the usage limits, for example "12 of 20 deep questions today". Null if there is none. */
  usageLimit: z.nullable(z.string()),
  /** Why a setting prevents sending, or null. */
  blocked: z.nullable(z.string()),
});
export type Preview = z.infer<typeof previewSchema>;

/** The result of a request: it was sent, the user must confirm a preview, or it was refused. */
export const requestOutcomeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('confirm'), preview: previewSchema }),
  z.object({ type: z.literal('refused'), message: z.string() }),
]);
export type RequestOutcome = z.infer<typeof requestOutcomeSchema>;

export const hostMessageSchema = z.discriminatedUnion('type', [
  /** The whole state, which replaces everything that is shown. `seq` is the number of the last change in it. */
  z.object({
    type: z.literal('state'),
    seq: z.int(),
    conversation: conversationSchema,
    panelState: panelStateSchema,
    /** Text of the question box that was not sent. */
    draft: z.string(),
  }),
  /** Changes in order. `seq` is the number of the first one. If a change is missing, the page sends `resync`. */
  z.object({ type: z.literal('changes'), seq: z.int(), changes: z.array(changeSchema) }),
  /** Replaces the panel state. */
  z.object({ type: z.literal('panelState'), panelState: panelStateSchema }),
  /** Sets the text of the question box and focuses it. */
  z.object({ type: z.literal('compose'), text: z.string() }),
  /** Shows a text to be read line by line, over the conversation. */
  z.object({ type: z.literal('showText'), title: z.string(), text: z.string() }),
  /** Focuses the question box. */
  z.object({ type: z.literal('focus') }),
  /** Opens the find bar. With a query, it goes to the first match, in this turn if it has one. */
  z.object({ type: z.literal('find'), query: z.optional(z.string()), turnId: z.optional(z.nullable(id)) }),
  /** The answer to `ask` or `retry`. */
  z.object({ type: z.literal('reply'), request: z.int(), outcome: requestOutcomeSchema }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

/** The user chose to send placeholders instead of client identifiers. */
const identifiers = z.optional(z.literal('replace'));
/** Number of a request. The `reply` message repeats it. */
const request = z.int();

export const pageMessageSchema = z.discriminatedUnion('type', [
  /** The page was loaded and needs the state. */
  z.object({ type: z.literal('ready') }),
  /** A change is missing. The host sends the whole state. */
  z.object({ type: z.literal('resync') }),
  /** The page has got or lost the keyboard focus. */
  z.object({ type: z.literal('focused'), on: z.boolean() }),
  /**
   * Asks a question. `parent` is the turn before it, or null for the first question. An edited question has the same parent as
   * the original. If the `reply` contains a preview, the page sends the message again with the preview's token.
   */
  z.object({
    type: z.literal('ask'),
    request,
    text,
    quote: z.optional(text),
    parent: z.nullable(id),
    askMode: askModeSchema,
    zeroRetention: z.boolean(),
    /** For an edited question: the original turn. Its selections are attached instead of those in the question box. */
    editedTurnId: z.optional(id),
    identifiers,
    /** Token of the preview that the user confirmed. */
    approvedToken: z.optional(id),
    /** True to get a preview and send nothing. */
    previewOnly: z.optional(z.boolean()),
  }),
  /** Asks the question of a turn again as its sibling. Answered like `ask`. */
  z.object({
    type: z.literal('retry'),
    request,
    turnId: id,
    askMode: z.optional(askModeSchema),
    identifiers,
    approvedToken: z.optional(id),
  }),
  z.object({ type: z.literal('stop'), turnId: id }),
  /** Sends a held question, or, if `turnId` is null, all of them. Answered like `ask`. */
  z.object({ type: z.literal('sendHeld'), request, turnId: z.nullable(id), approvedToken: z.optional(id) }),
  /** Removes a question from the queue. */
  z.object({ type: z.literal('cancelQueued'), turnId: id }),
  /** Shows the newest branch that contains the turn. */
  z.object({ type: z.literal('selectBranch'), turnId: id }),
  z.object({ type: z.literal('includeInContext'), turnId: id, includeInContext: z.boolean() }),
  /** Opens a source: the document at its line, or its address. `source` is the index in the answer's list. */
  z.object({ type: z.literal('openSource'), turnId: id, source: z.int() }),
  z.object({ type: z.literal('review'), turnId: id, source: z.int(), review: reviewStateSchema }),
  /** Opens a link of an answer. The host checks the address again before VS Code opens it. */
  z.object({ type: z.literal('openLink'), url: z.string().check(z.maxLength(8192)) }),
  /** Opens the file of an attached selection. `turnId` is null for a selection in the question box. */
  z.object({ type: z.literal('openSelection'), turnId: z.nullable(id), selectionId: id }),
  /** Attaches files that were dropped on the question box. The host reads only files on the disk of the workspace. */
  z.object({
    type: z.literal('attachFiles'),
    uris: z.array(z.string().check(z.maxLength(MAX_URI))).check(z.maxLength(MAX_DROPPED)),
  }),
  z.object({ type: z.literal('removeChip'), selectionId: id }),
  /** Copies text to the clipboard: a table as TSV or a code block. */
  z.object({ type: z.literal('copyText'), text: z.string().check(z.maxLength(MAX_COPIED)) }),
  /** Runs an action on an answer. `copiedRich` reports that the page has written the clipboard itself. */
  z.object({
    type: z.literal('answerAction'),
    turnId: id,
    action: z.enum(['copyMarkdown', 'copyPlain', 'copiedRich', 'newDocument']),
  }),
  /** Creates a memo from the answer, or from several. The host asks which, and for the format. */
  z.object({ type: z.literal('createMemo'), turnId: id }),
  /** Pins the answer to the lines that its question was asked about. */
  z.object({ type: z.literal('pinAnswer'), turnId: id }),
  /** Inserts the answer, the text selected in it, or the quotation of a source into the active document. */
  z.object({
    type: z.literal('insert'),
    turnId: id,
    part: z.discriminatedUnion('type', [
      z.object({ type: z.literal('answer') }),
      z.object({ type: z.literal('selection'), text }),
      z.object({ type: z.literal('quotation'), source: z.int() }),
    ]),
  }),
  /** Copies the citation of a source. */
  z.object({ type: z.literal('copyCitation'), turnId: id, source: z.int() }),
  /** Copies the details of an error for a report. The host redacts them. */
  z.object({ type: z.literal('copyDetails'), turnId: id }),
  /** The text of the question box. The host stores it, so that it survives when the view is hidden, moved or reloaded. */
  z.object({ type: z.literal('draft'), text }),
  z.object({ type: z.literal('setAskMode'), askMode: askModeSchema }),
  z.object({ type: z.literal('setZeroRetention'), on: z.boolean() }),
  z.object({ type: z.literal('runAction'), action: actionSchema }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;
