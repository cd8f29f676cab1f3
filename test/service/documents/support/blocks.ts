/** Short forms of what a reader returned, for expectations. */
import type { ReadDocument } from '../../../../src/service/documents/document.ts';
import { placeInWords, placeOf as placeOfBlocks } from '../../../../src/service/documents/place.ts';

export const textsOf = ({ blocks }: ReadDocument): string[] =>
  blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));

/** "# Title", "## Section". */
export const headingsOf = ({ blocks }: ReadDocument): string[] =>
  blocks.flatMap((block) => (block.type === 'heading' ? [`${'#'.repeat(block.level)} ${block.text}`] : []));

/** The place of the first block that contains these words. */
export const placeOf = ({ blocks }: ReadDocument, words: string): string =>
  placeInWords(placeOfBlocks(blocks.find((block) => block.type === 'text' && block.text.includes(words))?.place));
