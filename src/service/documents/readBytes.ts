/** The bytes of a file -> ReadDocument. Each reader is loaded at its first use. */

import { t } from '../translate.ts';
import { asUnreadable, type ReadDocument, UnreadableDocument } from './document.ts';
import { type Format, formatOf, unreadReason } from './formats.ts';
import { readText } from './readText.ts';

/** Messages inside messages that are read. */
const MAX_MESSAGES = 4;

interface Options {
  /** Messages around this one. */
  readonly depth?: number;
  /** Called when the objects of a PDF were found. */
  readonly onOpened?: (() => void) | undefined;
}

/** Throws UnreadableDocument with a sentence for the user. `name` gives the format. */
export async function readBytes(name: string, bytes: Buffer, options: Options = {}): Promise<ReadDocument> {
  const format = formatOf(name);
  if (format === null) throw new UnreadableDocument(unreadReason(name) ?? t('Files of this kind are not read.'));
  try {
    return await read(format, name, bytes, options);
  } catch (error) {
    throw asUnreadable(error);
  }
}

async function read(
  format: Format,
  name: string,
  bytes: Buffer,
  { depth = 0, onOpened }: Options,
): Promise<ReadDocument> {
  const attachment = (inner: string, content: Buffer) => {
    if (depth + 1 >= MAX_MESSAGES) throw new UnreadableDocument(t('Messages are nested too deep.'));
    return readBytes(inner, content, { depth: depth + 1 });
  };
  switch (format) {
    case 'pdf':
      return (await import('./pdf/readPdf.ts')).readPdf(bytes, onOpened);
    case 'word':
      return (await import('./office/readWord.ts')).readWord(bytes);
    case 'excel':
      return (await import('./office/readExcel.ts')).readExcel(bytes);
    case 'odt':
      return (await import('./office/readOdt.ts')).readOdt(bytes);
    case 'rtf':
      return (await import('./readRtf.ts')).readRtf(bytes);
    case 'eml':
      return (await import('./mail/readEml.ts')).readEml(bytes, attachment);
    case 'msg':
      return (await import('./mail/readMsg.ts')).readMsg(bytes, attachment);
    default:
      return readText(format, name, bytes);
  }
}
