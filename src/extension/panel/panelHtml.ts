/** The HTML of the chat page: an empty body, one script and one style sheet. The state arrives by message. */
import { escapeHtml } from '../../conversation/escape.ts';

export interface PageHtmlOptions {
  /** New for each load, from a cryptographic source. */
  readonly nonce: string;
  /** `webview.cspSource`: the origin of our own files. */
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** BCP 47 tag of VS Code's display language. */
  readonly locale: string;
  /** Translations by English text, or null. A text without a translation stays English. */
  readonly translations: Readonly<Record<string, string>> | null;
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
  const { translations } = options;
  const attribute = translations ? ` data-translations="${escapeHtml(JSON.stringify(translations))}"` : '';
  return `<!DOCTYPE html>
<html lang="${escapeHtml(options.locale)}"${attribute}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fiscal</title>
<link rel="stylesheet" href="${escapeHtml(options.styleUri)}">
<script nonce="${escapeHtml(options.nonce)}" src="${escapeHtml(options.scriptUri)}" defer></script>
</head>
<body></body>
</html>
`;
}
