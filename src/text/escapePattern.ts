/** The source of a pattern that matches the text. The oldest VS Code that is supported has Node 22, which has no `RegExp.escape`. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
