/**
 * Host <-> page, as two closed unions, one a direction. The page speaks first (`ready`); the host answers with the whole state;
 * after that it sends numbered changes. The page names an action, never a command; every id that it sends is looked up.
 */
import * as z from 'zod/mini';
import { changeSchema } from '../conversation/changes.ts';
import { conversationSchema, reviewStateSchema, selectionSchema } from '../conversation/conversation.ts';
import { askModeSchema } from '../protocol/chatCompletions.ts';

/** Longest question that the page may send, in UTF-16 units. */
export const MAX_QUESTION = 1_000_000;

const id = z.string().check(z.maxLength(200));
const text = z.string().check(z.maxLength(MAX_QUESTION));

/** What the page may ask the host to do that has no argument. The host maps each to what it does; none is a command id. */
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
]);
export type Action = z.infer<typeof actionSchema>;

/** What the page shows around the conversation: settings and panelState, whole each time. */
export const panelStateSchema = z.object({
  /** `host[:port]`, or `library` for the built-in service. */
  service: z.string(),
  /** What stands in the way of asking: nothing, no key for the address, no folder to search. */
  readiness: z.enum(['ready', 'noKey', 'noFolder', 'badAddress', 'emptyLibrary']),
  /** While the library is read: documents done and in all; null otherwise. */
  indexing: z.nullable(z.object({ done: z.int(), total: z.int() })),
  /** The modes that may be chosen here (a workspace may make the list shorter), and the default. */
  askModes: z.array(askModeSchema),
  askMode: askModeSchema,
  /** Permitted modes when `auto` is chosen. */
  allowedAskModes: z.array(askModeSchema),
  /** Zero retention is on by a setting or the conversation; `locked` says that it cannot be turned off here. */
  zeroRetention: z.object({ on: z.boolean(), locked: z.boolean() }),
  /** Modes that are always confirmed with "what will be sent". */
  confirmModes: z.array(askModeSchema),
  sendKey: z.enum(['enter', 'ctrlEnter']),
  /** In px; 0 takes VS Code's. */
  fontSize: z.number(),
  /** Selections that go along with the next question. */
  chips: z.array(selectionSchema),
  /** A persistent warning ("Conversations cannot be saved: disk full"); null when there is none. */
  warning: z.nullable(z.string()),
  /** Why asking is not possible in this conversation (newer schema), null when it is. */
  readOnly: z.nullable(z.string()),
});
export type PanelState = z.infer<typeof panelStateSchema>;

export const previewSchema = z.object({
  /** Names this preview when the user agrees to it. */
  token: id,
  /** Why the host asks: the user wanted to see it, the mode is in confirmModes, identifiers were found, … */
  reasons: z.array(z.enum(['asked', 'mode', 'identifiers', 'retentionMix', 'spend'])),
  /** The exact text of the newest message. */
  content: z.string(),
  /** Number of earlier turns (question and answer) that go along. */
  earlierTurns: z.int(),
  /** Length in UTF-16 units of everything that is sent. */
  length: z.int(),
  askMode: askModeSchema,
  allowedAskModes: z.optional(z.array(askModeSchema)),
  zeroRetention: z.boolean(),
  service: z.string(),
  /** Client identifiers that were found in the text: what kind, and a masked form. */
  findings: z.array(z.object({ kind: z.string(), masked: z.string() })),
  /** True when the identifiers will be replaced by placeholders. */
  replaced: z.boolean(),
  /** What the spend guard says ("12 of 20 deep questions today"); null when nothing. */
  spend: z.nullable(z.string()),
  /** True when sending is refused by a setting (guard `block`, ceiling reached). */
  blocked: z.nullable(z.string()),
});
export type Preview = z.infer<typeof previewSchema>;

export const hostMessageSchema = z.discriminatedUnion('type', [
  /** The whole state: replace everything that is shown. `seq` is the number of the last change that it contains. */
  z.object({
    type: z.literal('state'),
    seq: z.int(),
    conversation: conversationSchema,
    panelState: panelStateSchema,
    /** Unsent text of the question box. */
    draft: z.string(),
  }),
  /** Apply in order; `seq` is the number of the first one. A gap: send `resync`. */
  z.object({ type: z.literal('changes'), seq: z.int(), changes: z.array(changeSchema) }),
  /** Replace what is shown around the conversation. */
  z.object({ type: z.literal('panelState'), panelState: panelStateSchema }),
  /** Put this into the question box (a template, a question to be edited) and focus it. */
  z.object({ type: z.literal('compose'), text: z.string() }),
  /** Focus the question box. */
  z.object({ type: z.literal('focus') }),
  /** Open the find bar. */
  z.object({ type: z.literal('find') }),
  /** Settles a request of the page: it was done, it needs the user's agreement, or it was refused. */
  z.object({
    type: z.literal('reply'),
    request: z.int(),
    outcome: z.discriminatedUnion('type', [
      z.object({ type: z.literal('done') }),
      z.object({ type: z.literal('confirm'), preview: previewSchema }),
      z.object({ type: z.literal('refused'), message: z.string() }),
    ]),
  }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;

const request = z.int();

export const pageMessageSchema = z.discriminatedUnion('type', [
  /** The page is there and shows nothing yet. */
  z.object({ type: z.literal('ready') }),
  /** A change was missed: send the whole state. */
  z.object({ type: z.literal('resync') }),
  /**
   * Ask. `parent` is the turn after which the question stands (null: first), so an edit names the parent of the turn that it
   * replaces. Answered by `reply`: done, or confirm with a preview; then sent again with the preview's token.
   */
  z.object({
    type: z.literal('ask'),
    request,
    text,
    quote: z.optional(text),
    parent: z.nullable(id),
    askMode: askModeSchema,
    zeroRetention: z.boolean(),
    /** For an edit: the turn whose selections go along instead of the chips. */
    edits: z.optional(id),
    /** The token of the preview that the user agreed to. */
    agreed: z.optional(id),
    /** True: answer with a preview and send nothing. */
    previewOnly: z.optional(z.boolean()),
  }),
  /** Ask the same again as a sibling. Answered like `ask`. */
  z.object({
    type: z.literal('retry'),
    request,
    turnId: id,
    askMode: z.optional(askModeSchema),
    agreed: z.optional(id),
  }),
  z.object({ type: z.literal('stop'), turnId: id }),
  /** Take back a queued question. */
  z.object({ type: z.literal('cancelQueued'), turnId: id }),
  z.object({ type: z.literal('show'), turnId: id }),
  z.object({ type: z.literal('includeInContext'), turnId: id, includeInContext: z.boolean() }),
  /** Open source number `source` (0-based place in the answer's list): the document at its line, or its address. */
  z.object({ type: z.literal('openSource'), turnId: id, source: z.int() }),
  z.object({ type: z.literal('review'), turnId: id, source: z.int(), review: reviewStateSchema }),
  /** A link in an answer was clicked. The host checks the address again and asks VS Code to open it. */
  z.object({ type: z.literal('openLink'), url: z.string().check(z.maxLength(8192)) }),
  /** Open the file of a selection chip at its lines. `turnId` null: a chip of the question box. */
  z.object({ type: z.literal('openSelection'), turnId: z.nullable(id), selectionId: id }),
  z.object({ type: z.literal('removeChip'), selectionId: id }),
  /** Put text on the clipboard (a plain or Markdown copy, a table as TSV, a code block). */
  z.object({ type: z.literal('copyText'), text: z.string().check(z.maxLength(64 * 1024 * 1024)) }),
  /** Something was done with the answer; `richCopied` only tells that the page itself wrote the clipboard. */
  z.object({
    type: z.literal('use'),
    turnId: id,
    how: z.enum(['copyMarkdown', 'copyPlain', 'richCopied', 'insert', 'newDocument', 'memo']),
  }),
  /** Copy the citation of a source. */
  z.object({ type: z.literal('copyCitation'), turnId: id, source: z.int() }),
  /** Details of an error, for a report: the host redacts and copies. */
  z.object({ type: z.literal('copyDetails'), turnId: id }),
  /** What stands in the question box now; kept by the host so that it survives hide, move and reload. */
  z.object({ type: z.literal('draft'), text }),
  z.object({ type: z.literal('setAskMode'), askMode: askModeSchema }),
  z.object({ type: z.literal('setZeroRetention'), on: z.boolean() }),
  z.object({ type: z.literal('act'), action: actionSchema }),
]);
export type PageMessage = z.infer<typeof pageMessageSchema>;
