import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRendererPage, type RendererPage } from './support/rendererPage.ts';
import { samples } from './support/samples.ts';

let renderer: RendererPage;
beforeAll(async () => {
  renderer = await openRendererPage();
});
afterAll(() => renderer.close());

const SOURCES = 3;

describe('Chunks', () => {
  it.each(Object.keys(samples))('an answer split at any position renders like the whole answer: %s', async (name) => {
    const unequal = await renderer.page.evaluate(
      ({ text, sources }) => window.renderer.unequalSplit(text, window.renderer.everySplit(text), sources),
      { text: samples[name] ?? '', sources: SOURCES },
    );
    expect(unequal).toBeNull();
  });

  it('all samples in one answer render the same in chunks as in one piece', async () => {
    const all = Object.values(samples);
    const texts = all.map((text, i) => `${text}${all[(i + 5) % all.length]}\n${all[(i + 11) % all.length]}`);
    const unequal = await renderer.page.evaluate(
      ({ list, sources }) => {
        const { cut, unequalSplit } = window.renderer;
        return list.map((text) =>
          unequalSplit(
            text,
            [1, 2, 3, 7, 13].map((length) => cut(text, length)),
            sources,
          ),
        );
      },
      { list: texts, sources: SOURCES },
    );
    expect(unequal.filter((pieces) => pieces !== null)).toEqual([]);
  });

  it('random Markdown in random chunks renders like the whole text', async () => {
    const bits = [
      ...['a', 'b c', ' ', '  ', '    ', '\n', '\n', '\n\n', '\r\n', '\t', '*', '**', '_', '~~', '`', '```', '```\n'],
      ...['- ', '- [ ] ', '1. ', '2) ', '> ', '# ', '---', '===', '|', '| a | b |\n', '|---|---|\n', '|:-:|\n', '\\'],
      ...[
        '[',
        ']',
        '(',
        ')',
        '![',
        '[x]',
        '[x]: https://x.example/\n',
        '[^n]',
        '[^n]: ',
        '[1]',
        '<',
        '>',
        '<!--',
        '&amp;',
      ],
      ...['https://a.example', 'www.b.example', 'a@b.example', '$1', '🙂', '\u202e', '"t"'],
    ];
    const document = fc.array(fc.constantFrom(...bits), { minLength: 1, maxLength: 40 }).map((parts) => parts.join(''));
    const cases = fc.sample(
      fc.tuple(document, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 4 })),
      3000,
    );
    const unequal = await renderer.page.evaluate(
      ({ list, sources }) => {
        const { cut, unequalSplit } = window.renderer;
        for (const [text, lengths] of list) {
          const mixed: string[] = [];
          for (let at = 0, i = 0; at < text.length; i++) {
            const length = lengths[i % lengths.length] ?? 1;
            mixed.push(text.slice(at, at + length));
            at += length;
          }
          const pieces = unequalSplit(text, [mixed, cut(text, 1)], sources);
          if (pieces) return pieces;
        }
        return null;
      },
      { list: cases, sources: SOURCES },
    );
    expect(unequal).toBeNull();
  });

  it('long tables, lists, code and many blocks render the same in chunks as in one piece', async () => {
    const rows = Array.from({ length: 130 }, (_, i) => `| ${i} | *b${i}* |\n`).join('');
    const items = Array.from({ length: 130 }, (_, i) => `${i + 1}. item ${i}\n`).join('');
    const code = Array.from({ length: 700 }, (_, i) => `line ${i} of some code that goes on\n`).join('');
    const blocks = Array.from({ length: 100 }, (_, i) => `MarkdownBlock ${i} [x]\n\n`).join('');
    const texts = [`|a|b|\n|-|-|\n${rows}`, items, `\`\`\`\n${code}\`\`\`\nend`, `${blocks}[x]: https://x.example/\n`];
    const unequal = await renderer.page.evaluate((list) => {
      const { cut, unequalSplit } = window.renderer;
      return list.map((text) =>
        unequalSplit(
          text,
          [17, 61, 1009].map((length) => cut(text, length)),
        ),
      );
    }, texts);
    expect(unequal).toEqual([null, null, null, null]);
  });

  it('citations render the same whenever the sources arrive', async () => {
    const text = 'One [1], two [2] and `[1]`.\n\n- [3] [1]\n\n| [2] |\n|---|\n| [4] |\n';
    const equal = await renderer.page.evaluate((all) => {
      const whole = window.renderer.inOneGo(all, 3);
      return Array.from({ length: all.length }, (_, at) => {
        const { root, view, close } = window.renderer.open();
        view.setSources(4);
        view.append(all.slice(0, at));
        view.setSources(1);
        view.append(all.slice(at));
        view.finish();
        view.setSources(3);
        const html = root.innerHTML;
        close();
        return html === whole;
      });
    }, text);
    expect(equal).not.toContain(false);
  });
});
