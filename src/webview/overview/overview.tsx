/** The overview of a folder: a summary, the tools, the table, and the files that could not be read. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { baseName, escapeHidden, oneLine } from '../../conversation/display.ts';
import type { OverviewColumn, OverviewHostMessage, OverviewPageMessage } from '../../panel/overviewMessages.ts';
import { DOCUMENT_KINDS, type DocumentKind, type FolderOverview } from '../../protocol/overview.ts';
import { IconButton, TextButton } from '../components/controls.tsx';
import { DocumentTable } from './documentTable.tsx';
import { commonLabels, fieldColumns, periodOf, rowsWith, type Shown, sortedRows, type TableRow } from './tableModel.ts';
import { t } from './translation.ts';

export type ShownMessage = Exclude<OverviewHostMessage, { type: 'reading' }>;
type Post = (message: OverviewPageMessage) => void;

interface OverviewProps {
  readonly state: ShownMessage | null;
  /** The kind of documents that was chosen before the page was loaded again. */
  readonly kind: DocumentKind | null;
  readonly onKind: (kind: DocumentKind | null) => void;
  readonly post: Post;
}

export function Overview({ state, kind, onKind, post }: OverviewProps) {
  if (state === null)
    return (
      <p class="overview-note" role="status">
        {t('reading')}
      </p>
    );
  if (state.type === 'failed') {
    return (
      <div class="overview-note" role="alert">
        <p>{escapeHidden(state.message)}</p>
        <TextButton onClick={() => post({ type: 'refresh' })}>{t('refresh')}</TextButton>
      </div>
    );
  }
  const folder = escapeHidden(oneLine(baseName(state.path)));
  return <FolderTable folder={folder} overview={state.overview} kind={kind} onKind={onKind} post={post} />;
}

interface FolderTableProps extends Omit<OverviewProps, 'state'> {
  readonly folder: string;
  readonly overview: FolderOverview;
}

function FolderTable({ folder, overview, kind, onKind, post }: FolderTableProps) {
  const [shown, setShown] = useState<Shown>({
    // A kind that no document has any more would show an empty table, and no way to choose another.
    kind: overview.documents.some((document) => document.kind === kind) ? kind : null,
    words: '',
    sort: { column: 'document', descending: false },
  });
  const [labels, setLabels] = useState<readonly string[]>([]);
  const ofKind = useMemo(() => sortedRows(overview, shown), [overview, shown.kind, shown.sort]);
  const columns: OverviewColumn[] = [
    ...fieldColumns(ofKind.map(({ document }) => document)),
    ...labels.map((label) => ({ label })),
  ];
  const rows = rowsWith(ofKind, shown.words, columns);
  const onSort = (column: Shown['sort']['column']) => {
    const isSame = JSON.stringify(column) === JSON.stringify(shown.sort.column);
    setShown({ ...shown, sort: { column, descending: isSame && !shown.sort.descending } });
  };
  const chooseKind = (chosen: DocumentKind | null) => {
    setShown({ ...shown, kind: chosen });
    onKind(chosen);
  };
  const onOpen = ({ index }: TableRow, column?: OverviewColumn) =>
    post({ type: 'open', document: index, ...(column && { column }) });
  return (
    <main class="overview">
      <header>
        <h1>{t('title', folder)}</h1>
        <Summary overview={overview} rows={rows} />
        <fieldset class="overview-tools" aria-label={t('tools')}>
          <KindChoice overview={overview} kind={shown.kind} onChoose={chooseKind} />
          <input
            type="search"
            class="field"
            aria-label={t('filter')}
            placeholder={t('filter')}
            value={shown.words}
            onInput={(event) => setShown({ ...shown, words: event.currentTarget.value })}
          />
          <ColumnChoice labels={commonLabels(overview, ofKind)} chosen={labels} onChoose={setLabels} />
          <TextButton onClick={() => post({ type: 'export', documents: rows.map(({ index }) => index), columns })}>
            {t('export')}
          </TextButton>
          <IconButton icon="refresh" name={t('refresh')} onClick={() => post({ type: 'refresh' })} />
        </fieldset>
      </header>
      {overview.documents.length > 0 && rows.length > 0 ? (
        <div class="overview-scroll">
          <DocumentTable
            name={t('title', folder)}
            rows={rows}
            columns={columns}
            sort={shown.sort}
            onSort={onSort}
            onOpen={onOpen}
          />
        </div>
      ) : (
        <p class="overview-note">{t(overview.documents.length === 0 ? 'empty' : 'noMatch')}</p>
      )}
      <Unread overview={overview} post={post} />
    </main>
  );
}

function Summary({ overview, rows }: { overview: FolderOverview; rows: readonly TableRow[] }) {
  const period = periodOf(rows);
  const { documents, total, waiting } = overview;
  const sentences = [
    rows.length === 1 ? t('document1') : t('documents', rows.length),
    period === null ? '' : t('period', ...period),
    total > documents.length ? t('capped', documents.length, total) : '',
    waiting === 1 ? t('waiting1') : waiting > 1 ? t('waiting', waiting) : '',
  ];
  return (
    <p class="dim" role="status">
      {sentences.filter(Boolean).join(' ')}
    </p>
  );
}

function KindChoice(props: {
  overview: FolderOverview;
  kind: DocumentKind | null;
  onChoose: (kind: DocumentKind | null) => void;
}) {
  const { documents } = props.overview;
  const counts = DOCUMENT_KINDS.map((kind) => ({ kind, count: documents.filter((each) => each.kind === kind).length }));
  return (
    <select
      class="field"
      aria-label={t('kind')}
      value={props.kind ?? ''}
      onChange={({ currentTarget: { value } }) => props.onChoose(DOCUMENT_KINDS.find((kind) => kind === value) ?? null)}
    >
      <option value="">{t('allKinds', documents.length)}</option>
      {counts.map(({ kind, count }) =>
        count === 0 ? null : (
          <option key={kind} value={kind}>
            {`${t(`kind.${kind}`)} (${count})`}
          </option>
        ),
      )}
    </select>
  );
}

function ColumnChoice(props: {
  labels: readonly string[];
  chosen: readonly string[];
  onChoose: (labels: readonly string[]) => void;
}) {
  const { labels, chosen, onChoose } = props;
  const offered = [...new Set([...chosen, ...labels])];
  const menu = useRef<HTMLDetailsElement>(null);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} class="overview-columns" onKeyDown={closeOnEscape}>
      <summary class="text-button">{t('columns')}</summary>
      <fieldset>
        <legend>{t('columnHint')}</legend>
        {offered.length === 0 && <p>{t('noColumns')}</p>}
        {offered.map((label) => (
          <label key={label}>
            <input
              type="checkbox"
              checked={chosen.includes(label)}
              onChange={({ currentTarget }) =>
                onChoose(currentTarget.checked ? [...chosen, label] : chosen.filter((each) => each !== label))
              }
            />
            {escapeHidden(label)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}

function Unread({ overview: { unread }, post }: { overview: FolderOverview; post: Post }) {
  if (unread.length === 0) return null;
  return (
    <details class="overview-unread">
      <summary>{t('unread', unread.length)}</summary>
      <ul>
        {unread.map(({ path, name, reason }, file) => (
          <li key={path}>
            <button type="button" class="link-button" onClick={() => post({ type: 'openUnread', file })}>
              {escapeHidden(name)}
            </button>{' '}
            {escapeHidden(reason)}
          </li>
        ))}
      </ul>
    </details>
  );
}
