/** How a Word document looks: page, styles, numbering. Lengths are in twentieths of a point, sizes of type in half points. */
import { AlignmentType, BorderStyle, type ILevelsOptions, type IStylesOptions, LevelFormat, ShadingType } from 'docx';

export interface PageFormat {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
}

/** US letter for English, A4 for other languages, with margins of one inch. */
export function pageOf(language: string): PageFormat {
  return isEnglish(language)
    ? { width: 12_240, height: 15_840, margin: 1440 }
    : { width: 11_906, height: 16_838, margin: 1440 };
}

/** Of the style `Quote`. */
export const QUOTE_INDENT = 360;
/** Of each depth of a list. */
export const LIST_INDENT = 360;
/** Of each level of a quoted statute. */
export const LEVEL_INDENT = 360;
/** The depth, from 0, below which lists have the same indent. */
export const MAX_LIST_DEPTH = 8;
export const CODE_FONT = 'Consolas';

const SINGLE = { line: 240, lineRule: 'auto' } as const;

export function stylesOf(language: string): IStylesOptions {
  const heading = (size: number, before: number) => ({
    quickFormat: true,
    next: 'Normal',
    run: { bold: true, color: '1F3864', size },
    paragraph: { keepNext: true, keepLines: true, spacing: { before, after: 80 } },
  });
  return {
    default: {
      document: {
        run: { font: 'Calibri', size: 22, language: { value: isEnglish(language) ? 'en-US' : language } },
        paragraph: { spacing: { after: 120, line: 264, lineRule: 'auto' } },
      },
      heading1: heading(34, 0),
      heading2: heading(27, 320),
      heading3: heading(24, 240),
      heading4: heading(22, 200),
      heading5: heading(22, 160),
      heading6: heading(22, 160),
      hyperlink: { run: { color: '0563C1', underline: {} } },
      footnoteText: { paragraph: { spacing: { after: 0, ...SINGLE } }, run: { size: 18 } },
      footnoteReference: { run: { superScript: true } },
    },
    paragraphStyles: [
      {
        id: 'Quote',
        name: 'Quote',
        basedOn: 'Normal',
        quickFormat: true,
        paragraph: {
          border: { left: { style: BorderStyle.SINGLE, size: 18, space: 8, color: 'B8C4D6' } },
          indent: { left: QUOTE_INDENT },
        },
        run: { color: '333333' },
      },
      {
        id: 'Code',
        name: 'Code',
        basedOn: 'Normal',
        paragraph: {
          shading: { type: ShadingType.CLEAR, color: 'auto', fill: 'F5F5F5' },
          spacing: { after: 0, ...SINGLE },
        },
        run: { font: CODE_FONT, noProof: true, size: 19 },
      },
      {
        id: 'TableText',
        name: 'Table Text',
        basedOn: 'Normal',
        paragraph: { spacing: { before: 20, after: 20, ...SINGLE } },
        run: { size: 19 },
      },
      { id: 'Footer', name: 'footer', basedOn: 'Normal', run: { color: '666666', size: 18 } },
    ],
  };
}

/** The levels of a list: bullets if `start` is null, else numbers from `start`. */
export function listLevels(start: number | null): ILevelsOptions[] {
  return Array.from({ length: MAX_LIST_DEPTH + 1 }, (_, level) => ({
    level,
    start: start ?? 1,
    format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
    text: start === null ? '•' : `%${level + 1}.`,
    alignment: AlignmentType.LEFT,
    style: { paragraph: { indent: { left: LIST_INDENT * (level + 1), hanging: LIST_INDENT } } },
  }));
}

function isEnglish(language: string): boolean {
  return /^en\b/i.test(language);
}
