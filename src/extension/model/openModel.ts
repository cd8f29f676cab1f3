/** The chosen language model as a `LanguageModel`: of VS Code, or behind an OpenAI-compatible endpoint. */
import type * as Vscode from 'vscode';
import { createOpenAiModel } from '../../client/model/openAiModel.ts';
import type { Transport } from '../../client/transport/transport.ts';
import type { LanguageModel } from '../../model/languageModel.ts';
import { limitReplies, REPLY_LIMITS } from '../../model/replyLimits.ts';
import type { LanguageModelSettings } from '../common/answererSettings.ts';
import { createVscodeModel } from './vscodeModel.ts';

export interface ModelSources {
  readonly vscode: typeof Vscode;
  readonly openTransport: () => Promise<Transport>;
  readonly keyFor: (origin: string) => Promise<string | undefined>;
}

/** Tokens that are assumed while a model of VS Code states no limit. */
const DEFAULT_INPUT_TOKENS = 8192;

/** `totalTime`: milliseconds of one reply. */
export async function openModel(
  chosen: LanguageModelSettings,
  name: string,
  totalTime: number,
  { vscode, openTransport, keyFor }: ModelSources,
): Promise<LanguageModel> {
  if (chosen.provider === 'address') {
    return createOpenAiModel({
      ...chosen,
      name,
      transport: await openTransport(),
      getKey: keyFor,
      limits: { totalTime },
    });
  }
  const at = chosen.model.indexOf('/');
  const [vendor, id] = [chosen.model.slice(0, at), chosen.model.slice(at + 1)];
  const inputTokens = chosen.inputTokens || (await statedInputTokens(vscode, vendor, id)) || DEFAULT_INPUT_TOKENS;
  const justification = vscode.l10n.t('Fiscal writes answers from the passages that it finds in your documents.');
  const model = createVscodeModel({ vscode, vendor, id, name, inputTokens, justification });
  return limitReplies(model, { ...REPLY_LIMITS, total: totalTime });
}

/** 0 if the model is not there or states nothing usable. */
async function statedInputTokens(vscode: Pick<typeof Vscode, 'lm'>, vendor: string, id: string): Promise<number> {
  try {
    const [model] = await vscode.lm.selectChatModels({ vendor, id });
    const stated = model?.maxInputTokens ?? 0;
    return Number.isFinite(stated) && stated > 0 ? stated : 0;
  } catch {
    return 0;
  }
}
