/** A message of any mail format -> blocks: its header, its text and its attachments. */
import { createBlockWriter } from '../blockWriter.ts';
import { MESSAGE_HEADER, MESSAGE_TEXT, type ReadDocument, UnreadableDocument } from '../document.ts';
import { readHtml } from '../readHtml.ts';
import { correspondentsHeading } from './correspondents.ts';

export interface Message {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  /** As written in the message. */
  readonly date: string;
  readonly text: string;
  /** Used where the message has no plain text. */
  readonly html: string;
  readonly attachments: readonly Attachment[];
}

export interface Attachment {
  readonly name: string;
  readonly content: Buffer;
}

/** Reads an attachment by its name. Throws UnreadableDocument. */
export type ReadAttachment = (name: string, content: Buffer) => Promise<ReadDocument>;

/** Attachments of one message that are read. */
const MAX_ATTACHMENTS = 100;

export async function writeMessage(message: Message, readAttachment: ReadAttachment): Promise<ReadDocument> {
  const writer = createBlockWriter();
  const { subject, from, to, cc, date, attachments } = message;
  const header = [
    ['From', from],
    ['To', to],
    ['Cc', cc],
    ['Date', date],
    ['Subject', subject],
    ['Attachments', attachments.map(({ name }) => name).join(', ')],
  ].filter(([, value]) => value !== '');
  writer.text(header.map(([name, value]) => `${name}: ${value}`).join('\n'), { part: MESSAGE_HEADER });

  const place = { part: MESSAGE_TEXT };
  writer.impliedHeading(1, correspondentsHeading(message), place);
  if (message.text.trim() !== '') {
    for (const paragraph of message.text.replace(/\r\n?/g, '\n').split(/\n[ \t>]*\n/)) writer.text(paragraph, place);
  } else {
    for (const block of readHtml(message.html).blocks) {
      if (block.type === 'heading') writer.heading(block.level, block.text, place);
      else writer.text(block.text, place);
    }
  }
  for (const { name, content } of attachments.slice(0, MAX_ATTACHMENTS)) {
    const part = `Attachment ${name}`;
    try {
      const { blocks } = await readAttachment(name, content);
      writer.heading(1, part, { part });
      for (const block of blocks) {
        const inner = { ...block.place, part: block.place?.part === undefined ? part : `${part}, ${block.place.part}` };
        if (block.type === 'heading') {
          const write = block.implied ? writer.impliedHeading : writer.heading;
          write(Math.min(6, block.level + 1), block.text, inner);
        } else if (block.type === 'text') writer.text(block.text, inner);
      }
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      writer.text(`${part} was not read. ${error.message}`, { part });
    }
  }
  const when = Date.parse(date);
  return {
    meta: {
      ...(subject.trim() === '' ? {} : { title: subject.trim().slice(0, 300) }),
      ...(Number.isNaN(when) ? {} : { date: new Date(when).toISOString().slice(0, 10) }),
    },
    blocks: writer.blocks(),
  };
}
