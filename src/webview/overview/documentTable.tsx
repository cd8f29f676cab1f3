/** The table of an overview: a row for each document, a column for each field or label, and the sums. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHidden } from '../../conversation/display.ts';
import type { OverviewColumn } from '../../panel/overviewMessages.ts';
import type { OverviewCell, OverviewDocument, OverviewValue } from '../../protocol/overview.ts';
import { onlyValue, overviewCell } from '../../protocol/overviewCell.ts';
import { formatAmount } from '../numberFormat.ts';
import { keepInTabOrder, moveInGrid } from './gridKeys.ts';
import { differentTotal, type Shown, type Sum, shownText, sumOf, type TableRow, withCurrency } from './tableModel.ts';
import { t } from './translation.ts';

type SortColumn = Shown['sort']['column'];

export interface DocumentTableProps {
  readonly name: string;
  readonly rows: readonly TableRow[];
  readonly columns: readonly OverviewColumn[];
  readonly sort: Shown['sort'];
  readonly onSort: (column: SortColumn) => void;
  readonly onOpen: (row: TableRow, column?: OverviewColumn) => void;
}

function columnName(column: SortColumn): string {
  if (column === 'document') return t('document');
  if (column === 'kind') return t('kindColumn');
  return 'field' in column ? t(column.field) : escapeHidden(column.label);
}

const keyOf = (column: SortColumn) => (typeof column === 'string' ? column : JSON.stringify(column));

export function DocumentTable({ name, rows, columns, sort, onSort, onOpen }: DocumentTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => keepInTabOrder(table.current));
  const sums = columns.map((column) => sumOf(rows, column));
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid, in which arrow keys move between cells
    <table ref={table} class="overview-table" role="grid" aria-label={name} onKeyDown={moveInGrid}>
      <thead>
        <tr>
          {(['document', 'kind', ...columns] as const).map((column, at) => {
            const isSorted = keyOf(column) === keyOf(sort.column);
            const order = sort.descending ? 'descending' : 'ascending';
            return (
              <th
                key={keyOf(column)}
                scope="col"
                class={sums[at - 2]?.amounts.length || sums[at - 2]?.hasKinds ? 'amount' : undefined}
                aria-sort={isSorted ? order : 'none'}
              >
                <button
                  type="button"
                  class="column-name"
                  data-cell
                  tabIndex={at === 0 ? 0 : -1}
                  title={t('sortBy', columnName(column))}
                  onClick={() => onSort(column)}
                >
                  {columnName(column)}
                  {isSorted && <span aria-hidden="true">{sort.descending ? ' ↓' : ' ↑'}</span>}
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DocumentRow key={row.index} row={row} columns={columns} onOpen={onOpen} />
        ))}
      </tbody>
      <Sums sums={sums} columns={columns} total={rows.length} />
    </table>
  );
}

function DocumentRow({ row, columns, onOpen }: Pick<DocumentTableProps, 'columns' | 'onOpen'> & { row: TableRow }) {
  const { document } = row;
  const folders = document.name.slice(0, document.name.lastIndexOf('/') + 1);
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          class="cell"
          data-cell
          tabIndex={-1}
          title={escapeHidden(document.title)}
          onClick={() => onOpen(row)}
        >
          <span class="file-name">{escapeHidden(document.name.slice(folders.length))}</span>
          {folders !== '' && <span class="file-folder">{escapeHidden(folders.slice(0, -1))}</span>}
        </button>
      </th>
      <td class="whole" data-cell tabIndex={-1}>
        {t(`kind.${document.kind}`)}
      </td>
      {columns.map((column) => (
        <ValueCell key={keyOf(column)} document={document} column={column} onOpen={() => onOpen(row, column)} />
      ))}
    </tr>
  );
}

function ValueCell(props: { document: OverviewDocument; column: OverviewColumn; onOpen: () => void }) {
  const { document, column, onOpen } = props;
  const cell = overviewCell(document, column);
  if (cell === undefined) return <td data-cell tabIndex={-1} />;
  const sum = 'field' in column && column.field === 'total' ? differentTotal(document) : null;
  const value = onlyValue(cell);
  const different = sum === null || value === null ? null : t('differs', formatAmount(sum), escapeHidden(value.text));
  const isAmount = value !== null && value.amount !== null;
  return (
    <td class={isAmount ? 'amount' : value !== null && value.date !== '' ? 'whole' : undefined}>
      <button
        type="button"
        class={value === null ? 'cell several' : 'cell'}
        data-cell
        tabIndex={-1}
        title={different ?? placeOf(cell)}
        onClick={onOpen}
      >
        {shownText(cell)}
        {different !== null && (
          <span class="differs">
            {' ≠'}
            <span class="visually-hidden">{different}</span>
          </span>
        )}
      </button>
    </td>
  );
}

function placeOf(cell: OverviewCell): string {
  if ('several' in cell) return [t('severalHint'), ...cell.several.map(placeOfValue)].join('\n');
  return placeOfValue(cell);
}

function placeOfValue(cell: OverviewValue): string {
  if (cell.line === 0) return t('inName');
  const stated = escapeHidden(`${cell.label} ${cell.text}`.trim());
  const place = escapeHidden(cell.place);
  return place === '' ? t('place', stated, cell.line) : t('placeWithin', stated, place, cell.line);
}

function Sums(props: { sums: readonly Sum[]; columns: readonly OverviewColumn[]; total: number }) {
  const { sums, columns, total } = props;
  if (sums.every(({ amounts, hasKinds }) => amounts.length === 0 && !hasKinds)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" data-cell tabIndex={-1}>
          {t('sum')}
        </th>
        <td data-cell tabIndex={-1} />
        {columns.map((column, at) => (
          <SumCell key={keyOf(column)} column={column} sum={sums[at]} total={total} />
        ))}
      </tr>
    </tfoot>
  );
}

function SumCell({ column, sum, total }: { column: OverviewColumn; sum: Sum | undefined; total: number }) {
  if (sum?.hasKinds) {
    return (
      <td class="amount" data-cell tabIndex={-1} title={t('sumOfKind')}>
        <div class="sum-of-some">{t('severalKinds')}</div>
      </td>
    );
  }
  if (!sum?.amounts.length) return <td data-cell tabIndex={-1} />;
  const { amounts, count, copies, older, hasParties } = sum;
  const isOfSome = count + copies + older.length < total;
  const title = [
    t('sumOf', columnName(column)),
    isOfSome && t('leftOut'),
    hasParties && t('sumOfParty'),
    copies > 0 && t('copyHint'),
    older.length > 0 && t('olderHint', older.map(escapeHidden).join('; ')),
  ];
  return (
    <td class="amount" data-cell tabIndex={-1} title={title.filter(Boolean).join(' ')}>
      {amounts.map(({ currency, amount }) => (
        <div key={currency}>{withCurrency(amount, currency)}</div>
      ))}
      {isOfSome && <div class="sum-of-some">{t('sumOfSome', count, total)}</div>}
      {hasParties && <div class="sum-of-some">{t('severalParties')}</div>}
      {copies > 0 && <div class="sum-of-some">{t('copies', copies)}</div>}
      {older.length > 0 && <div class="sum-of-some">{t('older', older.length)}</div>}
    </td>
  );
}
