/** Answers that are difficult to render in chunks, because the meaning of a part changes with later text. */
export const samples: Readonly<Record<string, string>> = {
  paragraphs: 'One *two* **three**\nfour `five` ~~six~~\n\nSeven ***eight*** _nine_.\n',
  'late reference definition':
    'See [the code][irc] and [irc].\n\nMore [irc][] text.\n\n[IRC]: https://law.example/irc "Title"\n\nEnd [irc].',
  'definition that a heading ends': 'A [x].\n\n[x]: https://a.example/\n# Heading [x]\n[x]: https://b.example/\n===\n',
  'two definitions in a paragraph': '[a] [b]\n\n[a]: https://a.example/\n[b]: <https://b.example/>\nrest [a]\n',
  'title on the next line':
    '[a]\n\n[a]: https://a.example/\n  "A title\n  over lines"\n\n[b]: https://b.example/\n"no title" here\n\n[b]',
  'late footnotes':
    'A claim[^1] and another[^n].\n\n- with[^1] a list\n\n[^1]: The note.\n\n    Its second paragraph with [1].\n\n[^n]: Another\nlazy line\n\nAfter[^n].',
  'footnotes that interrupt': 'Text[^a]\n[^a]: one\n[^b]: two\n\n    - list\n\n[^a]: again\n\nEnd[^b]',
  'list that becomes loose': '- one\n- two\n  more\n\n- three\n  - inner\n\n    text\n- four\n\ntext\n',
  'ordered lists': '3. three\n4. four\n\n   para\n\n7) other\n1) next\n\ntext\n2. not a list here\n',
  'nested lists': '- a\n  - b\n    - c\n\n      d\n  - e\n    1. f\n    2. g\n- h\n\n  ```\n  code\n  ```\n  i\n',
  'task list': '- [ ] open\n- [x] done *it*\n- [X]\n- [ ]\n  text\n- [y] no\n',
  table:
    'Intro\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| `x\\|y` | **3** | extra | cells |\n| short |\nno pipe\n\nAfter | it\n',
  'table without outer pipes': 'a | b\n--|--:\n1 | 2\n3 | 4\n> quote\n',
  'not a table': 'a | b\n--- \n\n| a |\n| b | c |\n|---|\n\n|---|---|\n',
  'table in a list': '- item\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n  next\n- item\n',
  'nested quotes': '> one\n> > two\nlazy\n> back\n>\n> > - list\n> >   more\n\n> again\n',
  'open fence': 'Text\n\n```js\nconst a = `b`;\n\n  indented\n``\n',
  'closed fences':
    '````md\n```\ninner\n```\n````\n~~~\ntilde\n~~~ \nafter\n  ```\n  two\n   three\n ```\n```no`fence\n```\n\nend',
  'indented code': '    code\n\n    more\n\n\n    after blanks\n\n\ntext\n    lazy\n\n\tTab\n  \n',
  'setext headings': 'Title\n=====\ntext\n---\nmore\n***\n- a\n-\n- b\n---\nTwo\nlines\n--\n',
  'atx headings': '# One #\n## Two *em* ##x\n###\n#not\n####### seven\n###### six ######\n',
  citations:
    'Yes [1], no [9], [2][3] and [1](https://a.example) `[1]` [see [2]](https://b.example) \\[1] [^1] ![1]\n\n| a [1] |\n|---|\n| b [2] |\n\n[3]: https://c.example/\n',
  'HTML-like text':
    'Under <IRC §179> a < b and b > c, x<y.\n\n<!-- never closed\n\n<div id=a onclick="x()">**b**</div>\n\n<b>bold</b> &lt;i&gt; &amp; &copy; &#35; &nope; &copy\n',
  money: '$1,000 to $5,000 and $x^2$ or $$y$$ ~$5 to ~$9.\n',
  links:
    '[a](https://a.example "t") [b](<https://b.example/x y>) [c](javascript:x) [d](/rel) <https://e.example> <a@b.example> www.f.example, https://g.example/(x). me@h.example [https://i.example](https://j.example) [](https://k.example) [l]( mailto:l@m.example?body=x )\n',
  images:
    '![alt *text*](https://a.example/i.png) [![in link](https://b.example/p.png)](https://c.example) ![r][r] ![](x)\n\n[r]: https://d.example/\n',
  breaks: 'one  \ntwo\\\nthree\nfour   \n\nfive\\\n',
  'line ends': 'one\r\ntwo\rthree\n\r\nfour\r\r- a\r\n- b\r\n\r\n```\r\nx\r\n```\r\n',
  tabs: '-\ta\n\n\tb\n\n1.\tc\n\n>\td\n\n\t\te\n- \t f\n',
  emphasis: '*a **b* c** ***d*** _e_f_ **g*h*i** *j `*` k* ** l ** ~~m ~~n~~ *(o)*p **中文**字 *\n',
  'code spans': '`a` ``b ` c`` `d\ne` ` f ` ``g` `` ` `h\n',
  'other characters': 'Zoë 👩‍👩‍👧 مرحبا \u202eevil\u202c a\u200bb\0c [x\u200by](https://a.example) `z\u202e`\n',
  rules: 'a\n\n***\n- - -\n_ _ _\n\n* a\n* * *\n* b\n',
  'empty list items': '-\n- a\n-\n\n-\n\n  b\n1.\n2. c\n',
  mixed:
    '## Short answer\n\nYes, under **§ 179** [1] up to $1,220,000:\n\n1. Elect on *Form 4562* [2].\n2. Limits:\n\n   | Year | Limit |\n   |------|------:|\n   | 2024 | $1,220,000 |\n\n   > Note [^1]\n\n```text\nA - B = C\n```\n\n[^1]: Rev. Proc. 2023-34\n\n---\nDone.',
};
