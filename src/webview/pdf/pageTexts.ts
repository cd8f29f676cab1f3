/** The text of the pages of a PDF, read when it is first needed. */
import { type FoldedText, foldVisible, foldWords } from './foldedText.ts';
import type { PdfDocument, PdfText } from './openPdf.ts';

export interface PageText {
  readonly content: PdfText;
  readonly pieces: readonly string[];
  /** For finding a quotation. */
  words(): FoldedText;
  /** For finding what the user types. */
  visible(): FoldedText;
}

export interface PageTexts {
  /** `page` is from 1. A page that cannot be read has no text. */
  of(page: number): Promise<PageText>;
}

export function createPageTexts(document: PdfDocument): PageTexts {
  const texts = new Map<number, Promise<PageText>>();

  async function read(number: number): Promise<PageText> {
    let content: PdfText = { items: [], styles: {}, lang: null };
    try {
      content = await (await document.getPage(number)).getTextContent();
    } catch {
      // A damaged page has no text to find.
    }
    const pieces = content.items.flatMap((item) => ('str' in item ? [item.str] : []));
    let words: FoldedText | undefined;
    let visible: FoldedText | undefined;
    return {
      content,
      pieces,
      words() {
        words ??= foldWords(pieces);
        return words;
      },
      visible() {
        visible ??= foldVisible(pieces);
        return visible;
      },
    };
  }

  return {
    of(page) {
      const known = texts.get(page) ?? read(page);
      texts.set(page, known);
      return known;
    },
  };
}
