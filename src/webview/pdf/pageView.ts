/** Draws one page of a PDF: a canvas, and above it the text that can be selected and marked. */
import { AnnotationMode, type PdfPage, type PdfText, TextLayer } from './openPdf.ts';

export interface PageView {
  /** Resolves when the page is drawn. Rejects if drawing was cancelled or failed. */
  readonly drawn: Promise<void>;
  /** The elements of the pieces of text, in the order of `PageText.pieces`; empty until the page is drawn. */
  textElements(): readonly HTMLElement[];
  remove(): void;
}

/** Pixels of one canvas. A page that needs more is drawn less sharply. */
const MAX_PIXELS = 16_000_000;

/** Replaces the content of `parent`, whose size is that of the page at `scale`, when the page is drawn. */
export function drawPage(page: PdfPage, text: Promise<PdfText>, scale: number, parent: HTMLElement): PageView {
  const viewport = page.getViewport({ scale });
  const sharpness = Math.min(
    window.devicePixelRatio || 1,
    Math.sqrt(MAX_PIXELS / Math.max(1, viewport.width * viewport.height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width * sharpness));
  canvas.height = Math.max(1, Math.floor(viewport.height * sharpness));
  const drawing = page.render({
    canvas,
    viewport,
    transform: [sharpness, 0, 0, sharpness, 0, 0],
    annotationMode: AnnotationMode.ENABLE,
  });
  const layer = document.createElement('div');
  layer.className = 'text-layer';
  layer.style.setProperty('--total-scale-factor', String(scale));
  let textLayer: InstanceType<typeof TextLayer> | undefined;
  let elements: readonly HTMLElement[] = [];
  let removed = false;

  async function draw(): Promise<void> {
    await drawing.promise;
    if (removed) return;
    parent.replaceChildren(canvas);
    textLayer = new TextLayer({ textContentSource: await text, container: layer, viewport });
    await textLayer.render();
    if (removed) return;
    elements = textLayer.textDivs;
    parent.append(layer);
  }

  return {
    drawn: draw(),
    textElements: () => elements,
    remove() {
      removed = true;
      drawing.cancel();
      textLayer?.cancel();
      canvas.width = 0;
      canvas.height = 0;
      canvas.remove();
      layer.remove();
      elements = [];
    },
  };
}
