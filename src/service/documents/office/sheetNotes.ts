/** What is written on a sheet and not in its cells: comments and text boxes. */
import { attribute, readXml } from './xml.ts';

export async function readComments(xml: string | null): Promise<{ cell: string; text: string }[]> {
  const comments: { cell: string; text: string }[] = [];
  const authors: string[] = [];
  let cell = '';
  let author = '';
  let text = '';
  let within = '';
  await readXml(xml, {
    open(name, attributes) {
      if (name === 'comment') {
        cell = /^[A-Z]+\d+$/.exec(attribute(attributes, 'ref') ?? '')?.[0] ?? 'A1';
        author = authors[Number(attribute(attributes, 'authorId'))] ?? '';
        text = '';
      } else if (name === 'author') authors.push('');
      within = name;
    },
    text(piece) {
      if (within === 'author') authors.push((authors.pop() ?? '') + piece);
      else if (within === 't') text += piece;
    },
    close(name) {
      within = '';
      if (name !== 'comment' || text.trim() === '') return;
      const by = author === '' || text.startsWith(author) ? '' : ` by ${author}`;
      comments.push({ cell, text: `Comment on ${cell}${by}: ${text.replace(/\s+/g, ' ').trim()}` });
    },
  });
  return comments;
}

/** The text of each shape of a drawing. */
export async function readDrawingTexts(xml: string | null): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let inText = false;
  await readXml(xml, {
    open(name) {
      if (name === 'txBody') text = '';
      inText = name === 't';
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      inText = false;
      if (name === 'p') text += ' ';
      if (name === 'txBody' && text.trim() !== '') texts.push(text.replace(/\s+/g, ' ').trim());
    },
  });
  return texts;
}
