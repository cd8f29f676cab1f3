import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredSource } from '../../../src/conversation/conversation.ts';
import { parseBlocks } from '../../../src/conversation/document/parse.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import { commentLines, languageOf } from '../../../src/conversation/insert/commentStyle.ts';
import { insertContent } from '../../../src/conversation/insert/insertContent.ts';
import { insertionsFor } from '../../../src/conversation/insert/insertion.ts';
import { insertMarks } from '../../../src/conversation/insert/insertMarks.ts';
import { markdownMark } from '../../../src/protocol/exportMark.ts';
import { quotedParts, turnOf } from '../conversations.ts';
import { ATTACKS, dangers } from '../document/attacks.ts';

const source = (title: string, part: Partial<StoredSource> = {}): StoredSource => ({
  title,
  url: null,
  review: 'unread',
  ...part,
});
const sources = [source('§ 179'), source('ASC 842'), source('AU-C 500')];

/** The document after the insertion. `¦` marks the cursor. */
function inserted(document: string, markdown: string, languageId = 'markdown'): string {
  const cursor = document.indexOf('¦');
  const line = document.slice(0, cursor).split('\n').length - 1;
  const text = document.slice(0, cursor) + document.slice(cursor + 1);
  const target = { languageId, text, startLine: line, endLine: line };
  const insertions = insertionsFor(target, parseBlocks(markdown, sources.length), sources);
  return withoutMarks(apply(text, insertions));
}

const { start: TEXT_START_MARK, end: TEXT_END_MARK } = insertMarks(ENGLISH);
const [MARKDOWN_START_MARK, MARKDOWN_END_MARK] = [markdownMark(TEXT_START_MARK), markdownMark(TEXT_END_MARK)];

/** Without the marks of the text that Fiscal wrote. */
function withoutMarks(text: string): string {
  return text
    .replaceAll(`${MARKDOWN_START_MARK}\n\n`, '')
    .replaceAll(`\n\n${MARKDOWN_END_MARK}`, '')
    .replaceAll(new RegExp(`^(?:% )?${TEXT_START_MARK}\n\n`, 'gm'), '')
    .replaceAll(new RegExp(`\n\n(?:% )?${TEXT_END_MARK}`, 'g'), '')
    .replaceAll(/^.*(?:Written by Fiscal\. The library).*\n/gm, '');
}

/** Text in which no character is Markdown. */
function plain(text: string): string {
  return text.replace(/[^\w\s]/g, '\\$&');
}

function apply(text: string, insertions: readonly { line: number; text: string }[]): string {
  const lines = text.split('\n');
  let result = text;
  for (const { line, text: added } of [...insertions].reverse()) {
    const at = line >= lines.length ? text.length : lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    result = result.slice(0, at) + added + result.slice(at);
  }
  return result;
}

describe('inserting into Markdown', () => {
  it('an answer goes after the paragraph of the cursor, with one blank line around it', () => {
    expect(inserted('First ¦line\nof it.\n\nNext.\n', 'Yes.')).toBe('First line\nof it.\n\nYes.\n\nNext.\n');
    expect(inserted('Alone¦', 'Yes.')).toBe('Alone\n\nYes.');
    expect(inserted('¦', 'Yes.')).toBe('Yes.\n');
    expect(inserted('One.\n\n¦\n\nTwo.\n', 'Yes.')).toBe('One.\n\nYes.\n\n\n\nTwo.\n');
    expect(inserted('Text¦\n## Next\n', 'Yes.')).toBe('Text\n\nYes.\n\n## Next\n');
  });

  it('an answer never splits a code block, a table or front matter', () => {
    expect(inserted('```\na¦\n\nb\n```\nc\n', 'Yes.')).toBe('```\na\n\nb\n```\n\nYes.\n\nc\n');
    expect(inserted('| a |\n| -¦-- |\n| 1 |\n', 'Yes.')).toBe('| a |\n| --- |\n| 1 |\n\nYes.\n');
    expect(inserted('---\ntitle¦: a\n---\n\nText.\n', 'Yes.')).toBe('---\ntitle: a\n---\n\nYes.\n\nText.\n');
  });

  it('an answer never splits a list item, a footnote or a comment', () => {
    expect(inserted('1. One¦\n\n    more\n\n2. Two\n', 'Yes.')).toBe('1. One\n\n    more\n\nYes.\n\n2. Two\n');
    expect(inserted('- One\n¦\n  - inner\n\nText.\n', 'Yes.')).toBe('- One\n\n  - inner\n\nYes.\n\nText.\n');
    expect(inserted('[^1]: Old.¦\n\n    More of it.\n', 'Yes.')).toBe('[^1]: Old.\n\n    More of it.\n\nYes.\n');
    expect(inserted('<!-- a¦\n\nb -->\n\nText.\n', 'Yes.')).toBe('<!-- a\n\nb -->\n\nYes.\n\nText.\n');
    expect(inserted('+++\na¦ = 1\n\nb = 2\n+++\n\nText.\n', 'Yes.')).toBe(
      '+++\na = 1\n\nb = 2\n+++\n\nYes.\n\nText.\n',
    );
    expect(inserted('```a``` is code.¦\n\nText.\n', 'Yes.')).toBe('```a``` is code.\n\nYes.\n\nText.\n');
  });

  it('footnotes follow the whole last footnote, and never one in code', () => {
    expect(inserted('A[^1].¦\n\nB.\n\n[^1]: Old.\n\n    More.\n\nEnd.\n', 'Yes [1].')).toBe(
      'A[^1].\n\nYes[^2].\n\nB.\n\n[^1]: Old.\n\n    More.\n[^2]: § 179\n\nEnd.\n',
    );
    expect(inserted('A.¦\n\n```\n[^1]: Old.\n```\n', 'Yes [1].')).toBe(
      'A.\n\nYes[^2].\n\n[^2]: § 179\n\n```\n[^1]: Old.\n```\n',
    );
  });

  it('headings of an answer are below the section that it is inserted in', () => {
    expect(inserted('# Memo\n\n## 4. Analysis¦\n', '### Rule\n\nYes.\n\n#### Detail')).toBe(
      '# Memo\n\n## 4. Analysis\n\n### Rule\n\nYes.\n\n#### Detail\n',
    );
    expect(inserted('### Deep\n\nText¦\n', '# Rule\n\nYes.\n\n#### Detail')).toContain(
      '#### Rule\n\nYes.\n\n**Detail**',
    );
    expect(inserted('Setext\n===\n\nText¦', '### Rule')).toContain('\n## Rule');
  });

  it('headings of an answer do not take over the rest of the section', () => {
    expect(inserted('## Facts\n\nFirst.¦\n\nSecond.\n\n## Law\n', '### Rule\n\nYes.')).toBe(
      '## Facts\n\nFirst.\n\n**Rule**\n\nYes.\n\nSecond.\n\n## Law\n',
    );
  });

  it('footnotes continue those of the document and follow its last one', () => {
    expect(inserted('Known[^2].¦\n\nMore.\n\n[^2]: Old.\n    Continued.\n', 'Yes [2], no [1] and [2].')).toBe(
      'Known[^2].\n\nYes[^3], no[^4] and[^3].\n\nMore.\n\n[^2]: Old.\n    Continued.\n[^3]: ASC 842\n[^4]: § 179\n',
    );
    expect(inserted('Text.¦\n', 'Yes [1].')).toBe('Text.\n\nYes[^1].\n\n[^1]: § 179\n');
    expect(inserted('[^7]: Old.¦\n', 'Yes [1].')).toBe('[^7]: Old.\n\nYes[^8].\n\n[^8]: § 179\n');
  });

  it('the text of a memo keeps its dollars, braces and backslashes', () => {
    expect(inserted('¦', 'Pay $1,000 $1 {a} } \\ C:\\new $0')).toBe('Pay $1,000 $1 {a} } \\ C:\\new $0\n');
  });

  it('no document makes an inserted answer dangerous, and the document itself is unchanged', () => {
    const marks = ['```', '~~~', '\n', '\n\n', '# a', '[^1]', '[^1]: b', '---', '| a |', '> ', '- '];
    const text = fc.array(fc.oneof(fc.constantFrom(...marks), fc.string({ maxLength: 5 })), { maxLength: 12 });
    fc.assert(
      fc.property(text, fc.constantFrom(...ATTACKS), fc.nat(20), (parts, attack, at) => {
        const document = parts.join('').replace(/\r/g, '');
        const line = at % document.split('\n').length;
        const target = { languageId: 'markdown', text: document, startLine: line, endLine: line };
        const insertions = insertionsFor(target, parseBlocks(`${attack} [1]`, 1), sources);
        for (const { text: added } of insertions) expect(dangers(added)).toEqual([]);
        const lines = document.split('\n');
        for (const each of insertions) expect(each.line).toBeLessThanOrEqual(lines.length);
        expect(insertions.map((each) => each.line)).toEqual(insertions.map((each) => each.line).sort((a, b) => a - b));
      }),
    );
  });
});

describe('inserting into other files', () => {
  it('source code gets a comment above the line, with its indentation', () => {
    expect(inserted('function a() {\n  retu¦rn 1;\n}\n', '### Rule\n\nYes [1].', 'typescript')).toBe(
      'function a() {\n  // Rule\n  //\n  // Yes [1].\n  //\n  // [1] § 179\n  return 1;\n}\n',
    );
    expect(inserted('x = 1¦', 'Yes.', 'python')).toBe('# Yes.\nx = 1');
  });

  it('a comment is apart from the statement before it and attached to the line that it explains', () => {
    expect(inserted('a() {\n  x();\n}\n¦b();\n', 'Yes.', 'typescript')).toBe('a() {\n  x();\n}\n\n// Yes.\nb();\n');
    expect(inserted('a() {\n  x();\n  ¦y();\n}\n', 'Yes.', 'java')).toBe('a() {\n  x();\n\n  // Yes.\n  y();\n}\n');
    expect(inserted('if a:\n    x()\n¦y()\n', 'Yes.', 'python')).toBe('if a:\n    x()\n\n# Yes.\ny()\n');
    expect(inserted('a {\n  b: c;\n}\n¦d {\n}\n', 'Yes.', 'css')).toBe('a {\n  b: c;\n}\n\n/*\nYes.\n*/\nd {\n}\n');
    expect(inserted('a();\r\nb();¦\r\n', 'Yes.', 'typescript')).toBe('a();\r\n\n// Yes.\nb();\r\n');
  });

  it('a comment has no blank line before it at a start of a block or inside a statement', () => {
    for (const [before, line, languageId] of [
      ['', 'x();', 'typescript'],
      ['a();\n\n', 'x();', 'typescript'],
      ['if (a) {\n', '  x();', 'typescript'],
      ['def a():\n', '    x()', 'python'],
      ['f(\n  a,\n', '  b,\n);', 'typescript'],
      ['const a =\n', '  b;', 'typescript'],
      ['/** Sum. */\n', 'x();', 'typescript'],
      ['# Sum.\n', 'x()', 'python'],
      ['@cache\n', 'def a():', 'python'],
      ['#[test]\n', 'fn a() {}', 'rust'],
      ['[rates]\n', 'a = 1', 'toml'],
    ] as const) {
      const result = inserted(`${before}¦${line}\n`, 'Yes.', languageId);
      const indent = line.slice(0, line.search(/\S/));
      const mark = /python|toml/.test(languageId) ? '#' : '//';
      expect(result, before).toBe(`${before}${indent}${mark} Yes.\n${line}\n`);
    }
  });

  it('a comment for a blank line explains the code below it, and never an end of a block', () => {
    expect(inserted('a();\n¦\nb();\n', 'Yes.', 'typescript')).toBe('a();\n\n// Yes.\nb();\n');
    expect(inserted('f() {\n  a();\n¦}\n', 'Yes.', 'typescript')).toBe('f() {\n  a();\n\n  // Yes.\n}\n');
    expect(inserted('f() {\n  a();\n¦\n}\n', 'Yes.', 'typescript')).toBe('f() {\n  a();\n\n  // Yes.\n\n}\n');
    expect(inserted('def a():\n    x()\n¦', 'Yes.', 'python')).toBe('def a():\n    x()\n\n# Yes.\n');
  });

  it.each([
    ['python', 'def f(x):\n    """The rule.\n\n    It ¦says so.\n    """\n    return x\n', '    """The rule.'],
    ['python', 'A = 1  # it is """ not\nB = ¦2\n', 'B = 2'],
    ['python', "NAME = 'a\\'\\'\\'b'\nC = ¦3\n", 'C = 3'],
    ['yaml', 'steps:\n  - run: |\n      echo a\n\n      echo ¦b\n    name: x\n', '  - run: |'],
    ['yaml', 'steps:\n  - run: |\n      echo a\n    name: ¦x\n', '    name: x'],
    ['yaml', 'a: "x | y"\nb: ¦c\n', 'b: c'],
    ['shellscript', 'cat <<EOF\nfirst\nse¦cond\nEOF\nls\n', 'cat <<EOF'],
    ['shellscript', "cat <<-'EOF'\nfirst\n\tEOF\nl¦s\n", 'ls'],
    ['ruby', 'x = <<~SQL\n  SELECT ¦1\nSQL\n', 'x = <<~SQL'],
    ['typescript', 'const a = `one\ntw¦o`;\nb();\n', 'const a = `one'],
    ['typescript', 'const a = `one`;\nb(¦);\n', 'b();'],
    ['java', '/**\n * The ¦rate.\n */\nint a;\n', '/**'],
    ['go', 'const query = `\nselect ¦rate\n`\n', 'const query = `'],
    ['go', "if c == '`' {\n\tx¦()\n}\n", '\tx()'],
    ['csharp', 'var a = @"one ""two""\nthr¦ee";\nb();\n', 'var a = @"one ""two""'],
    ['cpp', 'auto a = R"x(one)"\ntw¦o)x";\nb();\n', 'auto a = R"x(one)"'],
    ['objective-c', '/*\n on¦e\n*/\nint a;\n', '/*'],
    ['cuda-cpp', '/*\n on¦e\n*/\nint a;\n', '/*'],
    ['solidity', '/*\n on¦e\n*/\nuint a;\n', '/*'],
    ['c', '#define A(x) \\\n  ¦f(x)\n', '#define A(x) \\'],
    ['rust', 'let a = "one\ntw¦o";\nb();\n', 'let a = "one'],
    ['rust', 'let a = r#"one "\ntw¦o"#;\nb();\n', 'let a = r#"one "'],
    ['php', "<?php\n$a = 'one\ntw¦o';\nb();\n", "$a = 'one"],
    ['php', '<?php\na();\n?>\n<p>on¦e</p>\n', '?>'],
    ['php', '<p>on¦e</p>\n<?php\na();\n', 'a();'],
    ['makefile', 'all:\n\tfirst \\\n\t  sec¦ond\n', '\tfirst \\'],
    ['dockerfile', 'RUN a\n  # one \\\nRUN b¦\n', 'RUN b'],
    ['ruby', 'a = "one\ntw¦o"\nb\n', 'a = "one'],
    ['ruby', '=begin\none ¦two\n=end\nb\n', '=begin'],
    ['shellscript', 'psql --set a=1 \\\n  --file ¦x.sql \\\n  --quiet\nls\n', 'psql --set a=1 \\'],
    ['shellscript', 'psql --command "\n  select ¦1"\nls\n', 'psql --command "'],
    ['shellscript', "cat <<'EOF'\none\ntw¦o\nEOF\nls\n", "cat <<'EOF'"],
    ['shellscript', 'cat <<-"A B" <<\\C\none\n\tA B\ntwo\n¦C\nls\n', 'cat <<-"A B" <<\\C'],
    ['shellscript', "cat <<'EOF'\none's\nEOF\nl¦s\n", 'ls'],
    ['shellscript', 'run "\x24{1+"$@"}" \x24{2:-"a}b"}\nl¦s "c"\n', 'ls "c"'],
    ['shellscript', 'a=$((1 << b))\nl¦s\n', 'ls'],
    ['shellscript', "a=$(\n  # don't\n  l¦s\n)\n", '  ls'],
    ['shellscript', 'a="$(\n  l¦s "b"\n)"\nls\n', 'a="$('],
    ['shellscript', "if ((a) | b; c); then\n  trap '\n    ex¦it\n  ' HUP\nfi\n", "  trap '"],
    ['shellscript', "# don't \\\nl¦s\n", 'ls'],
    ['python', 'a = 1 + \\\n    ¦2\n', 'a = 1 + \\'],
    ['dockerfile', 'RUN a && \\\n    ¦b\n', 'RUN a && \\'],
    ['powershell', 'Get-Item `\n  -Path ¦x\n', 'Get-Item `'],
    ['powershell', '$a = @"\none ¦"two"\n"@\nb\n', '$a = @"'],
    ['toml', 'a = """\none\ntw¦o"""\nb = 1\n', 'a = """'],
    ['yaml', 'a: first\n  sec¦ond\nb: c\n', 'a: first'],
    ['yaml', 'a: "first\n\n  sec¦ond"\nb: c\n', 'a: "first'],
    ['yaml', '- a: first\n  b: ¦c\n', '  b: c'],
    ['yaml', '- first\n  sec¦ond\n- b\n', '- first'],
    ['yaml', 'a: first # one\nb:\n  ¦c: d\n', '  c: d'],
    ['terraform', 'a = <<-EOT\n  one\n  tw¦o\nEOT\n', 'a = <<-EOT'],
    ['typescript', 'const a = `one \x24{b ? `x` : {}} two\nthr¦ee`;\nb();\n', 'const a = `one \x24{b ? `x` : {}} two'],
    ['typescript', 'const a = /["`]/;\nb(¦);\n', 'b();'],
    ['typescript', 'const a = b / c;\nconst d = `one\ntw¦o`;\n', 'const d = `one'],
    ['typescriptreact', 'return (\n  <div\n    id="a">\n    It\'s o¦ne\n  </div>\n);\n', '  <div'],
    ['typescriptreact', '<ul>\n  {all.map((a) => (\n    f¦(a)\n  ))}\n</ul>\n', '    f(a)'],
    ['typescriptreact', 'const a = <T,>(x: T) => x;\nb(¦);\n', 'b();'],
    ['typescriptreact', '<a b={c} d={\n  <>\n    o¦ne\n  </>\n} />\n', '  <>'],
    ['shellscript', "a='one '\\''two'\\'' three'\nb¦\n", 'b'],
    ['typescriptreact', 'return (\n  <p>\n    {a && (\n      <>\n        b\n      </>\n    )}\n  </¦p>\n);\n', '  <p>'],
    ['typescriptreact', 'if (a) {\n  b();\n}\nconst c = <p />¦;\n', 'const c = <p />;'],
    ['javascript', 'const a = x < y;\nreturn <p>a<br />\nb¦</p>;\n', 'return <p>a<br />'],
  ])('a comment goes above a text of several lines, not into it: %s %j', (languageId, document, below) => {
    const lines = inserted(document, 'Yes.', languageId).split('\n');
    const at = lines.findIndex((line) => /^\s*(?:#|\/\/) Yes\.$/.test(line));
    expect(lines[at + 1]).toBe(below);
  });

  it('a comment of a COBOL program has its asterisk in column 7 and ends at column 72, wherever the code is', () => {
    expect(languageOf('plaintext', '/a/DEPR.cbl')).toBe('cobol');
    expect(languageOf('COBOL', '/a/DEPR')).toBe('cobol');
    expect(languageOf('plaintext', '/a/cbl.txt')).toBe('plaintext');
    const lines = inserted(
      '           DISPLAY ¦A.\n           STOP RUN.\n',
      'The rule applies. '.repeat(9),
      'cobol',
    ).split('\n');
    expect(lines.slice(-3)).toEqual(['           DISPLAY A.', '           STOP RUN.', '']);
    for (const line of lines.slice(0, -3)) expect(line).toMatch(/^ {6}\*>.{0,64}$/);
  });

  it.each([
    ['sql', "insert into a values ('it''s\ntw¦o');\n", "insert into a values ('it''s"],
    ['sql', '/*\n * on¦e\n */\nselect 1;\n', '/*'],
    ['lua', 'a = [[\none\ntw¦o]]\n', 'a = [['],
    ['html', '<p>\n<!--\non¦e\n-->\n</p>\n', '<!--'],
    ['html', '<p\n  cla¦ss="a > b"\n  id="c">\n</p>\n', '<p'],
    ['html', '<script>\n  if (a < b) ¦c();\n</script>\n<p></p>\n', '<script>'],
    ['vue', '<template>\n  <p :a="x > 1"\n    ¦b="c" />\n</template>\n', '  <p :a="x > 1"'],
    ['css', '/*\n on¦e\n*/\na {\n}\n', '/*'],
    ['vb', 'a = b + _\n  ¦c\n', 'a = b + _'],
    ['vba', 'a = b + _\n  ¦c\n', 'a = b + _'],
    ['plsql', '/*\n on¦e\n*/\nselect 1;\n', '/*'],
    ['haskell', '{-\non¦e\n-}\na = 1\n', '{-'],
    ['clojure', '(def a "one\ntw¦o")\n', '(def a "one'],
  ])(
    'a comment goes above a text of several lines in other forms of comments: %s %j',
    (languageId, document, below) => {
      const lines = inserted(document, 'Yes.', languageId).split('\n');
      const at = lines.findLastIndex((line) => /Yes\.$/.test(line));
      const isEnd = (line = '') => /^\s*(?:\*\/|-->)$/.test(line);
      expect(lines[at + 1] !== below && isEnd(lines[at + 1]) ? lines[at + 2] || lines[at + 3] : lines[at + 1]).toBe(
        below,
      );
    },
  );

  it('a comment for a line of random code is inserted in linear time and changes no other line', () => {
    const marks = '""" \'\'\' ` /* */ <<EOF EOF # \\ y \x24{ } { <a> </a> /> <a " \' <!-- --> <? ?> r#" "#'.split(' ');
    const parts = fc.constantFrom(...marks, 'a: |', 'a: b', '  x', '\n');
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 60 }),
        fc.constantFrom('python', 'yaml', 'shellscript', 'typescriptreact', 'java', 'php', 'html', 'sql', 'rust'),
        fc.nat(20),
        (pieces, languageId, at) => {
          const text = pieces.join('');
          const line = Math.min(at, text.split('\n').length - 1);
          const target = { languageId, text, startLine: line, endLine: line };
          const after = apply(text, insertionsFor(target, parseBlocks('Yes.', 0), []));
          expect(text.split('\n').every((each) => after.includes(each))).toBe(true);
        },
      ),
    );
  });

  it('a comment goes below the lines that must be the first of their file', () => {
    for (const [start, languageId] of [
      ['#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n', 'python'],
      ['<?xml version="1.0"?>\n', 'xml'],
      ['<?php\n', 'php'],
      ['# syntax=docker/dockerfile:1\n', 'dockerfile'],
    ] as const) {
      const result = inserted(`¦${start}x\n`, 'Yes.', languageId);
      expect(result.startsWith(start)).toBe(true);
      expect(result).toMatch(/Yes\.\n(?:-->\n)?x\n$/);
    }
    expect(inserted('#!/bin/sh¦', 'Yes.', 'shellscript')).toBe('#!/bin/sh\n\n# Yes.');
  });

  it('the line ends of an answer are blanks in a comment, and line ends in a text file', () => {
    expect(inserted('¦', '> The limit is\n> $2,500,000\n> for 2025.', 'typescript')).toBe(
      '//     The limit is $2,500,000 for 2025.\n',
    );
    expect(inserted('¦', 'The limit is\n$2,500,000.', 'plaintext')).toContain('The limit is\n$2,500,000.');
  });

  it('nothing in an answer ends the comment that it is inserted as', () => {
    const hostile = 'a */ b --> c ?> d \\u000a e\u2028f \\';
    expect(inserted('¦', hostile, 'css')).toBe('/*\na * / b - -> c ? > d \\ u000a e[U+2028]f \\ .\n*/\n');
    expect(inserted('¦', hostile, 'html')).not.toMatch(/-->[\s\S]*-->/);
    expect(inserted('¦', hostile, 'c')).toBe('// a */ b --> c ? > d \\ u000a e[U+2028]f \\ .\n');
  });

  it.each(['\r', '\u000b', '\u000c', '\u0085', '\u2028', '\u2029'])(
    'no character that a language reads as a line end stays in a comment (%j)',
    (end) => {
      expect(commentLines(`The limit${end}evil()`, 'javascript', '')).toEqual(['// The limit evil()']);
    },
  );

  it('nothing in an answer makes the line of code below it a part of the comment', () => {
    for (const end of ['a \\', 'a \\ ', 'a ??/', 'a _', 'a ^']) {
      expect(inserted('¦code', plain(end), 'c')).toMatch(/ \.\ncode$/);
    }
  });

  it('no comment of an answer is an instruction for a tool that reads the file', () => {
    expect(inserted('¦', plain('vim: -*- coding: utf-7 -*- +AAo-import os'), 'python')).not.toMatch(/coding[:=]/);
    expect(inserted('¦', plain('syntax = evil.example/frontend'), 'dockerfile')).not.toMatch(/^#\s*\w+\s*=/m);
    expect(inserted('¦', plain('yaml-language-server: $schema=https://evil.example/s'), 'yaml')).not.toMatch(
      /^#\s*yaml-language-server/m,
    );
  });

  it('a comment in a recipe of make does not begin with a tab, as make would run commands in it', () => {
    expect(inserted('all:\n\tec¦ho\n', plain('$(shell evil)'), 'makefile')).toBe('all:\n# $(shell evil)\n\techo\n');
  });

  it('a line with a wide indentation is wrapped in a comment', () => {
    const words = 'word '.repeat(60).trim();
    const comment = inserted('¦', `\`\`\`\n${' '.repeat(120)}${words}\n\`\`\``, 'typescript');
    expect(
      comment
        .replace(/\/\/|\s+/g, ' ')
        .trim()
        .replace(/ +/g, ' '),
    ).toBe(words);
    for (const line of comment.split('\n').slice(1)) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('an item of a list is wrapped below its text', () => {
    const comment = inserted('¦', `1. ${'word '.repeat(40).trim()}`, 'python');
    expect(comment).toMatch(/^# 1\. word (?:word )*word\n# {4}word (?:word )*word\n/);
  });

  it('no line of a comment ends between a section sign or an abbreviation and its number', () => {
    for (const length of Array.from({ length: 12 }, (_, at) => 80 + at)) {
      const text = `${'x'.repeat(length)} see § 179, § (b)(1), Treas. Reg. § 1.179-1 and Pub. L. 119-21`;
      const comment = (commentLines(text, 'typescript', '') ?? []).join('\n');
      expect(comment.replaceAll('\n// ', ' ')).toBe(`// ${text}`);
      for (const bound of ['§ 179', '§ (b)(1)', 'Reg. § 1.179-1', 'L. 119-21']) expect(comment).toContain(bound);
    }
  });

  it('no character of an answer is a command or ends a line of text in LaTeX', () => {
    expect(inserted('A.¦\n', plain('50% of $1,000 & {a}_b ^ ~ #1 \\x'), 'latex')).toBe(
      'A.\n\n50\\% of \\$1,000 \\& \\{a\\}\\_b \\textasciicircum{} \\textasciitilde{} \\#1 \\textbackslash{}x\n',
    );
  });

  it('a plain text gets plain text, with tables as rows of tabs', () => {
    expect(inserted('Note.¦\n', '## Rule\n\n| a | **b** |\n|---|---|\n| 1 | 2 [3] |', 'plaintext')).toBe(
      'Note.\n\nRule\n\na\tb\n1\t2 [3]\n\n[3] AU-C 500\n',
    );
  });
});

describe('what is inserted', () => {
  const answer = {
    text: 'The library deals with this in 1 passage. [1]\n\n### Authorities\n\n#### Rule\n\n**§ 179** (a)\n\n> May elect. [1]\n\n### Not in the library\n\n- The date.\n\n*These are quotations from your documents.*',
    sources: [source('§ 179', { snippet: 'May elect.\n\nTwice [4].' })],
  };

  it('notes of the library about its answer are left out', () => {
    const turn = turnOf('a', null, { ...answer, parts: quotedParts(answer.text) });
    const blocks = insertContent(turn, { type: 'answer' });
    const text = JSON.stringify(blocks);
    expect(text).toContain('May elect.');
    expect(text).not.toMatch(/deals with|Not in the library|These are quotations/);
  });

  it('the heading over quotations from own documents is left out where no authorities are quoted', () => {
    const headings = (text: string) => {
      const turn = turnOf('a', null, { ...answer, text, parts: quotedParts(text) });
      return insertContent(turn, { type: 'answer' }).flatMap((block) =>
        block.kind === 'heading' ? block.content : [],
      );
    };
    const own = '### Your documents\n\n**Lease**\n\n> The rent is due. [1]';
    const lead = 'The library deals with this in 1 passage.\n\n';
    expect(headings(`${lead}${own}`)).toEqual([]);
    const both = headings(`${lead}### Authorities\n\n> May elect. [1]\n\n${own}`);
    expect(both.map((span) => 'text' in span && span.text)).toEqual(['Authorities', 'Your documents']);
  });

  it('a hosted answer is inserted as it is, and an incomplete one says so', () => {
    const turn = { ...turnOf('a', null, { text: '*Note.*\n\n### Left\n\nYes.', state: 'stopped' }), service: 'host' };
    expect(JSON.stringify(insertContent(turn, { type: 'answer' }))).toMatch(/Note.*Left.*Yes.*stopped before/);
  });

  it('a quotation is a block with its citation, and marks in it are no citations', () => {
    const blocks = insertContent(turnOf('a', null, answer), { type: 'quotation', source: 0 });
    const target = { languageId: 'markdown', text: '', startLine: 0, endLine: 0 };
    expect(withoutMarks(apply('', insertionsFor(target, blocks, answer.sources)))).toBe(
      '> May elect.\n>\n> Twice [4].[^1]\n\n[^1]: § 179\n',
    );
  });

  it('selected text is inserted as text, with its citations as footnotes', () => {
    const blocks = insertContent(turnOf('a', null, answer), { type: 'selection', text: 'May *elect* [1]\n\n<b>' });
    const target = { languageId: 'markdown', text: '', startLine: 0, endLine: 0 };
    expect(withoutMarks(apply('', insertionsFor(target, blocks, answer.sources)))).toBe(
      'May \\*elect\\*[^1]\n\n&lt;b>\n\n[^1]: § 179\n',
    );
  });

  it('sources that are listed and not cited become footnotes too', () => {
    const blocks = insertContent(
      { ...turnOf('a', null, { text: 'Yes.', sources }), service: 'host' },
      { type: 'answer' },
    );
    const target = { languageId: 'markdown', text: '', startLine: 0, endLine: 0 };
    expect(withoutMarks(apply('', insertionsFor(target, blocks, sources)))).toBe(
      'Yes.\n\nSources:[^1][^2][^3]\n\n[^1]: § 179\n[^2]: ASC 842\n[^3]: AU-C 500\n',
    );
  });
});
