/**
 * The checks before a question is sent: everything that may ask the user first, or refuse. It builds the messages, and the
 * session sends these and no others. The token of a preview is a digest of the messages and of how they are sent, so a preview
 * that is out of date is shown again.
 */
import { branchTo } from '../../conversation/branches.ts';
import { countsAsHistory, toMessages } from '../../conversation/context.ts';
import type { Conversation, GuardMode, Turn, TurnModel } from '../../conversation/conversation.ts';
import { toEarlierTurns, toResearchQuestion } from '../../conversation/researchQuestion.ts';
import { mixesRetention } from '../../conversation/retention.ts';
import type { Preview } from '../../panel/messages.ts';
import type { AskMode, Message } from '../../protocol/chatCompletions.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { AskRequest, Outgoing, PreflightResult, TextFilter } from './askRequest.ts';

/** Replaces client identifiers in what is sent, and restores them in the answer. */
export interface Rewrite {
  outgoing(messages: readonly Message[]): readonly Message[];
  incoming(): TextFilter;
}

/** What the identifier guard found in the messages, and what it wants done. */
export interface GuardResult {
  /** Each identifier once. */
  readonly findings: readonly { readonly kind: string; readonly masked: string }[];
  /** Set when identifiers are to be replaced. */
  readonly rewrite?: Rewrite;
  /** The user must see what is replaced, because a folder that is not trusted asked for it. */
  readonly confirm?: boolean;
  /** Set when the user can choose to have identifiers replaced. */
  readonly offered?: Rewrite;
  readonly mode?: GuardMode;
  /** The names of clients that `rewrite` and `offered` replace. */
  readonly names?: readonly string[];
  /** Why it must not be sent at all. */
  readonly blocked: string | null;
}

export interface UsageLimitResult {
  /** What is shown with the preview; null when there is nothing to say. */
  readonly text: string | null;
  readonly confirm: boolean;
  readonly blocked: string | null;
}

/** Input of the checks in addition to the messages. */
export interface CheckedRequest {
  readonly conversation: Conversation;
  readonly parent: string | null;
  readonly askMode: AskMode;
  /** `host[:port]`. */
  readonly service: string;
  /** The language model over the built-in library. */
  readonly model?: TurnModel | undefined;
}

/** What the user must confirm in a dialog of VS Code, because the page could confirm its preview without the user. */
export interface Risk {
  readonly service: string;
  /** Client identifiers that are sent unchanged. */
  readonly findings: GuardResult['findings'];
  /** The usage limit that is reached. Null if none is. */
  readonly usageLimit: string | null;
}

export interface PreflightDeps {
  readonly confirmModes: readonly AskMode[];
  /** Unguessable, new in each window. */
  readonly salt: string;
  readonly digest: (text: string) => Promise<string>;
  /** Not asked when nothing leaves the machine: for the built-in service without a model, or with one on this machine. */
  readonly guard?: ((messages: readonly Message[], request: CheckedRequest) => Promise<GuardResult>) | undefined;
  readonly checkUsage?: ((request: CheckedRequest) => Promise<UsageLimitResult>) | undefined;
  /** Called after the user confirmed a preview that sends client identifiers unchanged or exceeds a usage limit. */
  readonly confirmRisk: (risk: Risk) => Promise<boolean>;
}

/** `conversation` is without the question itself. */
export async function preflight(
  request: AskRequest,
  conversation: Conversation,
  deps: PreflightDeps,
): Promise<PreflightResult> {
  const { askMode, zeroRetention, parent, previewOnly = false } = request;
  const { service } = request.target;
  const allowedAskModes = request.allowedAskModes && [...request.allowedAskModes];
  const context = branchTo(conversation, parent);
  const built = toMessages(context, request.question);
  const { matterName } = request.question;
  const asked = { question: toResearchQuestion(request.question), context: toEarlierTurns(context) };
  const model = request.target.model?.info;
  const checked = { conversation, parent, askMode, service, model };
  const local = service === LIBRARY && (!model || model.onThisMachine);
  const guard = local ? undefined : await deps.guard?.(built, checked);
  const usage = local ? undefined : await deps.checkUsage?.(checked);
  const wanted = guard?.rewrite ?? (request.identifiers === 'replace' ? guard?.offered : undefined);
  // The library searches with the original question. The prompts of a model are replaced on their way to it (guardPrompts).
  const rewrite = model ? undefined : wanted;
  const messages = rewrite ? rewrite.outgoing(built) : built;
  const blocked = guard?.blocked ?? usage?.blocked ?? null;

  const reasons: Preview['reasons'] = [];
  if (previewOnly) reasons.push('asked');
  if (deps.confirmModes.includes(askMode)) reasons.push('mode');
  if (guard && guard.findings.length > 0 && (!wanted || guard.blocked || guard.confirm)) reasons.push('identifiers');
  if (context.some((turn) => countsAsHistory(turn) && isOfOtherMatter(turn, service, matterName)))
    reasons.push('otherMatter');
  // The library keeps its history on this machine. What its language model receives has a consent of its own.
  if (service !== LIBRARY && hasUnseenAnswers(context, service)) reasons.push('otherService');
  if (mixesRetention(conversation, zeroRetention)) reasons.push('retentionMix');
  if (usage?.confirm || usage?.blocked) reasons.push('usageLimit');

  const agreedTo = reasons.filter((reason) => reason !== 'asked');
  const tokenOf = (sent: readonly Message[], confirmed: readonly string[]) =>
    deps.digest(
      JSON.stringify([
        deps.salt,
        sent,
        askMode,
        allowedAskModes,
        zeroRetention,
        service,
        matterName ?? null,
        model ?? null,
        confirmed,
      ]),
    );
  const token = await tokenOf(messages, agreedTo);
  // What the user confirmed is compared even when nothing else requires a preview.
  if (request.approvedToken !== undefined && request.approvedToken !== token) reasons.push('changed');
  const replaces = rewrite || (model && guard && guard.findings.length > 0);
  const risk: Risk = {
    service,
    findings: guard && !wanted && !replaces ? guard.findings : [],
    usageLimit: usage?.confirm ? (usage.text ?? '') : null,
  };
  const isRisky = risk.findings.length > 0 || risk.usageLimit !== null;
  const passes = blocked === null && !previewOnly && (reasons.length === 0 || request.approvedToken === token);
  if (passes && (!isRisky || request.alreadyConfirmed || (await deps.confirmRisk(risk)))) {
    const treated = replaces && guard?.mode === 'warn' ? 'replace' : guard?.mode;
    const replacement = replaces ? (guard?.rewrite ?? guard?.offered) : undefined;
    const [text] = replacement?.outgoing([{ role: 'human', content: request.question.text }]) ?? [];
    const outgoing: Outgoing = {
      messages,
      asked: service === LIBRARY ? asked : undefined,
      context,
      replacedText: text?.content,
      incoming: rewrite?.incoming,
      guard: treated,
      ...(replaces && { replacedNames: guard?.names }),
    };
    return { type: 'ready', outgoing };
  }
  const replaced = !rewrite && !model && blocked === null ? guard?.offered?.outgoing(built) : undefined;
  const passages = await request.target.model?.likelyPassages({
    ...asked,
    mode: askMode,
    allowed: allowedAskModes?.filter((mode) => mode !== 'auto') ?? null,
  });
  return {
    type: 'confirm',
    preview: {
      token,
      reasons,
      content: messages.at(-1)?.content ?? '',
      ...(replaced && {
        placeholders: {
          token: await tokenOf(
            replaced,
            agreedTo.filter((reason) => reason !== 'identifiers'),
          ),
          content: replaced.at(-1)?.content ?? '',
        },
      }),
      earlier: (replaced ?? messages).slice(0, -1).map((message) => message.content),
      length: messages.reduce((sum, message) => sum + message.content.length, 0),
      askMode,
      ...(allowedAskModes && { allowedAskModes }),
      zeroRetention,
      service,
      ...(request.isFirmServer && { matterName: matterName ?? null }),
      ...(model && { model, passages }),
      findings: [...(guard?.findings ?? [])],
      replaced: rewrite !== undefined || (model !== undefined && guard?.blocked === null),
      usageLimit: usage?.text ?? null,
      blocked,
    },
  };
}

/** What was answered from one matter, or from all of them, is not sent with a question of another one before the user has seen it. */
function isOfOtherMatter(turn: Turn, service: string, matterName: string | undefined): boolean {
  const { matterName: earlier } = turn.question;
  // A matter of another server is another one, also if it has the same name.
  return turn.service === service ? earlier !== matterName : earlier !== undefined;
}

/** Whether answers of the library or of another service are sent that this service has not been sent before. */
function hasUnseenAnswers(context: readonly Turn[], service: string): boolean {
  const last = context.findLastIndex((turn) => turn.service === service);
  return context.slice(last + 1).some(countsAsHistory);
}

/** The checks with the settings at the time of the call. */
export type Preflight = (request: AskRequest, conversation: Conversation) => Promise<PreflightResult>;

export function createPreflight(
  deps: Pick<PreflightDeps, 'guard' | 'checkUsage' | 'confirmRisk'> & {
    readonly confirmModes: () => readonly AskMode[];
  },
): Preflight {
  // New in each window, so that a page cannot make a token of its own.
  const salt = crypto.randomUUID();
  return (request, conversation) =>
    preflight(request, conversation, { ...deps, confirmModes: deps.confirmModes(), salt, digest: sha256 });
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
