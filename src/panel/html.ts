/** The shell of the chat page: empty body, one script, one style sheet. The start state comes by message. */

export interface PageHtmlOptions {
  /** Fresh for each load, from a cryptographic source. */
  readonly nonce: string;
  /** `webview.cspSource`: the origin of our own files. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** BCP 47 tag of VS Code's display language. */
  readonly locale: string;
  /** Translations by key of `src/webview/strings.ts`; what is missing stays English. */
  readonly strings?: Readonly<Record<string, string>>;
}

export function pageHtml(options: PageHtmlOptions): string {
  const policy = [
    "default-src 'none'",
    `img-src ${options.cspSource}`,
    `font-src ${options.cspSource}`,
    `style-src ${options.cspSource}`,
    `script-src 'nonce-${options.nonce}'`,
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const strings = options.strings ? ` data-strings="${escape(JSON.stringify(options.strings))}"` : '';
  return `<!DOCTYPE html>
<html lang="${escape(options.locale)}"${strings}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fiscal</title>
<link rel="stylesheet" href="${escape(options.styleUri)}">
<script nonce="${escape(options.nonce)}" src="${escape(options.scriptUri)}" defer></script>
</head>
<body></body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
