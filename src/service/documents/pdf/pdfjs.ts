/** pdf.js, loaded when the first PDF is read. It runs in the thread of its caller and fetches nothing. */
import { readFile } from 'node:fs/promises';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { t } from '../../translate.ts';
import { UnreadableDocument } from '../document.ts';

type Pdfjs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

let loaded: Promise<Pdfjs> | null = null;

/** Classes of browsers that pdf.js looks for when it is loaded. Nothing is drawn, so nothing uses them. */
const BROWSER_CLASSES = ['DOMMatrix', 'ImageData', 'Path2D'];

export function loadPdfjs(): Promise<Pdfjs> {
  loaded ??= (async () => {
    for (const name of BROWSER_CLASSES) if (!(name in globalThis)) Object.assign(globalThis, { [name]: class {} });
    // The worker's module registers itself globally. pdf.js then calls it directly instead of starting a thread.
    await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return import('pdfjs-dist/legacy/build/pdf.mjs');
  })();
  return loaded;
}

/** Nothing is drawn, so pdf.js never calls these. In Electron it would otherwise look for a page's document. */
class NoFactory {
  destroy(): void {}
}

/** Maps of Chinese, Japanese and Korean fonts that a PDF names and does not contain, beside the bundle or in the package from source. */
const CHARACTER_MAPS = new URL(
  import.meta.url.endsWith('.ts') ? '../../../../node_modules/pdfjs-dist/cmaps/' : './pdfjs/cmaps/',
  import.meta.url,
);

/** Fonts and images are not needed for text. In Electron, pdf.js would otherwise ask for a page. */
class CharacterMapFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    // The name comes from the PDF.
    if (kind !== 'cMapUrl' || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error('This file is not available.');
    return readFile(new URL(filename, CHARACTER_MAPS));
  }
}

/** Opens a PDF, runs `use` and releases the document. Throws UnreadableDocument for a password or a damaged file. */
export async function withPdf<T>(bytes: Uint8Array, use: (document: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const pdfjs = await loadPdfjs();
  const task = pdfjs.getDocument({
    // pdf.js takes over the buffer, so it gets a copy of its own.
    data: Uint8Array.from(bytes),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    cMapUrl: 'maps/',
    BinaryDataFactory: CharacterMapFactory,
    CanvasFactory: NoFactory,
    FilterFactory: NoFactory,
    disableFontFace: true,
    enableXfa: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
  });
  try {
    return await use(await task.promise);
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new UnreadableDocument(t('It is protected by a password. Save a copy without the password.'), {
        cause: error,
      });
    }
    throw new UnreadableDocument(t('It is damaged, or is not a PDF file.'), { cause: error });
  } finally {
    await task.destroy();
  }
}
