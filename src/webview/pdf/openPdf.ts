/** Opens a PDF with pdf.js, whose files lie next to the script of the page. Nothing is fetched from a network. */
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

export type PdfDocument = pdfjs.PDFDocumentProxy;
export type PdfPage = pdfjs.PDFPageProxy;
export type PdfText = Awaited<ReturnType<PdfPage['getTextContent']>>;
export const { TextLayer, AnnotationMode, RenderingCancelledException } = pdfjs;

/** The decoder of scanned pages. Other files that pdf.js may ask for are not in the package, and it works without them. */
const DECODER = 'jbig2.wasm';
/** Pixels of one image that are drawn. A larger one is left out. */
const MAX_IMAGE = 100_000_000;

const ownFile = (name: string) => new URL(name, import.meta.url).href;

/** Started with the page, while the file is on its way. A webview may only start workers from a blob. */
const worker = (async () => {
  const script = await (await fetch(ownFile('pdf.worker.mjs'))).blob();
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(address, { type: 'module' });
})();

/** `characterMap` gets a map from the host. Rejects if the file is no PDF, is damaged or has a password. */
export async function openPdf(
  bytes: Uint8Array,
  characterMap: (name: string) => Promise<Uint8Array | null>,
): Promise<PdfDocument> {
  pdfjs.GlobalWorkerOptions.workerPort = await worker;
  class OwnFiles {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (filename === DECODER) return new Uint8Array(await (await fetch(ownFile(DECODER))).arrayBuffer());
      const map = kind === 'cMapUrl' ? await characterMap(filename) : null;
      if (map === null) throw new Error(`${filename} is not available.`);
      return map;
    }
  }
  return pdfjs.getDocument({
    data: bytes,
    BinaryDataFactory: OwnFiles,
    cMapUrl: 'maps/',
    wasmUrl: 'wasm/',
    enableXfa: false,
    maxImageSize: MAX_IMAGE,
    useSystemFonts: true,
    useWorkerFetch: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  }).promise;
}
