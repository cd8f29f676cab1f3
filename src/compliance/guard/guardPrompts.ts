/**
 * The identifier guard over the prompts of a language model: passages of documents contain identifiers as questions do. The library replaces
 * them before it puts a prompt together (hideIdentifiers.ts). What it could not replace is replaced here.
 */
import { type QuestionGuard, strictestGuard } from '../../conversation/conversation.ts';
import type { LanguageModel } from '../../model/languageModel.ts';
import { ModelError } from '../../model/modelError.ts';
import type { PrivacySettings } from '../privacySettings.ts';
import { findIdentifiers, IDENTIFIER_KINDS } from './identifiers.ts';
import { createPlaceholders } from './placeholders.ts';

const PLACEHOLDER = new RegExp(`\\[(?:${IDENTIFIER_KINDS.join('|')})-\\d`);

/**
 * The same model behind the guard. With `block`, a prompt with identifiers is not sent. With `warn` and `replace`, the model
 * receives placeholders and its reply is restored: the user cannot look at each passage before it is sent.
 */
export function guardPrompts(
  model: LanguageModel,
  privacy: () => Pick<PrivacySettings, 'guard' | 'clientNames'>,
  question: QuestionGuard,
): LanguageModel {
  return {
    id: model.id,
    name: model.name,
    inputTokens: model.inputTokens,
    async *send(messages, signal, observer) {
      const { guard: setting, clientNames } = privacy();
      const names = [...clientNames, ...question.names()];
      const guard = strictestGuard([setting, question.strictest()]);
      if (guard === 'off') return yield* model.send(messages, signal, observer);
      const texts = messages.map(({ content }) => content);
      if (texts.some((text) => PLACEHOLDER.test(text))) question.onReplaced();
      if (!texts.some((text) => findIdentifiers(text, names).length > 0)) {
        return yield* model.send(messages, signal, observer);
      }
      if (guard === 'block') throw new ModelError('identifiers');
      question.onReplaced();
      const placeholders = createPlaceholders(texts, names);
      const restorer = placeholders.restorer();
      const guarded = messages.map(({ role, content }) => ({ role, content: placeholders.replace(content) }));
      const reply = model.send(guarded, signal, observer);
      try {
        for (;;) {
          const next = await reply.next();
          const text = next.done ? restorer.end() : restorer.push(next.value);
          if (text !== '') yield text;
          if (next.done) return next.value;
        }
      } finally {
        await reply.return('unspecified');
      }
    },
  };
}
