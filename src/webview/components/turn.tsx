/** A rendered turn: the question and its answer. */
import { isPending } from '../../conversation/conversation.ts';
import { asksForDocuments } from '../../conversation/documentList.ts';
import { shownSuggestions } from '../../conversation/suggestions.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { Page } from '../state/pageModel.ts';
import { useSignal } from '../state/signal.ts';
import type { ShownTurn } from '../state/store.ts';
import { t } from '../translation.ts';
import { AnswerBar } from './answerBar.tsx';
import { AnswerBody } from './answerBody.tsx';
import { Ended, OverviewHint, ReadSince, Running } from './answerState.tsx';
import { CitationCheckView, useCitationCheck } from './citationCheck.tsx';
import { ErrorCard } from './errorCard.tsx';
import { QuestionView } from './question.tsx';
import { QuestionEditor } from './questionEditor.tsx';
import { Sources } from './sources.tsx';
import { Steps } from './steps.tsx';
import { Suggestions } from './suggestions.tsx';

export interface TurnProps {
  page: Page;
  turn: ShownTurn;
  /** Ids of the turn and its siblings, oldest first. */
  versions: readonly string[];
  /** True for the last turn of the branch. Suggestions are only shown there. */
  last: boolean;
}

const NO_SENTENCES: readonly never[] = [];

export function TurnView({ page, turn, versions, last }: TurnProps) {
  const editing = useSignal(page.editing) === turn.id;
  const { answer } = turn;
  const check = useCitationCheck(page, turn);
  const running = isPending(answer.state);
  const hasText = page.store.text(turn.id) !== '';
  const started = answer.startedAt !== null || hasText || !running;
  return (
    <>
      {editing ? (
        <QuestionEditor page={page} turn={turn} />
      ) : (
        <QuestionView page={page} turn={turn} versions={versions} />
      )}
      <div class="answer" aria-busy={running}>
        <h3 class="visually-hidden">{t('answer')}</h3>
        {started && <Steps page={page} turn={turn} />}
        {hasText && <AnswerBody page={page} turnId={turn.id} sentences={check?.sentences ?? NO_SENTENCES} />}
        {running && <Running page={page} turn={turn} />}
        {!running && <Ended page={page} turn={turn} />}
        {answer.unreadDocuments && !running && <ReadSince page={page} turn={turn} versions={versions} />}
        {!running && answer.error && answer.state !== 'stopped' && <ErrorCard page={page} turn={turn} />}
        {!running && turn.service === LIBRARY && asksForDocuments(turn.question.text) && <OverviewHint page={page} />}
        <Sources page={page} turn={turn} running={running} />
        {check && <CitationCheckView check={check} />}
        {!running && <AnswerBar page={page} turn={turn} />}
        {last && !running && (
          <Suggestions
            page={page}
            suggestions={shownSuggestions(
              answer.suggestions,
              page.turns().map((asked) => asked.question.text),
            )}
            label={t('suggestions.label')}
          />
        )}
      </div>
    </>
  );
}
