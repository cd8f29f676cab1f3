/** The sources of an answer. Sources that the answer does not cite are collapsed if there are many. */
import { useMemo, useState } from 'preact/hooks';
import type { StoredSource } from '../../conversation/conversation.ts';
import { escapeHidden, sourceOrigins } from '../../conversation/display.ts';
import { citedSources } from '../state/citationChecks.ts';
import type { Page } from '../state/pageModel.ts';
import type { ShownTurn } from '../state/store.ts';
import { commonStarts } from '../titleEnds.ts';
import { counted, t } from '../translation.ts';
import { useRevealed } from './hooks.ts';
import { Icon } from './icons.tsx';
import { SourceRow } from './sourceRow.tsx';

/** Largest number of sources without a citation that are not collapsed. */
const MAX_UNCITED = 3;

export function Sources({ page, turn, running }: { page: Page; turn: ShownTurn; running: boolean }) {
  const { sources } = turn.answer;
  // The citations are only known when the answer is complete.
  const text = running ? '' : page.store.text(turn.id);
  const cited = useMemo(() => citedSources(text, sources.length), [text, sources.length]);
  const order = useMemo(() => citedFirst(sources.length, cited), [sources.length, cited]);
  const origins = useMemo(() => sourceOrigins(sources), [sources]);
  const passages = useMemo(() => passageLabels(sources, origins), [sources, origins]);
  const starts = useMemo(() => commonStarts(sources.map(({ title }) => escapeHidden(title))), [sources]);
  // While text arrives, the sources are collapsed so that they do not push the text out of view.
  const [userChoice, setOpen] = useState<boolean | null>(null);
  const open = userChoice ?? !running;
  const [showAll, setShowAll] = useState(false);
  useRevealed(page, turn.id, 'source:', () => {
    setOpen(true);
    setShowAll(true);
  });
  if (sources.length === 0) return null;
  const count = counted('sources', sources.length);
  const uncited = sources.length - cited.size;
  const collapsesUncited = cited.size > 0 && uncited > MAX_UNCITED && !showAll;

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
            {order.map((index) => {
              const source = sources[index];
              const isCited = cited.has(index + 1);
              if (!source || (collapsesUncited && !isCited)) return null;
              return (
                <SourceRow
                  key={index}
                  page={page}
                  turnId={turn.id}
                  source={source}
                  index={index}
                  origin={origins[index] ?? ''}
                  passage={passages.get(index) ?? ''}
                  start={starts[index] ?? source.title.length}
                  uncited={!running && cited.size > 0 && !isCited}
                />
              );
            })}
          </ol>
          {collapsesUncited && (
            <button type="button" class="fold dim" data-unfold="sources" onClick={() => setShowAll(true)}>
              <Icon name="chevronRight" />
              {t('sources.more', uncited)}
            </button>
          )}
        </>
      )}
    </div>
  );
}

/** Returns the indexes of the sources. Those that the answer cites are first. */
function citedFirst(count: number, cited: ReadonlySet<number>): number[] {
  const all = Array.from({ length: count }, (_, index) => index);
  return [...all.filter((index) => cited.has(index + 1)), ...all.filter((index) => !cited.has(index + 1))];
}

/** Returns, by index, what tells sources with equal title, place, section and date apart: passage 1 of 2, passage 2 of 2. */
function passageLabels(sources: readonly StoredSource[], origins: readonly string[]): ReadonlyMap<number, string> {
  const groups = new Map<string, number[]>();
  for (const [index, source] of sources.entries()) {
    const key = JSON.stringify([source.title, origins[index], source.section, source.date]);
    groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  const labels = new Map<number, string>();
  for (const indexes of groups.values()) {
    if (indexes.length === 1) continue;
    for (const [at, index] of indexes.entries()) labels.set(index, t('sources.passage', at + 1, indexes.length));
  }
  return labels;
}
