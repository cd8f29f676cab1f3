/**
 * The parts of pdf.js that are left out of the package, because nothing here uses them: forms of the XFA kind with their fonts, the editor
 * of annotations, the merging of files, and a filter (Brotli) that PDF 2.0 does not contain yet. They are a third of its size. The build
 * fails if a release of pdf.js has another structure, and test/scripts/pdfjsParts.test.ts finds names that are left without a definition.
 */

export interface PdfjsParts {
  /** Paths of modules, as the comments in front of them give them. */
  readonly modules: readonly RegExp[];
  /** Expressions that use a module that is left out, and what they become. */
  readonly replaced: readonly (readonly [from: string, to: string])[];
  /** Replaces all exports of the last module. */
  readonly exports?: string;
}

export const PDF_WORKER: PdfjsParts = {
  modules: [
    /^\.\/src\/core\/xfa\//,
    /^\.\/src\/core\/(?:calibri|helvetica|myriadpro|segoeui)_factors\.js$/,
    /^\.\/src\/core\/liberationsans_widths\.js$/,
    /^\.\/src\/core\/xfa_fonts\.js$/,
    /^\.\/src\/core\/editor\/pdf_editor\.js$/,
    /^\.\/external\/brotli\/decode\.js$/,
    /^\.\/src\/core\/brotli_stream\.js$/,
  ],
  replaced: [
    ['data ? new XFAFactory(data) : null', 'null'],
    ['XFAFactory.getRichTextAsHtml(dict.get("RC"))', 'null'],
    ['XFAFactory.getRichTextAsHtml(parentItem.get("RC"))', 'null'],
    ['getXfaFontName(fontName.name)', 'null'],
    ['getXfaFontDict(fontName.name)', 'null'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of pdf.js
    ['getXfaFontName(`${missing}-Regular`)', 'null'],
    ['getXfaFontDict(name)', 'null'],
    ['new PDFEditor()', 'null'],
    ['new BrotliStream(stream, maybeLength)', 'new NullStream()'],
  ],
};

export const PDF: PdfjsParts = {
  modules: [
    /^\.\/src\/display\/editor\//,
    /^\.\/src\/display\/(?:annotation_layer|draw_layer|svg_factory|text_layer_images|touch_manager|xfa_layer)\.js$/,
    /^\.\/src\/pdf\.js$/,
  ],
  replaced: [
    ['storedValue instanceof AnnotationEditor', 'false'],
    ['v => v instanceof AnnotationEditor', '() => false'],
    ['value instanceof AnnotationEditor', 'false'],
    ['val instanceof AnnotationEditor', 'false'],
    ['XfaLayer.render(', 'Object('],
  ],
  exports:
    'export { AnnotationMode, GlobalWorkerOptions, PDFWorker, RenderingCancelledException, TextLayer, VerbosityLevel, getDocument };',
};

/** Throws if a module or an expression is not in the source. */
export function leaveOut(source: string, { modules, replaced, exports = '' }: PdfjsParts): string {
  const parts = source.split(/^(?=;\/\/ \.\/(?:src|external)\/\S+$)/m);
  const pathOf = (part: string) => /^;\/\/ (\S+)/.exec(part)?.[1] ?? '';
  for (const module of modules) {
    if (!parts.some((part) => module.test(pathOf(part)))) throw new Error(`pdf.js has no module ${module}.`);
  }
  let kept = parts.filter((part) => !modules.some((module) => module.test(pathOf(part)))).join('');
  for (const [from, to] of replaced) {
    if (!kept.includes(from)) throw new Error(`pdf.js does not contain: ${from}`);
    kept = kept.replaceAll(from, () => to);
  }
  return `${kept}\n${exports}\n`;
}
