/** Values of cells as Excel shows them: number formats of the styles part, applied by the `numfmt` package. */
import { format, getFormatFromId, isDateFormat } from 'numfmt';
import { attribute, readXml } from './xml.ts';

/** The last of the formats that files refer to by number without writing them (ECMA-376 part 1, 18.8.30). */
const LAST_BUILT_IN = 58;

/** Days between the two dates from which workbooks count: 1 January 1900 and 1 January 1904. */
const DAYS_TO_1904 = 1462;

export interface NumberFormats {
  /** `style` is the index that a cell gives. */
  show(value: number, style: number): string;
}

export async function readNumberFormats(xml: string | null, since1904: boolean): Promise<NumberFormats> {
  const codes = new Map<number, string>();
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
      const id = styles[style] ?? 0;
      const code = codes.get(id) ?? getFormatFromId(id <= LAST_BUILT_IN ? id : 0);
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
