/** The tools that agents call: a question to the research service, and a search of the built-in library. */
import type * as Vscode from 'vscode';
import type { Turn } from '../../conversation/conversation.ts';
import { oneLine, shorten } from '../../conversation/display.ts';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import { errorLine } from '../../protocol/errorMessages.ts';
import type { Services } from '../connection/researchServices.ts';
import { type Asked, askQuestion } from './askQuestion.ts';
import { confirmPreview } from './confirmPreview.ts';
import { confirmTool } from './confirmTool.ts';
import type { ChatDeps } from './participant.ts';
import { MAX_TOOL_INPUT, readLibraryInput, readResearchInput, type ToolQuestion } from './toolInput.ts';
import { libraryResult, researchResult, resultText, type ToolText } from './toolResult.ts';

export interface ToolDeps extends ChatDeps {
  readonly services: ChatDeps['services'] & Pick<Services, 'model'>;
  /** Replaces client identifiers in texts for a language model. Null if the guard does not allow them to be sent. */
  readonly guardTexts: (texts: readonly string[]) => Promise<readonly string[] | null>;
}

/** Longest title of the conversation of a call. */
const MAX_TITLE = 80;

type Tool = Required<Vscode.LanguageModelTool<unknown>>;

export interface Tools {
  readonly research: Tool;
  readonly library: Tool;
}

export function createTools(deps: ToolDeps): Tools {
  return {
    research: createTool(deps, readResearchInput, researchResult),
    library: createTool(deps, readLibraryInput, libraryResult),
  };
}

function createTool(deps: ToolDeps, read: typeof readResearchInput, resultOf: (turn: Turn) => ToolText): Tool {
  const { vscode, chats, submit } = deps;
  const { l10n } = vscode;
  const questionOf = (input: unknown) => read(input, submit.settings().askMode);

  return {
    async prepareInvocation({ input }) {
      await deps.ready;
      const question = questionOf(input);
      // `invoke` refuses it.
      if (!question) return {};
      return {
        invocationMessage: question.quoteOnly ? l10n.t('Searching the library of Fiscal') : l10n.t('Asking Fiscal'),
        confirmationMessages: confirmTool(question, deps.services, submit.settings(), vscode),
      };
    },
    async invoke({ input, tokenizationOptions }, token) {
      await deps.ready;
      const question = questionOf(input);
      if (!question)
        throw new Error(
          l10n.t('Enter a question of at most {0} characters.', formatNumber(MAX_TOOL_INPUT, vscode.env)),
        );
      const turn = answered(await ask(question, token));
      const { introduction, body, list } = resultOf(turn);
      const guarded = await deps.guardTexts([body, list]);
      if (guarded === null) {
        throw new Error(
          l10n.t(
            'The answer contains client identifiers, and your settings do not allow sending them. Read it in Fiscal.',
          ),
        );
      }
      const [text = '', sources = ''] = guarded;
      const result = resultText({ introduction, body: text, list: sources }, tokenizationOptions?.tokenBudget);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(result)]);
    },
  };

  /** Each call is a conversation of its own, so calls at the same time neither wait for each other nor share their context. */
  async function ask({ text, askMode, quoteOnly }: ToolQuestion, token: Vscode.CancellationToken): Promise<Asked> {
    const chat = chats.create({ byAgent: true });
    try {
      const asked = await askQuestion(
        chat,
        { question: { text, selections: [] }, parent: null, askMode, quoteOnly, zeroRetention: false },
        {
          submit,
          token,
          onDidForget: chats.onDidForget,
          onError: deps.onError,
          confirm: (preview) => confirmPreview(vscode, preview),
        },
      );
      // Not before the question: only then is it known whether it may be saved.
      const title = l10n.t('Agent: {0}', shorten(oneLine(text), MAX_TITLE));
      if (asked.type === 'ended') chat.session.apply({ type: 'titled', title, hasCustomTitle: true });
      return asked;
    } finally {
      chats.release(chat, deps.isShown);
    }
  }

  function answered(asked: Asked): Turn {
    if (asked.type === 'refused') throw new Error(asked.message);
    if (asked.type !== 'ended' || asked.turn.answer.state === 'stopped') throw new vscode.CancellationError();
    const { answer } = asked.turn;
    if (answer.error) throw new Error(errorLine(answer.error, l10n.t));
    if (answer.state !== 'done') throw new Error(l10n.t('The answer is not complete.'));
    return asked.turn;
  }
}
