/** The text of a PDF as pdf.js gives it, without any layout: the rival that our reader is measured against. */
import { withPdf } from '../../src/service/documents/pdf/pdfjs.ts';

export function rawPdfText(bytes: Buffer): Promise<string> {
  return withPdf(bytes, async (document) => {
    let text = '';
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
      text += '\n';
    }
    return text;
  });
}
