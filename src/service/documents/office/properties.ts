/** The properties of an Office file (`docProps/core.xml`) or of an OpenDocument file (`meta.xml`). */
import type { DocumentMeta } from '../document.ts';
import { readXml } from './xml.ts';

/** Of the properties of a file, its title. The date of its last change is not the date of its text. */
export async function readProperties(xml: string | null): Promise<DocumentMeta> {
  let title = '';
  let isTitle = false;
  await readXml(xml, {
    open(element) {
      isTitle = element === 'title';
    },
    text(text) {
      if (isTitle) title = `${title}${text}`.slice(0, 300);
    },
    close() {
      isTitle = false;
    },
  });
  title = title.trim();
  return title === '' ? {} : { title };
}
