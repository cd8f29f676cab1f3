/** The research steps of an answer. They are collapsed to one line when the answer has text. */
import { useState } from 'preact/hooks';
import { isPending } from '../../conversation/conversation.ts';
import { escapeHidden } from '../../conversation/display.ts';
import { formatDuration, formatElapsed } from '../format.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { counted, t } from '../translation.ts';
import { useNow, useRevealed } from './hooks.ts';
import { Icon } from './icons.tsx';

export function Steps({ page, turn }: { page: Page; turn: ShownTurn }) {
  const { answer } = turn;
  const running = isPending(answer.state);
  const [userChoice, setOpen] = useState<boolean | null>(null);
  useRevealed(page, turn.id, 'step:', () => setOpen(true));
  const now = useNow(page, running);
  if (answer.steps.length === 0) return null;
  const open = userChoice ?? (running && page.store.text(turn.id) === '');
  const startedAt = answer.startedAt ?? answer.steps[0]?.at ?? 0;
  const total = (answer.endedAt ?? now) - startedAt;
  const last = answer.steps.at(-1);

  return (
    <div class="steps">
      <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevronDown' : 'chevronRight'} />
        {running && !open && last ? (
          <>
            <span class="fold-text">{escapeHidden(last.title)}</span>
            <span class="dim">{formatElapsed(total)}</span>
          </>
        ) : (
          <span class="fold-text">
            {t(
              'steps.took',
              counted('steps', answer.steps.length),
              running ? formatElapsed(total) : formatDuration(total),
            )}
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
                  {escapeHidden(step.title)}
                </span>
                <span class="dim">{next === null ? formatElapsed(now - step.at) : formatDuration(next - step.at)}</span>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
