/** Research steps: open while they happen, folded to one line once the answer has text. */
import { useState } from 'preact/hooks';
import { isRunning, type Turn } from '../../conversation/conversation.ts';
import { duration, runningTime, visible } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import { counted, t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { useRevealed } from './revealed.ts';
import { useNow } from './ticking.ts';

export function Steps({ page, turn }: { page: Page; turn: Turn }) {
  const { answer } = turn;
  const running = isRunning(answer.state);
  const [chosen, setChosen] = useState<boolean | null>(null);
  useRevealed(page, turn.id, 'step:', () => setChosen(true));
  const now = useNow(page, running);
  if (answer.steps.length === 0) return null;
  const open = chosen ?? (running && answer.text === '');
  const begun = answer.startedAt ?? answer.steps[0]?.at ?? 0;
  const total = (answer.endedAt ?? now) - begun;
  const last = answer.steps.at(-1);

  return (
    <div class="steps">
      <button type="button" class="fold" aria-expanded={open} onClick={() => setChosen(!open)}>
        <Icon name={open ? 'chevronDown' : 'chevronRight'} />
        {running && !open && last ? (
          <>
            <span class="fold-text">{visible(last.title)}</span>
            <span class="dim">{runningTime(total)}</span>
          </>
        ) : (
          <span class="fold-text">
            {t('steps.took', counted('steps', answer.steps.length), running ? runningTime(total) : duration(total))}
          </span>
        )}
      </button>
      {open && (
        <ol class="step-list" data-fold="steps">
          {answer.steps.map((step, index) => {
            const next = answer.steps[index + 1]?.at ?? answer.endedAt;
            const active = running && index === answer.steps.length - 1;
            return (
              <li key={index} class={active ? 'step active' : 'step'}>
                {active ? <span class="spinner" /> : <Icon name="check" />}
                <span class="step-title" data-find={`step:${index}`}>
                  {visible(step.title)}
                </span>
                <span class="dim">{next === null ? runningTime(now - step.at) : duration(next - step.at)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
