/** The models of VS Code that can write answers. To list them, VS Code starts their providers, which receive no content. */
import type * as Vscode from 'vscode';

/** Models of VS Code for its own features. `auto` does not say which model answers. */
const INTERNAL = /^(?:auto$|copilot-utility|copilot-fast)|dictation|embedding/i;

/** Empty while the providers have not reported their models. */
export async function listModels(lm: Pick<typeof Vscode.lm, 'selectChatModels'>): Promise<Vscode.LanguageModelChat[]> {
  const models = await Promise.resolve(lm.selectChatModels()).catch(() => []);
  return models.filter(({ id, family }) => !INTERNAL.test(id) && !INTERNAL.test(family));
}
