/** Values of cells as Excel shows them: number formats of the styles part, applied by the `numfmt` package. */
import { format, isDateFormat } from 'numfmt';
import { attribute, readXml } from './xml.ts';

/** Formats that files refer to by number without writing them (ECMA-376 part 1, 18.8.30), as they are shown in the United States. */
const BUILT_IN = new Map<number, string>([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '$#,##0_);($#,##0)'],
  [6, '$#,##0_);[Red]($#,##0)'],
  [7, '$#,##0.00_);($#,##0.00)'],
  [8, '$#,##0.00_);[Red]($#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);[Red](#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);[Red](#,##0.00)'],
  [41, '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'],
  [42, '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)'],
  [44, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);

/** Days between the two dates from which workbooks count: 1 January 1900 and 1 January 1904. */
const DAYS_TO_1904 = 1462;

export interface NumberFormats {
  /** `style` is the index that a cell gives. */
  show(value: number, style: number): string;
}

export async function readNumberFormats(xml: string | null, since1904: boolean): Promise<NumberFormats> {
  const codes = new Map(BUILT_IN);
  const styles: number[] = [];
  let inCells = false;
  await readXml(xml, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const code = attribute(attributes, 'formatCode');
        if (code !== undefined) codes.set(Number(attribute(attributes, 'numFmtId')), code);
      } else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) styles.push(Number(attribute(attributes, 'numFmtId') ?? 0));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return {
    show(value, style) {
      const code = codes.get(styles[style] ?? 0) ?? 'General';
      try {
        const shown = since1904 && isDateFormat(code) ? value + DAYS_TO_1904 : value;
        const text = format(code, shown, { throws: true }).replace(/\s+/g, ' ').trim();
        return text === '' || /^#+$/.test(text) ? String(value) : text;
      } catch {
        return String(value);
      }
    },
  };
}
