/** The table of an overview: a row for each document, a column for each field or label, and the sums. */
import type { OverviewColumn } from '../../panel/overviewMessages.ts';
import type { OverviewCell, OverviewDocument, OverviewValue } from '../../protocol/overview.ts';
import { overviewCell } from '../../protocol/overviewCell.ts';
import { formatAmount } from '../numberFormat.ts';
import { moveInGrid } from './gridKeys.ts';
import { differentTotal, type Shown, sumsOf, type TableRow } from './tableModel.ts';
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

export function columnName(column: SortColumn): string {
  if (column === 'document') return t('document');
  if (column === 'kind') return t('kindColumn');
  return 'field' in column ? t(column.field) : column.label;
}

const keyOf = (column: SortColumn) => (typeof column === 'string' ? column : JSON.stringify(column));

export function DocumentTable({ name, rows, columns, sort, onSort, onOpen }: DocumentTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid, in which arrow keys move between cells
    <table class="overview-table" role="grid" aria-label={name} onKeyDown={moveInGrid}>
      <thead>
        <tr>
          {(['document', 'kind', ...columns] as const).map((column, at) => {
            const isSorted = keyOf(column) === keyOf(sort.column);
            const order = sort.descending ? 'descending' : 'ascending';
            return (
              <th
                key={keyOf(column)}
                scope="col"
                class={typeof column === 'object' && sumsOf(rows, column).length > 0 ? 'amount' : undefined}
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
      <Sums rows={rows} columns={columns} />
    </table>
  );
}

function DocumentRow({ row, columns, onOpen }: Pick<DocumentTableProps, 'columns' | 'onOpen'> & { row: TableRow }) {
  const { document } = row;
  const folders = document.name.slice(0, document.name.lastIndexOf('/') + 1);
  return (
    <tr>
      <th scope="row">
        <button type="button" class="cell" data-cell tabIndex={-1} title={document.title} onClick={() => onOpen(row)}>
          <span class="file-name">{document.name.slice(folders.length)}</span>
          {folders !== '' && <span class="file-folder">{folders}</span>}
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
  const isAmount = cell !== 'several' && cell.amount !== null;
  return (
    <td class={isAmount ? 'amount' : cell !== 'several' && cell.date !== '' ? 'whole' : undefined}>
      <button
        type="button"
        class={cell === 'several' ? 'cell several' : 'cell'}
        data-cell
        tabIndex={-1}
        title={sum === null || cell === 'several' ? placeOf(cell) : t('differs', formatAmount(sum), cell.text)}
        onClick={onOpen}
      >
        {textOf(cell)}
        {sum !== null && cell !== 'several' && (
          <span class="differs">
            {' ≠'}
            <span class="visually-hidden">{t('differs', formatAmount(sum), cell.text)}</span>
          </span>
        )}
      </button>
    </td>
  );
}

/** Amounts are shown in one form, with the currency; all else as the document states it. */
function textOf(cell: OverviewCell): string {
  if (cell === 'several') return t('several');
  return cell.amount === null ? cell.date || cell.text : withCurrency(cell.amount, cell.currency);
}

function withCurrency(amount: number, currency: string): string {
  return currency === '' ? formatAmount(amount) : `${formatAmount(amount)} ${currency}`;
}

function placeOf(cell: OverviewValue | 'several'): string {
  if (cell === 'several') return t('severalHint');
  if (cell.line === 0) return t('inName');
  const stated = `${cell.label} ${cell.text}`.trim();
  return cell.place === '' ? t('place', stated, cell.line) : t('placeWithin', stated, cell.place, cell.line);
}

function Sums({ rows, columns }: Pick<DocumentTableProps, 'rows' | 'columns'>) {
  const sums = columns.map((column) => sumsOf(rows, column));
  if (sums.every((each) => each.length === 0)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row" data-cell tabIndex={-1}>
          {t('sum')}
        </th>
        <td data-cell tabIndex={-1} />
        {columns.map((column, at) => (
          <td key={keyOf(column)} class="amount" data-cell tabIndex={-1} title={t('sumOf', columnName(column))}>
            {sums[at]?.map(({ currency, amount }) => (
              <div key={currency}>{withCurrency(amount, currency)}</div>
            ))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
