/** The properties of an Office file (`docProps/core.xml`) or of an OpenDocument file (`meta.xml`). */
import { WORD_MEMO_MARK } from '../../../protocol/exportMark.ts';
import type { DocumentMeta } from '../document.ts';
import { readXml } from './xml.ts';

/** Of the properties of a file, its title, and whether Fiscal wrote it. The date of its last change is not the date of its text. */
export async function readProperties(xml: string | null): Promise<DocumentMeta> {
  const read = { title: '', description: '' };
  let field: keyof typeof read | null = null;
  await readXml(xml, {
    open(element) {
      field = element === 'title' || element === 'description' ? element : null;
    },
    text(text) {
      if (field !== null) read[field] = `${read[field]}${text}`.slice(0, 300);
    },
    close() {
      field = null;
    },
  });
  const title = read.title.trim();
  return {
    ...(title === '' ? {} : { title }),
    ...(read.description.includes(WORD_MEMO_MARK) ? { isFromFiscal: true } : {}),
  };
}
