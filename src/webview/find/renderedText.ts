/** Extracts the visible text of an element and maps its parts to ranges of the document. */

export interface RenderedText {
  readonly text: string;
  /** Returns the range of a part of the text. */
  range(start: number, end: number): Range | null;
}

const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE DD DIV DL DT FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);

/** Whether the element belongs to the content. Buttons that the renderer adds do not, but citations do. */
export function isContent(element: Element): boolean {
  if (element.matches('svg, [aria-hidden="true"], .visually-hidden')) return false;
  return !element.matches('button') || /^\[?\d+\]?$/.test(element.textContent?.trim() ?? '');
}

export function renderedText(root: Element): RenderedText {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  const walk = (element: Element) => {
    for (const node of element.childNodes) {
      if (node instanceof Text) {
        nodes.push(node);
        starts.push(text.length);
        text += node.data;
      } else if (node instanceof Element && (element === root || isContent(node))) {
        const block = BLOCKS.has(node.tagName) || node.tagName === 'BR';
        // Words do not continue across the border of a block.
        if (block && !text.endsWith('\n')) text += '\n';
        walk(node);
        if (block && !text.endsWith('\n')) text += '\n';
      }
    }
  };
  walk(root);

  const locate = (at: number, end: boolean): [Text, number] | null => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const start = starts[middle] ?? 0;
      if (end ? start < at : start <= at) low = middle;
      else high = middle - 1;
    }
    const node = nodes[low];
    return node ? [node, Math.min(node.length, at - (starts[low] ?? 0))] : null;
  };

  return {
    text,
    range(start, end) {
      const from = locate(start, false);
      const to = locate(end, true);
      if (!from || !to) return null;
      const range = document.createRange();
      range.setStart(...from);
      range.setEnd(...to);
      return range;
    },
  };
}
