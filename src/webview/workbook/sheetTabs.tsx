/** The tabs of the sheets. Arrow keys move between them. */
import { escapeHidden, oneLine } from '../../conversation/display.ts';
import type { WorkbookSheet } from '../../protocol/workbook.ts';
import { t } from './translation.ts';

export function SheetTabs(props: {
  readonly sheets: readonly WorkbookSheet[];
  /** From 0. */
  readonly shown: number;
  /** The sheet with the quoted passage, or null. */
  readonly quoted: number | null;
  readonly onShow: (sheet: number) => void;
}) {
  const { sheets, shown, quoted, onShow } = props;
  function onKeyDown(event: KeyboardEvent): void {
    const last = sheets.length - 1;
    const next = {
      ArrowLeft: shown === 0 ? last : shown - 1,
      ArrowRight: shown === last ? 0 : shown + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    document.getElementById(`sheet-${next}`)?.focus();
  }
  return (
    <div class="wb-tabs" role="tablist" aria-label={t('sheets')} onKeyDown={onKeyDown}>
      {sheets.map(({ name, isHidden }, at) => {
        const label = escapeHidden(oneLine(name));
        return (
          <button
            key={at}
            type="button"
            role="tab"
            id={`sheet-${at}`}
            class={at === quoted ? 'wb-tab wb-quoted' : 'wb-tab'}
            aria-selected={at === shown}
            aria-controls={at === shown ? 'sheet-panel' : undefined}
            tabIndex={at === shown ? 0 : -1}
            onClick={() => onShow(at)}
          >
            {isHidden ? t('hidden', label) : label}
          </button>
        );
      })}
    </div>
  );
}
