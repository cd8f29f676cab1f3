/** A turn in the list: drawn, or a stand-in of the same height. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isRunning } from '../../conversation/model.ts';
import type { Drawing } from '../drawing.ts';
import { visible } from '../format.ts';
import { t } from '../strings.ts';
import { memo } from './memo.ts';
import { type TurnProps, TurnView } from './turn.tsx';

interface TurnFrameProps extends TurnProps {
  drawing: Drawing;
  number: number;
  drawn: boolean;
}

export const TurnFrame = memo((props: TurnFrameProps) => {
  const { drawing, turn, drawn } = props;
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => (element.current ? drawing.observe(turn.id, element.current) : undefined), [drawing, turn.id]);
  const settled = drawn && !isRunning(turn.answer.state);
  return (
    <article
      ref={element}
      class={drawn ? (settled ? 'turn settled' : 'turn') : 'turn away'}
      data-turn={turn.id}
      aria-label={t('turn.label', props.number)}
      style={drawn ? '' : `height: ${Math.round(drawing.height(turn.id) ?? estimate(props))}px`}
    >
      {drawn ? <TurnView {...props} /> : <p class="question-text">{visible(turn.question.text.slice(0, 400))}</p>}
    </article>
  );
});

/** A height for a turn that was never drawn: near enough for the scroll bar. */
function estimate({ turn }: TurnFrameProps): number {
  const { text, sources } = turn.answer;
  return 140 + Math.ceil((text.length + turn.question.text.length) / 55) * 20 + Math.min(sources.length, 8) * 60;
}
