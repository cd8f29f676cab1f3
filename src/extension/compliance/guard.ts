/** The client-identifier guard: what it found in the messages, and what the setting does with it. */
import type { l10n as L10n } from 'vscode';
import { type Finding, findIdentifiers, mask, nameValue } from '../../compliance/guard/identifiers.ts';
import { createPlaceholders, replaceInMessages } from '../../compliance/guard/placeholders.ts';
import { activeBranch } from '../../conversation/branches.ts';
import { countsAsHistory } from '../../conversation/context.ts';
import {
  type Conversation,
  type GuardMode,
  replacedNames,
  strictestGuard,
  type TurnModel,
} from '../../conversation/conversation.ts';
import type { Message } from '../../protocol/chatCompletions.ts';
import type { Settings } from '../common/settings.ts';
import type { GuardResult, PreflightDeps, Rewrite } from '../session/preflight.ts';

/**
 * Checks everything that would be sent. With `warn`, turns that the same service already received are not reported again. With
 * `replace` and `block` they are.
 */
export function checkMessages(
  messages: readonly Message[],
  options: {
    readonly mode: GuardMode;
    readonly names: readonly string[];
    /** Those of the names that the user must see before they are replaced. */
    readonly untrustedNames?: readonly string[];
    /** Number of messages at the beginning that this service has received before (alreadySent). */
    readonly alreadySent: number;
    /** Message for the mode `block`. */
    readonly blockedText: string;
  },
): GuardResult {
  const { mode, names } = options;
  if (mode === 'off') return { findings: [], blocked: null, mode };
  const checked = mode === 'warn' ? messages.slice(options.alreadySent) : messages;
  const texts = checked.map((message) => message.content);
  const findings = distinct(texts.flatMap((text) => findIdentifiers(text, names)));
  if (findings.length === 0) return { findings: [], blocked: null, mode };
  const shown = findings.map((finding) => ({ kind: finding.kind, masked: mask(finding) }));
  if (mode === 'block') return { findings: shown, blocked: options.blockedText, mode };
  // Earlier messages are replaced as well, so that one identifier has one placeholder in all of them.
  const placeholders = createPlaceholders(
    messages.map((message) => message.content),
    names,
  );
  const rewrite: Rewrite = {
    outgoing: (all) => replaceInMessages(all, placeholders),
    incoming: () => placeholders.restorer(),
  };
  const values = new Set(
    findIdentifiers(messages.map(({ content }) => content).join('\n\n'), names).map(({ value }) => value),
  );
  const replaced = names.filter((name) => values.has(nameValue(name)));
  if (mode === 'warn') return { findings: shown, offered: rewrite, names: replaced, blocked: null, mode };
  const untrusted = options.untrustedNames ?? [];
  const confirm = texts.some((text) => findIdentifiers(text, untrusted).some(({ kind }) => kind === 'NAME'));
  return { findings: shown, rewrite, names: replaced, confirm, blocked: null, mode };
}

/** The identifier guard as the preflight checks ask for it. */
export function createGuardCheck(
  l10n: typeof L10n,
  settings: () => Pick<Settings, 'privacy'>,
): NonNullable<PreflightDeps['guard']> {
  return async (messages, { conversation, parent, service, model }) => {
    const { guard, clientNames, untrustedNames } = settings().privacy;
    const mode = guardOf(conversation, guard);
    // They may be those of another folder, or of earlier settings.
    const earlierNames = replacedNames(conversation.turns).filter((name) => !clientNames.includes(name));
    return checkMessages(messages, {
      mode,
      names: [...clientNames, ...earlierNames],
      untrustedNames: [...untrustedNames, ...earlierNames],
      alreadySent: alreadySent(conversation, parent, service, model),
      blockedText:
        mode === guard
          ? l10n.t(
              'The question contains client identifiers, and your settings do not allow sending them. Remove them, or change “Fiscal › Privacy: Identifier Guard”.',
            )
          : l10n.t(
              'The question contains client identifiers. Earlier questions of this conversation were asked with the identifier guard set to “block”, which stays in effect. Remove the identifiers, or start a new conversation.',
            ),
    });
  };
}

/**
 * The mode for the next question: the strictest one of the setting and of all earlier questions. What was once replaced with
 * placeholders is therefore never sent unchanged in the same conversation.
 */
function guardOf(conversation: Conversation, setting: GuardMode): GuardMode {
  return strictestGuard([setting, ...conversation.turns.flatMap(({ guard }) => guard ?? [])]);
}

/** How many of the messages of the history went to this service unchanged before, counted from the first. */
export function alreadySent(
  conversation: Conversation,
  parent: string | null,
  service: string,
  model?: TurnModel,
): number {
  let count = 0;
  for (const turn of activeBranch({ ...conversation, currentTurnId: parent })) {
    if (!countsAsHistory(turn)) continue;
    if (turn.service !== service || turn.model?.name !== model?.name || turn.model?.provider !== model?.provider) break;
    if (turn.guard !== 'off' && turn.guard !== 'warn') break;
    count += 2;
  }
  return count;
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.kind} ${finding.value}`, finding])).values()];
}
