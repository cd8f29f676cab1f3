/** Stand-in for the Markdown renderer: the same interface over plain text. */
export interface MarkdownViewOptions {
  onLink(url: string): void;
  onCitation(n: number): void;
  describeCitation?(n: number): string;
  onCopyTable?(tsv: string): void;
  onCopyCode?(code: string): void;
  labels?: Record<string, string>;
  immediate?: boolean;
}
export interface MarkdownView {
  append(text: string): void;
  finish(): void;
  setSources(count: number): void;
  readonly text: string;
  dispose(): void;
}
export function createMarkdownView(root: HTMLElement, _options: MarkdownViewOptions): MarkdownView {
  root.style.whiteSpace = 'pre-wrap';
  let all = '';
  return {
    append(text) {
      all += text;
      root.append(text);
    },
    finish() {},
    setSources() {},
    get text() {
      return all;
    },
    dispose() {
      root.replaceChildren();
    },
  };
}
