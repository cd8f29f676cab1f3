/**
 * The messages of the chat page to the extension host, one closed union. The page sends the name of an action, never a command id.
 * The host looks up every id that the page sends.
 */
import * as z from 'zod/mini';
import { PAGE_ANSWER_ACTIONS } from '../conversation/answerAction.ts';
import { reviewStateSchema } from '../conversation/conversation.ts';
import { askModeSchema } from '../protocol/chatCompletions.ts';

/** Longest question that the page may send, in UTF-16 units. */
export const MAX_QUESTION = 1_000_000;
/** Files of one drop, and characters of the address of each. The host attaches fewer, and says so. */
export const MAX_DROPPED = 200;
export const MAX_URI = 4096;
/** Longest text that the page may copy, in UTF-16 units. */
const MAX_COPIED = 64 * 1024 * 1024;

/** Longest citation that the page may open, with the words after it, in UTF-16 units. */
export const MAX_AUTHORITY = 400;

const id = z.string().check(z.maxLength(200));
const text = z.string().check(z.maxLength(MAX_QUESTION));

/** Actions without arguments that the page can request. The host maps each one to a function. None is a command id. */
export const actionSchema = z.enum([
  'connect',
  'setKey',
  'signIn',
  'checkConnection',
  'openSettings',
  'openFolder',
  'getAuthorities',
  'newConversation',
  'rebuildLibrary',
  'showLibrary',
  'showFolderOverview',
  'showEvents',
  'addSelection',
  'openWalkthrough',
  'showStatus',
  'editMatter',
  'chooseMatter',
]);
export type Action = z.infer<typeof actionSchema>;

/** The user chose to send placeholders instead of client identifiers. */
const identifiers = z.optional(z.literal('replace'));
/**
 * `request`: the number of a request, which the `reply` message repeats. `conversation`: the one that the page shows. The host may show
 * another one already.
 */
const requested = { request: z.int(), conversation: id };

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
    ...requested,
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
    ...requested,
    turnId: id,
    askMode: z.optional(askModeSchema),
    identifiers,
    approvedToken: z.optional(id),
  }),
  z.object({ type: z.literal('stop'), turnId: id }),
  /** Sends a held question, or, if `turnId` is null, all of them. Answered like `ask`. */
  z.object({ type: z.literal('sendHeld'), ...requested, turnId: z.nullable(id), approvedToken: z.optional(id) }),
  /** Removes a question from the queue. */
  z.object({ type: z.literal('cancelQueued'), turnId: id }),
  /** Shows the newest branch that contains the turn. */
  z.object({ type: z.literal('selectBranch'), turnId: id }),
  z.object({ type: z.literal('includeInContext'), turnId: id, includeInContext: z.boolean() }),
  /**
   * Opens a source: the document at its line, or its address. `source` is the index in the answer's list. `mark`: which citation of the
   * answer was clicked, from 0. The words that it rests on are marked.
   */
  z.object({ type: z.literal('openSource'), turnId: id, source: z.int(), mark: z.optional(z.int()) }),
  /** Opens what the library has of the authority that `text` begins with. `source`: the one whose quotation cites it, or -1. */
  z.object({
    type: z.literal('openAuthority'),
    turnId: id,
    source: z.int(),
    text: z.string().check(z.maxLength(MAX_AUTHORITY)),
  }),
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
  /** The user typed # in the question box. The host asks for a file, a folder or an open editor and attaches it. */
  z.object({ type: z.literal('pickAttachment') }),
  z.object({ type: z.literal('removeChip'), selectionId: id }),
  /** Copies text to the clipboard: a table as TSV or a code block. */
  z.object({ type: z.literal('copyText'), text: z.string().check(z.maxLength(MAX_COPIED)) }),
  /** Runs an action on an answer. `copiedRich` reports that the page has written the clipboard itself. */
  z.object({
    type: z.literal('answerAction'),
    turnId: id,
    action: z.enum(PAGE_ANSWER_ACTIONS),
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
  z.object({ type: z.literal('copyCitation'), turnId: id, source: z.int() }),
  /** Copies the details of an error for a report. The host redacts them. */
  z.object({ type: z.literal('copyDetails'), turnId: id }),
  /** The text of the question box. The host stores it, so that it survives when the view is hidden, moved or reloaded. */
  z.object({ type: z.literal('draft'), conversation: id, text }),
  z.object({ type: z.literal('setAskMode'), askMode: askModeSchema }),
  z.object({ type: z.literal('setZeroRetention'), on: z.boolean() }),
  z.object({ type: z.literal('runAction'), action: actionSchema }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;
