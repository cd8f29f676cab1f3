/** The bar above a workbook: the cell, ask and find. */
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { WorkbookPageMessage } from '../../panel/workbookMessages.ts';
import type { Workbook } from '../../protocol/workbook.ts';
import { IconButton, TextButton } from '../components/controls.tsx';
import { FindControls } from '../components/findControls.tsx';
import { GoToBox } from '../components/goToBox.tsx';
import { type FoundCell, findCells, MAX_FOUND } from './findCells.ts';
import { t } from './translation.ts';

interface ToolbarProps {
  readonly workbook: Workbook;
  /** The selected cells: `A2:C9`. */
  readonly range: string;
  /** A sentence about the last action. */
  readonly note: string;
  readonly post: (message: WorkbookPageMessage) => void;
  /** Returns false if there is no such cell. */
  readonly onGoTo: (typed: string) => boolean;
  readonly onFound: (cell: FoundCell) => void;
}

export function Toolbar({ workbook, range, note, post, onGoTo, onFound }: ToolbarProps) {
  const [finding, setFinding] = useState(false);
  useLayoutEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
      setFinding(true);
      event.preventDefault();
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return (
    <header class="wb-bar">
      <div class="wb-tools" role="toolbar" aria-label={t('toolbar')}>
        <GoToBox label={t('cellBox')} title={t('cellBoxHint')} place={range} onGoTo={onGoTo} />
        <TextButton onClick={() => post({ type: 'ask' })}>{t('ask')}</TextButton>
        <IconButton icon="search" name={t('find')} pressed={finding} onClick={() => setFinding(!finding)} />
        <span class="wb-status" role="status">
          {note}
        </span>
      </div>
      {finding && <CellFind workbook={workbook} onFound={onFound} onClose={() => setFinding(false)} />}
    </header>
  );
}

function CellFind(props: Pick<ToolbarProps, 'workbook' | 'onFound'> & { onClose: () => void }) {
  const { workbook, onFound } = props;
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const found = useMemo(() => findCells(workbook, query), [workbook, query]);
  const go = (next: number, among = found) => {
    if (among.length === 0) return;
    const at = (next + among.length) % among.length;
    setCurrent(at);
    const cell = among[at];
    if (cell) onFound(cell);
  };
  return (
    <FindControls
      label={t('find')}
      query={query}
      found={found.length}
      current={current}
      limit={MAX_FOUND}
      onQuery={(next) => {
        setQuery(next);
        go(0, findCells(workbook, next));
      }}
      onGo={(step) => go(current + step)}
      onClose={props.onClose}
    />
  );
}
