/** A fake of `vscode.lm`, whose models and failures a test sets. */
import type * as Vscode from 'vscode';

export class FakeTextPart {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class FakeLanguageModelError extends Error {
  readonly code: string;
  constructor(code: string, message = code) {
    super(message);
    this.code = code;
  }
}

interface Token {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

export interface FakeChatModel {
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly maxInputTokens: number;
  readonly tokens: Token[];
  readonly prompts: { readonly role: string; readonly content: string }[][];
  sendRequest(messages: { role: string; content: string }[], options: unknown, token: Token): Promise<unknown>;
}

export function fakeChatModel(
  reply: (token: Token) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>,
  fields: Partial<Pick<FakeChatModel, 'vendor' | 'id' | 'name' | 'family' | 'maxInputTokens'>> = {},
): FakeChatModel {
  const tokens: Token[] = [];
  const prompts: FakeChatModel['prompts'] = [];
  return {
    vendor: 'acme',
    id: 'one',
    name: 'Acme One',
    family: 'one',
    maxInputTokens: 20_000,
    ...fields,
    tokens,
    prompts,
    async sendRequest(messages, _options, token) {
      tokens.push(token);
      prompts.push(messages);
      return { stream: await reply(token) };
    },
  };
}

export async function* parts(...values: unknown[]): AsyncGenerator<unknown> {
  yield* values;
}

/** Adds `lm` and the classes of its messages to a fake of the API. */
export function withLanguageModels(api: typeof Vscode, list: () => FakeChatModel[] | Error) {
  const listeners = new Set<() => void>();
  const message = (role: string) => (content: string) => ({ role, content });
  const parts = {
    LanguageModelTextPart: FakeTextPart,
    LanguageModelError: FakeLanguageModelError,
    LanguageModelChatMessage: { User: message('user'), Assistant: message('assistant') },
    CancellationTokenSource: class {
      #listeners = new Set<() => void>();
      #cancelled = false;
      readonly token = (() => {
        const source = this;
        return {
          get isCancellationRequested() {
            return source.#cancelled;
          },
          onCancellationRequested(listener: () => void) {
            if (source.#cancelled) queueMicrotask(listener);
            source.#listeners.add(listener);
            return { dispose: () => void source.#listeners.delete(listener) };
          },
        };
      })();
      cancel() {
        if (this.#cancelled) return;
        this.#cancelled = true;
        for (const listener of [...this.#listeners]) listener();
      }
      dispose() {}
    },
    lm: {
      async selectChatModels(selector: { vendor?: string; id?: string } = {}) {
        const models = list();
        if (models instanceof Error) throw models;
        return models.filter(({ vendor, id }) => (selector.vendor ?? vendor) === vendor && (selector.id ?? id) === id);
      },
      onDidChangeChatModels(listener: () => void) {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
    },
  };
  return {
    api: Object.assign(api, parts) as typeof Vscode,
    changed: () => {
      for (const listener of [...listeners]) listener();
    },
  };
}
