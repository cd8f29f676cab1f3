/**
 * The variables that VS Code 1.139 sets in a webview in its four default themes, and its fonts. themes.json was read from the
 * running workbench and contains the variables that the page uses.
 */
import themes from './themes.json' with { type: 'json' };

export type ThemeName = keyof typeof themes;
export const THEMES = Object.keys(themes) as ThemeName[];

const FONTS = {
  '--vscode-font-family': 'system-ui, "Ubuntu", "Droid Sans", sans-serif',
  '--vscode-font-size': '13px',
  '--vscode-font-weight': 'normal',
  '--vscode-editor-font-family': '"Droid Sans Mono", monospace',
  '--vscode-editor-font-size': '14px',
  '--vscode-editor-font-weight': 'normal',
};

const KINDS: Readonly<Record<ThemeName, string>> = {
  dark: 'vscode-dark',
  light: 'vscode-light',
  hcDark: 'vscode-high-contrast',
  hcLight: 'vscode-high-contrast-light',
};

export function themeVariables(theme: ThemeName): Readonly<Record<string, string>> {
  return { ...themes[theme], ...FONTS };
}

/** The class that VS Code sets on the body. */
export function themeClass(theme: ThemeName): string {
  return KINDS[theme];
}
