/** The documents that an answer refers to: those that it cites first to the eye, those only listed folded away when many. */
import { useMemo, useState } from 'preact/hooks';
import type { Turn } from '../../conversation/conversation.ts';
import { citedSources } from '../state/cited.ts';
import type { Page } from '../state/pageModel.ts';
import { counted, t } from '../strings.ts';
import { Icon } from './icons.tsx';
import { useRevealed } from './revealed.ts';
import { SourceRow } from './sourceRow.tsx';

/** Listed and uncited sources up to this number are shown without folding. */
const FEW = 3;

export function Sources({ page, turn, running }: { page: Page; turn: Turn; running: boolean }) {
  const { sources } = turn.answer;
  // Which are cited is known when the text is there; until then all count as listed.
  const text = running ? '' : turn.answer.text;
  const cited = useMemo(() => citedSources(text, sources.length), [text, sources.length]);
  // While text arrives they would push it out of view.
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? !running;
  const [all, setAll] = useState(false);
  useRevealed(page, turn.id, 'source:', () => {
    setOpen(true);
    setAll(true);
  });
  if (sources.length === 0) return null;
  const count = counted('sources', sources.length);
  const uncited = sources.length - cited.size;
  const folds = cited.size > 0 && uncited > FEW && !all;

  return (
    <div class="sources">
      <h4>
        <button type="button" class="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'chevronDown' : 'chevronRight'} />
          <span class="fold-text">{cited.size > 0 ? t('sources.cited', count, cited.size) : count}</span>
        </button>
      </h4>
      {open && (
        <>
          <ol class="source-list">
            {sources.map((source, index) => {
              if (folds && !cited.has(index + 1)) return null;
              return (
                <SourceRow
                  key={index}
                  page={page}
                  turnId={turn.id}
                  source={source}
                  index={index}
                  listed={!running && cited.size > 0 && !cited.has(index + 1)}
                />
              );
            })}
          </ol>
          {folds && (
            <button type="button" class="fold dim" data-unfold="sources" onClick={() => setAll(true)}>
              <Icon name="chevronRight" />
              {t('sources.more', uncited)}
            </button>
          )}
        </>
      )}
    </div>
  );
}
