/** Opens a PDF with pdf.js, whose files lie next to the script of the page. Nothing is fetched from a network. */
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

export type PdfDocument = pdfjs.PDFDocumentProxy;
export type PdfPage = pdfjs.PDFPageProxy;
export type PdfText = Awaited<ReturnType<PdfPage['getTextContent']>>;
export const { AnnotationMode, AnnotationEditorType } = pdfjs;

/** Pixels of one image that are drawn. A larger one is left out. */
const MAX_IMAGE = 100_000_000;

export const ownFile = (name: string) => new URL(`pdfjs/${name}`, import.meta.url).href;

/** Started with the page, while the file is on its way. A webview may only start workers from a blob. */
const worker = (async () => {
  const script = await (await fetch(ownFile('pdf.worker.min.mjs'))).blob();
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(address, { type: 'module' });
})();

/** Rejects if the file is no PDF, is damaged or has a password. */
export async function openPdf(bytes: Uint8Array): Promise<PdfDocument> {
  pdfjs.GlobalWorkerOptions.workerPort = await worker;
  return pdfjs.getDocument({
    data: bytes,
    cMapUrl: ownFile('cmaps/'),
    standardFontDataUrl: ownFile('standard_fonts/'),
    wasmUrl: ownFile('wasm/'),
    enableXfa: false,
    maxImageSize: MAX_IMAGE,
    useSystemFonts: true,
    // The page fetches them, because the thread comes from a blob.
    useWorkerFetch: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
}

/** The viewer of pdf.js, which takes pdf.js from a global variable. */
export async function loadViewer() {
  Object.assign(globalThis, { pdfjsLib: pdfjs });
  return import('pdfjs-dist/legacy/web/pdf_viewer.mjs');
}
