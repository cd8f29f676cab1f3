/** A workbook: its tools, the active cell, the cells of one sheet, and the tabs of all sheets. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { escapeHidden, oneLine } from '../../conversation/display.ts';
import type { SelectedCells, WorkbookPageMessage, WorkbookTarget } from '../../panel/workbookMessages.ts';
import { rangeText, type Workbook, type WorkbookSheet } from '../../protocol/workbook.ts';
import { type CellRange, columnName, rangeName } from '../../text/cellNames.ts';
import { formatNumber } from '../numberFormat.ts';
import type { FoundCell } from './findCells.ts';
import { Grid } from './grid.tsx';
import { layoutOf, MAX_ROWS, sizeOf } from './layout.ts';
import { findPassage, readCell } from './passage.ts';
import { type CellSelection, rangeOf, selectionOf, within } from './selection.ts';
import { SheetTabs } from './sheetTabs.tsx';
import { Toolbar } from './toolbar.tsx';
import { t } from './translation.ts';

const FIRST_CELL: CellSelection = { anchor: { row: 1, column: 1 }, active: { row: 1, column: 1 } };

/** Characters that are copied at most. */
const MAX_COPY = 20_000_000;

interface Shown {
  /** From 0. */
  readonly sheet: number;
  readonly selection: CellSelection;
  /** True if these are the cells of the passage that was asked for. */
  readonly isPassage: boolean;
}

export interface WorkbookViewProps {
  readonly workbook: Workbook;
  /** What was last asked for, or null. */
  readonly target: WorkbookTarget | null;
  /** The cells that were shown before the page was loaded again, with the target at that time. */
  readonly saved: { readonly target: number; readonly cells: SelectedCells } | null;
  readonly post: (message: WorkbookPageMessage) => void;
  readonly onSelect: (cells: SelectedCells) => void;
}

export function WorkbookView({ workbook, target, saved, post, onSelect }: WorkbookViewProps) {
  const { sheets } = workbook;
  const passage = useMemo(() => target && findPassage(workbook, target), [workbook, target]);
  const [shown, setShown] = useState<Shown>(() => ({
    sheet: saved?.cells.sheet ?? 0,
    selection: saved ? selectionOf(saved.cells) : FIRST_CELL,
    isPassage: false,
  }));
  const [note, setNote] = useState('');
  /** The last selection of each sheet. */
  const earlier = useRef(new Map<number, CellSelection>());
  const wasShown = useRef(saved?.target ?? 0);
  const at = sheets[shown.sheet] ? shown.sheet : 0;
  const sheet = sheets[at] ?? { name: '', isHidden: false, rows: [], notes: [] };
  const [character, rowHeight] = useMemo(measureFont, []);
  const layout = useMemo(() => layoutOf(sheet, character, rowHeight), [sheet]);
  const selection = useMemo(() => within(shown.selection, layout), [shown.selection, layout]);
  const comments = useMemo(() => commentsOf(sheet), [sheet]);
  const sheetName = escapeHidden(oneLine(sheet.name));
  const inSheet = passage?.sheet === at ? passage : null;

  useLayoutEffect(() => {
    if (!target || target.id === wasShown.current) return;
    wasShown.current = target.id;
    if (!passage) return setNote(t('notFound'));
    const name = escapeHidden(oneLine(passage.name));
    // A text box has no cell.
    if (passage.marked.size > 0 && !isShown(passage.sheet, passage.range)) return setNote(t('outside', name));
    setShown({ sheet: passage.sheet, selection: selectionOf(passage.range), isPassage: true });
    setNote(t('marked', name));
  }, [target, passage]);

  useLayoutEffect(() => onSelect({ sheet: at, ...rangeOf(selection) }), [at, selection]);

  useLayoutEffect(() => {
    const copy = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || !String(getSelection()).match(/^\s*$/)) return;
      const text = rangeText(sheet, rangeOf(selection), MAX_COPY);
      if (text.length > MAX_COPY) return setNote(t('tooLargeToCopy'));
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      setNote(t('copied', rangeName(rangeOf(selection))));
    };
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [sheet, selection]);

  function isShown(sheetAt: number, { bottom, right }: CellRange): boolean {
    const size = sheets[sheetAt] && sizeOf(sheets[sheetAt]);
    return size !== undefined && bottom <= size.rows && right <= size.columns;
  }

  function showSheet(next: number): void {
    earlier.current.set(at, selection);
    setShown({ sheet: next, selection: earlier.current.get(next) ?? FIRST_CELL, isPassage: false });
  }

  /** Returns false if there is no such cell. */
  function goTo(typed: string): boolean {
    const [, name, cells = ''] = /^(?:'?(.*?)'?!)?([^!]+)$/.exec(typed.trim()) ?? [];
    const [from = '', to = from] = cells.split(':');
    const [first, last] = [readCell(from), readCell(to)];
    const wanted = name === undefined ? at : sheets.findIndex((each) => each.name.toLowerCase() === name.toLowerCase());
    if (!first || !last || !isShown(wanted, rangeOf({ anchor: last, active: first }))) {
      setNote(t('noCell', escapeHidden(oneLine(typed))));
      return false;
    }
    setShown({ sheet: wanted, selection: { anchor: last, active: first }, isPassage: false });
    setNote('');
    return true;
  }

  function showFound({ sheet: found, row, column }: FoundCell): void {
    const range = { top: row, bottom: row, left: column, right: column };
    if (isShown(found, range)) setShown({ sheet: found, selection: selectionOf(range), isPassage: false });
    else setNote(t('outside', escapeHidden(oneLine(`${sheets[found]?.name}!${rangeName(range)}`))));
  }

  const select = (next: CellSelection) => setShown({ sheet: at, selection: next, isPassage: false });
  return (
    <main class="workbook">
      <h1 class="visually-hidden">{sheetName}</h1>
      <Toolbar
        workbook={workbook}
        range={rangeName(rangeOf(selection))}
        note={note || cutNote(workbook, sheet)}
        post={post}
        onGoTo={goTo}
        onFound={showFound}
      />
      <ActiveCell sheet={sheet} selection={selection} comments={comments} />
      <div class="wb-panel" role="tabpanel" id="sheet-panel" aria-labelledby={`sheet-${at}`}>
        {sheet.rows.length === 0 && sheet.notes.length === 0 && <p class="wb-note">{t('empty')}</p>}
        {layout.rows > 0 && (
          <Grid
            key={at}
            name={sheetName}
            sheet={sheet}
            layout={layout}
            selection={selection}
            asked={shown}
            passage={inSheet}
            comments={comments}
            onSelect={select}
          />
        )}
        <TextBoxes sheet={sheet} marked={inSheet?.notes ?? new Set()} />
      </div>
      <SheetTabs sheets={sheets} shown={at} quoted={passage?.sheet ?? null} onShow={showSheet} />
    </main>
  );
}

/** The whole text of the active cell, which its column may cut, and its comment. */
function ActiveCell(props: { sheet: WorkbookSheet; selection: CellSelection; comments: ReadonlyMap<string, string> }) {
  const { row, column } = props.selection.active;
  const text = rangeText(props.sheet, { top: row, bottom: row, left: column, right: column });
  const comment = props.comments.get(`${columnName(column)}${row}`);
  return (
    <div class="wb-value">
      <span class="dim">{`${columnName(column)}${row}`}</span> {escapeHidden(text)}
      {comment !== undefined && <div class="dim">{escapeHidden(comment)}</div>}
    </div>
  );
}

/** What is written on the sheet and in no cell. */
function TextBoxes({ sheet, marked }: { sheet: WorkbookSheet; marked: ReadonlySet<number> }) {
  const boxes = sheet.notes.flatMap((note, at) => (note.cell === '' ? [{ ...note, isMarked: marked.has(at) }] : []));
  if (boxes.length === 0) return null;
  return (
    <section class="wb-boxes" aria-label={t('textBoxes')}>
      <h2>{t('textBoxes')}</h2>
      <ul>
        {boxes.map(({ line, text, isMarked }) => (
          <li key={line}>{isMarked ? <mark class="wb-marked">{escapeHidden(text)}</mark> : escapeHidden(text)}</li>
        ))}
      </ul>
    </section>
  );
}

function commentsOf({ notes }: WorkbookSheet): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const { cell, text } of notes) {
    if (cell !== '') comments.set(cell, [comments.get(cell), text].filter(Boolean).join('\n'));
  }
  return comments;
}

function cutNote({ isCut }: Workbook, { rows }: WorkbookSheet): string {
  if (isCut) return t('cut');
  return (rows.at(-1)?.row ?? 0) > MAX_ROWS ? t('cutRows', formatNumber(MAX_ROWS)) : '';
}

/** The width of a digit and the height of a row, in pixels. */
function measureFont(): readonly [number, number] {
  const { font, fontSize } = getComputedStyle(document.body);
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  const size = Number.parseFloat(fontSize);
  return [context?.measureText('0').width ?? size * 0.6, Math.round(size * 1.7)];
}
