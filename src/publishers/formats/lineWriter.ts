/** Collects the text of a section line by line. */
import type { LawLine } from '../law.ts';
import { rowWriter, squeeze, type XmlElement, type XmlNode } from './xml.ts';

export abstract class LineWriter {
  readonly lines: LawLine[] = [];
  readonly footnotes: string[] = [];
  /** Of the line that is open. */
  protected text = '';
  protected label = '';
  protected path: readonly string[] = [];
  /** Of the table that is open. */
  protected row = rowWriter();
  /** Levels of a law that is quoted are no provisions of the law that quotes it. */
  protected isQuoted = false;

  /** Writes an element and what it contains. `path`: that of what it is part of. */
  abstract block(node: XmlNode, path: readonly string[]): void;

  /** Ends the line, if it has a label or text. */
  end(kind: LawLine['kind'] = 'text'): void {
    const text = squeeze(this.text);
    if (text !== '' || this.label !== '') this.lines.push({ path: this.path, kind, label: this.label, text });
    this.text = '';
    this.label = '';
  }

  /** Ends the line, if it has text. */
  protected endText(): void {
    if (squeeze(this.text) !== '') this.end();
  }

  protected add(text: string, path: readonly string[]): void {
    if (this.text === '' && this.label === '') this.path = path;
    this.text += text;
  }

  protected quote({ children }: XmlElement, path: readonly string[]): void {
    const isQuoted = this.isQuoted;
    this.endText();
    this.isQuoted = true;
    for (const part of children) this.block(part, path);
    this.end();
    this.isQuoted = isQuoted;
  }
}
