/** Texts that try to make a Markdown preview load or run something. */
import markdownIt from 'markdown-it';

const parser = markdownIt({ html: true, linkify: true });

/** What a Markdown preview would load or run. */
export function dangers(text: string): string[] {
  const tokens = parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  return tokens.filter(({ type }) => /^(?:image|html_)/.test(type)).map(({ type, content }) => `${type} ${content}`);
}

export const ATTACKS = [
  '![x](https://evil.example/p.png)',
  '![x](<https://evil.example/p.png> "t")',
  '![x\ny](https://evil.example/p.png)',
  '![x][r]\n\n[r]: https://evil.example/p.png',
  '![r]\n\n[r]: https://evil.example/p.png',
  '[![x](https://evil.example/p.png)](https://a.example)',
  '![a ![b](https://evil.example/1)](https://evil.example/2)',
  '\\\\![x](https://evil.example/p.png)',
  '\\![x](https://evil.example/p.png)',
  '<img src="https://evil.example/p.png">',
  '<img\nsrc="https://evil.example/p.png">',
  'a <b onclick=x>c</b>',
  'https://a.example/"<img src="https://evil.example/p.png">',
  'https://a.example/\\<img src="https://evil.example/p.png">',
  '<!-- c --><?x?><![CDATA[y]]>',
  '<style>@import "https://evil.example/c.css"</style>',
  '- ```\n  ```\n  ![x](https://evil.example/p.png)',
  '- ```\n```\n![x](https://evil.example/p.png)\n```\n![x](https://evil.example/p.png)',
  '> ```\n![x](https://evil.example/p.png)',
  '```a`b\n![x](https://evil.example/p.png)',
  '```\n    ```\n```\n![x](https://evil.example/p.png)',
  '~~~\n```\n~~~\n![x](https://evil.example/p.png)',
  '`a ![x](https://evil.example/p.png)` `` ` ![x](https://evil.example/p.png)',
  ' ```\n    ```\n```\n![x](https://evil.example/p.png)',
  '* 1. ```\n![x](https://evil.example/p.png)\n```',
  '    indented\n![x](https://evil.example/p.png)',
  '| a |\n|---|\n| ![x](https://evil.example/p.png) |',
  '```| a |\n|---|\n| ![x](https://evil.example/p.png) |',
  '~~~ a | b\n---|---\n![x](https://evil.example/p.png) | b',
];
