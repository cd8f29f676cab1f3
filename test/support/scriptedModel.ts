/** A language model that follows a script: a reply for each kind of prompt. */
import type { LanguageModel, ModelMessage, ModelOutcome } from '../../src/model/languageModel.ts';
import { ModelError } from '../../src/model/modelError.ts';

export type PromptKind = 'rewrite' | 'plan' | 'write' | 'repair' | 'conditions' | 'judge' | 'reading';

export type ScriptedReply = string | ModelError | ((prompt: string) => string);

export interface ScriptedModel extends LanguageModel {
  /** The prompts in the order in which they were sent. */
  readonly calls: { readonly kind: PromptKind; readonly prompt: string }[];
}

export interface Script {
  readonly replies: Partial<Record<PromptKind, ScriptedReply | readonly ScriptedReply[]>>;
  readonly inputTokens?: number;
  /** Characters of one chunk; the whole reply by default. */
  readonly chunk?: number;
  readonly outcome?: ModelOutcome;
  /** Reports 10 tokens of each prompt and 1 of its reply, after the text. */
  readonly reportsUsage?: boolean;
}

export function createScriptedModel({ replies, inputTokens, chunk, outcome, reportsUsage }: Script): ScriptedModel {
  const calls: ScriptedModel['calls'] = [];
  return {
    id: 'scripted',
    name: 'Scripted Model',
    inputTokens: inputTokens ?? 100_000,
    calls,
    async *send(messages, signal, observer) {
      const prompt = messages.map(({ content }) => content).join('\n');
      const kind = kindOf(messages);
      const before = calls.filter((call) => call.kind === kind).length;
      calls.push({ kind, prompt });
      const listed = replies[kind];
      const reply = isList(listed) ? (listed[Math.min(before, listed.length - 1)] ?? '') : (listed ?? '');
      if (reply instanceof ModelError) throw reply;
      const text = typeof reply === 'string' ? reply : reply(prompt);
      const size = chunk ?? Math.max(1, text.length);
      for (let at = 0; at < text.length; at += size) {
        signal.throwIfAborted();
        yield text.slice(at, at + size);
      }
      if (reportsUsage) observer?.onUsage?.({ promptTokens: 10, completionTokens: 1, totalTokens: 11 });
      return outcome ?? 'stop';
    },
  };
}

function isList(value: Script['replies'][PromptKind]): value is readonly ScriptedReply[] {
  return Array.isArray(value);
}

function kindOf(messages: readonly ModelMessage[]): PromptKind {
  const start = messages[0]?.content ?? '';
  if (start.startsWith('You prepare a search')) return 'rewrite';
  if (start.startsWith('You plan research')) return 'plan';
  if (start.startsWith('A check found')) return 'repair';
  if (start.startsWith('List the requirements')) return 'conditions';
  if (start.startsWith('Compare one requirement')) return 'judge';
  if (start.startsWith('Compare sentences')) return 'reading';
  return 'write';
}
