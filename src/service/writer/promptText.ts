/** A question with what is attached to it, as the text of a prompt. */
import type { ResearchQuestion } from '../../protocol/question.ts';

export function promptText({ text, matter, quote, selections, attachments }: ResearchQuestion): string {
  const parts = [text.trim()];
  if (matter.length > 0)
    parts.push(['Facts of the matter:', ...matter.map(({ name, value }) => `- ${name}: ${value}`)].join('\n'));
  if (quote !== undefined) parts.push(`Quoted from the earlier answer:\n\n${quote}`);
  for (const selection of selections) {
    parts.push(`From ${selection.path}, lines ${selection.line}-${selection.endLine}:\n\n${selection.text}`);
  }
  for (const file of attachments) {
    parts.push(`From ${file.path}, ${file.whole ? 'the whole file' : 'its beginning'}:\n\n${file.text}`);
  }
  return parts.filter((part) => part !== '').join('\n\n');
}
