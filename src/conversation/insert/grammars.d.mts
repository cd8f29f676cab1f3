declare const hljs: {
  getLanguage(name: string): unknown;
  /** `value` is HTML with a `<span class="hljs-string">` around each part, nested. The text itself has no tags. */
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { readonly value: string };
};
export default hljs;
