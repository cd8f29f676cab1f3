/** One question with its answer, drawn in full. */
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import type { Page } from '../state/pageModel.ts';
import { useCell } from '../state/signal.ts';
import { t } from '../strings.ts';
import { AnswerBar } from './answerBar.tsx';
import { AnswerBody } from './answerBody.tsx';
import { Ended, Running } from './answerState.tsx';
import { ErrorCard } from './errorCard.tsx';
import { LocalCheckView } from './localCheck.tsx';
import { Question } from './question.tsx';
import { QuestionEditor } from './questionEditor.tsx';
import { Sources } from './sources.tsx';
import { Steps } from './steps.tsx';
import { Suggestions } from './suggestions.tsx';

export interface TurnProps {
  page: Page;
  turn: Turn;
  /** The turn and those asked in its place. */
  versions: readonly string[];
  /** True for the newest turn of the branch: only its suggestions are still of use. */
  last: boolean;
}

export function TurnView({ page, turn, versions, last }: TurnProps) {
  const editing = useCell(page.editing) === turn.id;
  const { answer } = turn;
  const running = isRunning(answer.state);
  const begun = answer.startedAt !== null || answer.text !== '' || !running;
  return (
    <>
      {editing ? <QuestionEditor page={page} turn={turn} /> : <Question page={page} turn={turn} versions={versions} />}
      <div class="answer" aria-busy={running}>
        <h3 class="visually-hidden">{t('answer')}</h3>
        {begun && <Steps page={page} turn={turn} />}
        {answer.text !== '' && <AnswerBody page={page} turnId={turn.id} />}
        {running && <Running page={page} turn={turn} />}
        {!running && <Ended page={page} turn={turn} />}
        {!running && answer.error && answer.state !== 'stopped' && <ErrorCard page={page} turn={turn} />}
        <Sources page={page} turn={turn} running={running} />
        <LocalCheckView page={page} turn={turn} />
        {!running && <AnswerBar page={page} turn={turn} />}
        {last && !running && (
          <Suggestions page={page} suggestions={answer.suggestions} label={t('suggestions.label')} />
        )}
      </div>
    </>
  );
}
