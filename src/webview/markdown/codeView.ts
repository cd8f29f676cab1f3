/** Renders code blocks. Text is appended to the last part. Earlier parts do not change. */
import type { MarkdownBlock } from '../../markdown/block.ts';
import { visibleExactly } from '../../markdown/links.ts';
import type { BlockView } from './children.ts';
import type { Context } from './context.ts';
import { createCopyButton } from './copyButton.ts';
import { patchText } from './inlineView.ts';

/** Length of a part, in UTF-16 units. A part ends with the line that reaches it. */
const PIECE = 8192;

interface Piece {
  readonly element: HTMLElement;
  readonly text: Text;
  /** Length of the text that no longer changes. */
  length: number;
}

export function createCodeView(block: MarkdownBlock, context: Context): Omit<BlockView, 'key' | 'kind'> {
  const element = document.createElement('div');
  element.className = 'md-code';
  const pre = document.createElement('pre');
  pre.tabIndex = 0;
  const code = document.createElement('code');
  pre.append(code);
  const language = /^[A-Za-z0-9][\w+#.-]{0,39}(?=$|\s)/.exec(block.fence?.info ?? '')?.[0];
  if (language) code.className = `language-${language.toLowerCase()}`;
  pre.setAttribute('role', 'group');
  pre.setAttribute('aria-label', language ? `${context.labels.code}: ${language}` : context.labels.code);

  let shown = block;
  const head = document.createElement('div');
  head.className = 'md-head';
  const name = document.createElement('span');
  name.textContent = visibleExactly(block.fence?.info ?? '');
  head.append(name);
  if (context.onCopyCode) {
    const copy = context.onCopyCode;
    head.append(createCopyButton(context.labels.copyCode, context, () => copy(linesOf(shown).join('\n'))));
  }
  element.append(head, pre);

  const pieces: Piece[] = [];
  let stable = 0;

  function pieceFor(): Piece {
    const last = pieces.at(-1);
    if (last && last.length < PIECE) return last;
    const piece: Piece = { element: document.createElement('span'), text: new Text(), length: 0 };
    piece.element.className = 'md-piece';
    piece.element.append(piece.text);
    code.append(piece.element);
    pieces.push(piece);
    return piece;
  }

  return {
    element,
    update(next) {
      shown = next;
      const lines = linesOf(next);
      // All lines but the last one are complete. The last one can grow or be undone.
      const until = Math.max(lines.length - 1, stable);
      while (stable < until) {
        const piece = pieceFor();
        let chunk = '';
        while (stable < until && piece.length + chunk.length < PIECE)
          chunk += `${visibleExactly(lines[stable++] ?? '')}\n`;
        patchText(piece.text, piece.length, chunk);
        piece.length += chunk.length;
      }
      const tail = lines[until];
      const used = tail === undefined ? pieces.at(-1) : pieceFor();
      if (used) patchText(used.text, used.length, tail === undefined ? '' : `${visibleExactly(tail)}\n`);
      if (used && used.text.length === 0) {
        used.element.remove();
        pieces.pop();
      }
    },
  };
}

/** Blank lines at the end do not belong to indented code. */
function linesOf({ lines, fence }: MarkdownBlock): readonly string[] {
  if (fence || lines.at(-1)?.trim() !== '') return lines;
  let end = lines.length;
  while (end > 0 && lines[end - 1]?.trim() === '') end--;
  return lines.slice(0, end);
}
