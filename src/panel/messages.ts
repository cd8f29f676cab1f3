/**
 * The messages of the extension host to the chat page, one closed union; pageMessages.ts has the other direction. The page sends `ready`
 * first. The host answers with the whole state and then sends numbered changes.
 */
import * as z from 'zod/mini';
import { changeSchema } from '../conversation/change.ts';
import {
  conversationSchema,
  matterFactSchema,
  selectionSchema,
  turnModelSchema,
} from '../conversation/conversation.ts';
import { askModeSchema } from '../protocol/chatCompletions.ts';
import { likelyPassageSchema } from '../protocol/likelyPassage.ts';

const id = z.string().check(z.maxLength(200));

/** What the page shows around the conversation. It is always sent as a whole. */
const panelStateSchema = z.object({
  /** `host[:port]`, or `library` for the built-in service. */
  service: z.string(),
  /** The name of the profile in use. Absent: the values in use are not those of a profile. */
  profile: z.optional(z.string()),
  /** The language model that writes answers over the library. Absent: the library quotes. */
  model: z.optional(turnModelSchema),
  /** Requests to the model for one answer, at most, by research mode. Absent without a model. */
  modelRequests: z.optional(z.record(z.string(), z.int())),
  /** Whether questions can be asked, or why not. */
  readiness: z.enum(['ready', 'noKey', 'signedOut', 'noFolder', 'badAddress', 'emptyLibrary']),
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
  /** Questions about documents of the opened folder. Empty if there are none, and with a hosted service. */
  starters: z.array(z.string()),
  /** Selections that are attached to the next question. */
  chips: z.array(selectionSchema),
  /** What applies to each question of the folder. Absent if nothing is set or required. */
  matter: z.optional(
    z.object({
      /** Its name at the firm's server. Null: none is given to it. Absent: another service answers. */
      name: z.optional(z.nullable(z.string())),
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

const previewSchema = z.object({
  /** Identifies the preview when the user confirms it. */
  token: id,
  /** Why the preview is shown. `asked`: the user requested it. `changed`: it is no longer what the user confirmed. */
  reasons: z.array(
    z.enum(['asked', 'mode', 'identifiers', 'otherMatter', 'otherService', 'retentionMix', 'usageLimit', 'changed']),
  ),
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
  /** The name of the matter that the firm's server is given. Null: none. Absent: another service is asked. */
  matterName: z.optional(z.nullable(z.string())),
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
const requestOutcomeSchema = z.discriminatedUnion('type', [
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
  /** What the user wrote into the list of files before closing it. It belongs after the # that opened the list. */
  z.object({ type: z.literal('typed'), text: z.string() }),
  /** Shows a text to be read line by line, over the conversation. */
  z.object({ type: z.literal('showText'), title: z.string(), text: z.string() }),
  /** Focuses the question box. */
  z.object({ type: z.literal('focus') }),
  /** Opens the find bar. With a query, it goes to the first match, in this turn if it has one. */
  z.object({ type: z.literal('find'), query: z.optional(z.string()), turnId: z.optional(z.nullable(id)) }),
  /** The answer to `ask`, `retry` or `sendHeld`. */
  z.object({ type: z.literal('reply'), request: z.int(), outcome: requestOutcomeSchema }),
]);
export type HostMessage = z.infer<typeof hostMessageSchema>;
