/** The properties of an Office file (`docProps/core.xml`) or of an OpenDocument file (`meta.xml`). */
import type { DocumentMeta } from '../document.ts';
import { readXml } from './xml.ts';

/** Of the properties of a file, its title and the date of its last change. */
export async function readProperties(xml: string | null): Promise<DocumentMeta> {
  const values = new Map<string, string>();
  let name = '';
  await readXml(xml, {
    open(element) {
      name = element;
    },
    text(text) {
      values.set(name, `${values.get(name) ?? ''}${text}`.slice(0, 300));
    },
    close() {
      name = '';
    },
  });
  const title = values.get('title')?.trim() ?? '';
  const date = /^\d{4}-\d\d-\d\d/.exec(
    values.get('modified') ?? values.get('created') ?? values.get('date') ?? '',
  )?.[0];
  return { ...(title === '' ? {} : { title }), ...(date === undefined ? {} : { date }) };
}
