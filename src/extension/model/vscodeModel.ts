/** A language model of VS Code's Language Model API (Copilot or any other provider) as a `LanguageModel`. */
import type * as Vscode from 'vscode';
import type { LanguageModel, ModelMessage } from '../../model/languageModel.ts';
import { ModelError, type ModelErrorKind } from '../../model/modelError.ts';
import { createThinkFilter } from '../../model/thinkFilter.ts';

export interface VscodeModelOptions {
  readonly vscode: Pick<
    typeof Vscode,
    'lm' | 'CancellationTokenSource' | 'LanguageModelChatMessage' | 'LanguageModelTextPart' | 'LanguageModelError'
  >;
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  readonly inputTokens: number;
  /** Shown by VS Code when it asks the user for permission. */
  readonly justification: string;
}

export function createVscodeModel(options: VscodeModelOptions): LanguageModel {
  const { vscode, vendor, id } = options;
  return {
    id: `${vendor}/${id}`,
    name: options.name,
    inputTokens: options.inputTokens,
    async *send(messages, signal) {
      signal.throwIfAborted();
      const cancel = new vscode.CancellationTokenSource();
      const onAbort = () => cancel.cancel();
      signal.addEventListener('abort', onAbort, { once: true });
      const think = createThinkFilter();
      try {
        // The list changes while VS Code runs, so the model is looked up for each request.
        const [chat] = await vscode.lm.selectChatModels({ vendor, id });
        if (!chat) throw new ModelError('notFound');
        signal.throwIfAborted();
        const response = await chat.sendRequest(
          messages.map((message) => toChatMessage(vscode, message)),
          { justification: options.justification },
          cancel.token,
        );
        for await (const part of response.stream) {
          signal.throwIfAborted();
          // Thinking, data and tool parts are no text of the answer.
          if (!(part instanceof vscode.LanguageModelTextPart)) continue;
          const text = think.push(part.value);
          if (text !== '') yield text;
        }
        signal.throwIfAborted();
        const rest = think.end();
        if (rest !== '') yield rest;
        // The API does not say why a reply ended.
        return 'unspecified';
      } catch (error) {
        signal.throwIfAborted();
        throw error instanceof ModelError ? error : new ModelError(kindOf(vscode, error), { cause: error });
      } finally {
        signal.removeEventListener('abort', onAbort);
        cancel.cancel();
        cancel.dispose();
      }
    },
  };
}

/** The API has no system role. */
function toChatMessage(
  { LanguageModelChatMessage }: VscodeModelOptions['vscode'],
  { role, content }: ModelMessage,
): Vscode.LanguageModelChatMessage {
  return role === 'assistant' ? LanguageModelChatMessage.Assistant(content) : LanguageModelChatMessage.User(content);
}

/** Errors lose their class between the provider and this extension host, so name and message are matched as well. */
function kindOf({ LanguageModelError }: VscodeModelOptions['vscode'], error: unknown): ModelErrorKind {
  const code = error instanceof LanguageModelError ? error.code : '';
  if (code === 'NoPermissions') return 'notPermitted';
  if (code === 'NotFound') return 'notFound';
  // VS Code blocks an extension that sends too many requests.
  if (code === 'Blocked') return 'rateLimit';
  const words = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  if (/quota/i.test(words)) return 'quota';
  if (/rate.?limit/i.test(words)) return 'rateLimit';
  // Copilot's prompt renderer reports a prompt that does not fit by its lowest priority.
  if (/token limit|context (?:length|window)|too long|no lowest priority/i.test(words)) return 'tooLong';
  if (/model_not_supported|endpoint not found|not found/i.test(words)) return 'notFound';
  if (/permission|cannot be used by/i.test(words)) return 'notPermitted';
  return /filter|off.?topic/i.test(words) ? 'filtered' : 'server';
}
