/** Mail saved by Outlook (.msg), read by @kenjiuno/msgreader. */
import { decompressRTF } from '@kenjiuno/decompressrtf';
import MsgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { t } from '../../translate.ts';
import { type ReadDocument, UnreadableDocument } from '../document.ts';
import { readRtf } from '../readRtf.ts';
import { type Attachment, type ReadAttachment, writeMessage } from './message.ts';

/** The package is CommonJS: depending on who loads it, its class is the default export or a property of it. */
const exported: typeof MsgReader & { readonly default?: typeof MsgReader } = MsgReader;
const Reader = exported.default ?? exported;

export async function readMsg(bytes: Buffer, readAttachment: ReadAttachment): Promise<ReadDocument> {
  const reader = new Reader(Uint8Array.from(bytes).buffer);
  const data = reader.getFileData();
  if (data.error !== undefined || data.dataType === null)
    throw new UnreadableDocument(t('It is not an Outlook message.'));
  const text = data.body ?? '';
  const html = data.bodyHtml ?? (data.html ? new TextDecoder().decode(data.html) : '');
  return writeMessage(
    {
      subject: data.subject ?? '',
      from: person(data.senderName, data.senderSmtpAddress ?? data.senderEmail),
      to: recipients(data, 'to'),
      cc: recipients(data, 'cc'),
      date: data.clientSubmitTime ?? data.messageDeliveryTime ?? data.creationTime ?? '',
      text: text.trim() === '' && html === '' ? rtfText(data) : text,
      html,
      attachments: attachmentsOf(reader, data),
    },
    readAttachment,
  );
}

function recipients(data: FieldsData, type: string): string {
  return (data.recipients ?? [])
    .filter((recipient) => (recipient.recipType ?? 'to') === type)
    .map((recipient) => person(recipient.name, recipient.smtpAddress ?? recipient.email))
    .join(', ');
}

function person(name = '', address = ''): string {
  // Addresses inside an organization ("/O=…") say nothing to a reader.
  const shown = /^[^/\s]\S*@\S+$/.test(address) ? address : '';
  return name === '' || name === shown ? shown : `${name}${shown === '' ? '' : ` <${shown}>`}`;
}

function rtfText({ compressedRtf }: FieldsData): string {
  if (!compressedRtf) return '';
  const rtf = Buffer.from(decompressRTF(Array.from(compressedRtf)));
  const { blocks } = readRtf(rtf);
  return blocks.map(({ text }) => text).join('\n\n');
}

function attachmentsOf(reader: MsgReader, data: FieldsData): Attachment[] {
  return (data.attachments ?? []).flatMap((attachment): Attachment[] => {
    if (attachment.attachmentHidden === true) return [];
    const { fileName, content } = reader.getAttachment(attachment);
    return [{ name: fileName || attachment.name || 'unnamed', content: Buffer.from(content) }];
  });
}
