import { type ReadDocument, UnreadableDocument } from './document.ts';

export async function readDocx(_bytes: Uint8Array): Promise<ReadDocument> {
  throw new UnreadableDocument('Files of this kind are not read yet.');
}
