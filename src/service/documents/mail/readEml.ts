/** Mail as it is sent (.eml), read by postal-mime. */
import PostalMime, { type Address } from 'postal-mime';
import { t } from '../../translate.ts';
import { type ReadDocument, UnreadableDocument } from '../document.ts';
import { type ReadAttachment, writeMessage } from './message.ts';

export async function readEml(bytes: Buffer, readAttachment: ReadAttachment): Promise<ReadDocument> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 50 });
  const date = mail.headers.find(({ key }) => key === 'date')?.value ?? '';
  if (mail.headers.length === 0) throw new UnreadableDocument(t('It is not a mail message.'));
  return writeMessage(
    {
      subject: mail.subject ?? '',
      from: addressList(mail.from ? [mail.from] : []),
      to: addressList(mail.to ?? []),
      cc: addressList(mail.cc ?? []),
      date,
      text: mail.text ?? '',
      html: mail.html ?? '',
      attachments: mail.attachments
        // Pictures in the text of an HTML message are no documents.
        .filter(({ related, mimeType }) => related !== true || !mimeType.startsWith('image/'))
        .map(({ filename, mimeType, content }, at) => ({
          name: filename ?? `${at + 1}.${mimeType === 'message/rfc822' ? 'eml' : 'bin'}`,
          content: Buffer.from(typeof content === 'string' ? content : new Uint8Array(content)),
        })),
    },
    readAttachment,
  );
}

function addressList(addresses: readonly Address[]): string {
  return addresses
    .map((address) => (address.group === undefined ? one(address.name, address.address ?? '') : groupOf(address)))
    .join(', ');
}

function groupOf({ name, group = [] }: Address): string {
  return `${name}: ${group.map((member) => one(member.name, member.address ?? '')).join(', ')}`;
}

function one(name: string, address: string): string {
  return name === '' || name === address ? address : `${name} <${address}>`;
}
