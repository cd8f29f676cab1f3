import { escapeHidden, oneLine } from '../../conversation/display.ts';

/**
 * Text from outside for a label of VS Code that shows `$(name)` as an icon: quick picks, CodeLens, the status bar. Without this, a
 * document could show a check mark, and a loss of $(500) would lose its amount.
 */
export function withoutIcons(text: string): string {
  return text.replace(/\$(?=\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\))/g, '\\$');
}

/** Foreign text as one line of a quick pick or a CodeLens. */
export function plainLabel(text: string): string {
  return withoutIcons(escapeHidden(oneLine(text)));
}
