import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRendererPage, type RendererPage } from './support/rendererPage.ts';

let renderer: RendererPage;
beforeAll(async () => {
  renderer = await openRendererPage();
});
afterAll(() => renderer.close());

describe('Citations and numbers in text', () => {
  it('no line ends within a citation, also while it arrives, and copied text is unchanged', async () => {
    const text = 'See § 179(b)(1), **Reg. § 1.179-2**, ASC 606-10-25-1 and\u00a02025-12-31 of section 168.';
    const shown = await renderer.page.evaluate((whole) => {
      const { root, view, close } = window.renderer.open();
      for (const character of whole) view.append(character);
      view.finish();
      const kept = [...root.querySelectorAll('.kept')].map((element) => element.textContent);
      const result = { kept, text: root.textContent, strong: root.querySelector('strong')?.textContent };
      close();
      return result;
    }, text);
    expect(shown).toEqual({
      kept: ['§ 179(b)(1)', 'Reg. § 1.179-2', 'ASC 606-10-25-1', '2025-12-31', 'section 168'],
      text: text.replaceAll('**', ''),
      strong: 'Reg. § 1.179-2',
    });
  });

  it('a selection before a citation is kept while the citation arrives', async () => {
    const selection = await renderer.page.evaluate(() => {
      const { root, view, close } = window.renderer.open();
      view.append('The limit of §');
      const node = root.querySelector('p')?.firstChild as Text;
      getSelection()?.setBaseAndExtent(node, 4, node, 9);
      for (const piece of [' 1', '79', '(b)', '(1) is $1 million.']) view.append(piece);
      const result = [getSelection()?.toString(), root.querySelector('.kept')?.textContent];
      close();
      return result;
    });
    expect(selection).toEqual(['limit', '§ 179(b)(1)']);
  });
});

describe('Stability of rendered blocks', () => {
  it('the nodes of final blocks are kept, so that a selection in them is kept', async () => {
    const kept = await renderer.page.evaluate(() => {
      const { root, view, close } = window.renderer.open();
      view.append('First *paragraph*.\n\n- item one\n- item two\n\nNow');
      const before = [...root.querySelectorAll('p, li, em, ul')];
      const selected = root.querySelector('em')?.firstChild;
      getSelection()?.selectAllChildren(root.querySelector('em') as Element);
      for (const piece of [
        ' some',
        ' more **text',
        '** here\n\n',
        '```js\ncode\n',
        'more\n```\n\n| a |\n|---|\n| 1 |',
      ]) {
        view.append(piece);
      }
      view.finish();
      const same = before.every((element) => root.contains(element));
      const result = { same, selection: getSelection()?.toString(), still: root.contains(selected ?? null) };
      close();
      return result;
    });
    expect(kept).toEqual({ same: true, selection: 'paragraph', still: true });
  });

  it.each([
    ['code', '```\nline\nline\n', 'next\n'],
    ['table', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n', '| 5 | 6 |\n'],
    ['list', '- one\n- two\n- three\n', '- four\n'],
    ['nested list', '- one\n  - two\n  - three\n', '  - four\n'],
    ['quote', '> one\n>\n> two\n>\n', '> three\n>\n'],
  ])('appending changes only the end of an open %s', async (_, start, next) => {
    const touched = await renderer.page.evaluate(
      async ([begin, more]) => {
        const { root, view, close } = window.renderer.open();
        view.append(begin ?? '');
        const old = [...root.querySelectorAll('td, th, li > p, blockquote > p')].slice(0, -1);
        const records: MutationRecord[] = [];
        const observer = new MutationObserver((list) => records.push(...list));
        observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
        for (let i = 0; i < 20; i++) view.append(more ?? '');
        records.push(...observer.takeRecords());
        const result = {
          touchedOld: records.some(({ target }) => old.some((element) => element.contains(target))),
          removed: records.some(({ removedNodes }) => [...removedNodes].some((node) => old.includes(node as Element))),
          changes: records.length,
        };
        close();
        return result;
      },
      [start, next],
    );
    expect(touched).toMatchObject({ touchedOld: false, removed: false });
    expect(touched.changes).toBeLessThan(200);
  });

  it('a late definition changes only the blocks that mention it', async () => {
    const changed = await renderer.page.evaluate(() => {
      const { root, view, close } = window.renderer.open();
      view.append('Has [it].\n\nHas not.\n\n- neither\n\nAlso [it] and [^n].\n\n');
      const records: MutationRecord[] = [];
      const observer = new MutationObserver((list) => records.push(...list));
      observer.observe(root, { subtree: true, childList: true, characterData: true });
      view.append('[it]: https://it.example/\n\n[^n]: Note\n\n');
      records.push(...observer.takeRecords());
      const blocks = new Set(records.map(({ target }) => (target as Element).closest?.('.md-section p')?.textContent));
      const unchanged = ['Has not.', 'neither'].every((text) => !blocks.has(text));
      const result = {
        unchanged,
        links: root.querySelectorAll('a.md-link').length,
        marks: root.querySelectorAll('sup').length,
      };
      close();
      return result;
    });
    expect(changed).toEqual({ unchanged: true, links: 2, marks: 1 });
  });

  it.each([
    ['Some **bold te', 'Some bold te', 'strong'],
    ['Some **', 'Some', null],
    ['Some **bold** and **mo', 'Some bold and mo', 'strong'],
    ['Use `a **b', 'Use a **b', 'code'],
    ['Use ``a `b', 'Use a `b', 'code'],
    ['See [the guidance](https://www.irs', 'See the guidance', null],
    ['| a |\n|---|\n| **b', 'Copy tableab', 'strong'],
    ['```\n**a `b', 'Copy code**a `b', 'pre'],
    ['- item\n\n1', 'item', null],
    ['> ```js', 'jsCopy code', 'pre'],
    ['Title\n==', 'Title', null],
  ])('the incomplete last line is shown with its open marks closed: %s', async (markdown, text, tag) => {
    const shown = await renderer.page.evaluate(
      ([piece, name]) => {
        const { root, view, close } = window.renderer.open();
        view.append(piece);
        const result = { text: root.textContent?.trim(), tag: name === null || root.querySelector(name) !== null };
        const links = root.querySelectorAll('a').length;
        close();
        return { ...result, links };
      },
      [markdown, tag] as const,
    );
    expect(shown).toEqual({ text, tag: true, links: 0 });
  });

  it('the checkbox of a task replaces the bullet but not the number', async () => {
    const markers = await renderer.page.evaluate(() => {
      const { root, view, close } = window.renderer.open();
      view.append('- [x] done\n- [ ] open\n- plain\n\n1. [x] counted\n');
      view.finish();
      const result = [...root.querySelectorAll('li')].map((item) => item.className);
      close();
      return result;
    });
    expect(markers).toEqual(['md-task-item', 'md-task-item', '', 'md-task-item']);
  });

  it('text is rendered at most once a frame', async () => {
    const drawn = await renderer.page.evaluate(async () => {
      const { root, view, close } = window.renderer.open({ immediate: false });
      const states = new Set<string>();
      new MutationObserver(() => states.add(root.textContent ?? '')).observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      for (let i = 0; i < 100; i++) view.append(`word${i} `);
      const atOnce = root.textContent;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const result = {
        atOnce,
        later: root.textContent?.includes('word99'),
        states: states.size,
        text: view.text.length,
      };
      close();
      return result;
    });
    expect(drawn).toEqual({ atOnce: '', later: true, states: 1, text: 690 });
  });

  it('a long complete answer is rendered over several short frames', async () => {
    const first = await renderer.page.evaluate(async () => {
      const text = Array.from({ length: 3000 }, (_, i) => `Paragraph ${i} with *some* text in it.\n\n`).join('');
      const whole = window.renderer.inOneGo(text);
      const { root, view, close } = window.renderer.open({ immediate: false });
      view.append(text);
      view.finish();
      const paragraphs = root.querySelectorAll('p').length;
      while (root.innerHTML !== whole) await new Promise(requestAnimationFrame);
      close();
      return paragraphs;
    });
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(3000);
  });

  it('text after the end is ignored, and nothing is rendered after disposal', async () => {
    const texts = await renderer.page.evaluate(async () => {
      const ended = window.renderer.open();
      ended.view.append('a');
      ended.view.finish();
      ended.view.append('b');
      ended.view.finish();
      const disposed = window.renderer.open({ immediate: false });
      disposed.view.append('c');
      disposed.view.dispose();
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const result = [ended.root.textContent, ended.view.text, disposed.root.textContent];
      ended.close();
      disposed.close();
      return result;
    });
    expect(texts).toEqual(['a', 'a', '']);
  });
});

describe('Actions in answers', () => {
  it('clicks on links and citations are passed to the host and do not navigate', async () => {
    const { page } = renderer;
    await page.evaluate(() => {
      const calls: unknown[] = [];
      Object.assign(window, { calls });
      const { view } = window.renderer.open({
        onLink: (url) => calls.push(url),
        onCitation: (n) => calls.push(n),
        describeCitation: (n) => (n === 2 ? { title: 'Rev. Proc. \u202e2023', snippet: '' } : null),
      });
      view.setSources(2);
      view.append('[law](https://law.example/a) <mail@b.example> [1] [2] [3] `[1]`');
      view.finish();
    });
    await page.getByRole('link', { name: 'law (law.example)' }).click();
    await page.getByRole('link', { name: 'law (law.example)' }).click({ button: 'middle' });
    await page.getByRole('link', { name: 'law (law.example)' }).press('Enter');
    await page.getByRole('link', { name: 'mail@b.example' }).click({ modifiers: ['Control'] });
    await page.getByRole('link', { name: 'Source 1' }).click();
    await page.getByRole('link', { name: 'Source 2: Rev. Proc. \\u202e2023' }).press('Enter');
    const law = 'https://law.example/a';
    expect(await page.evaluate('calls')).toEqual([law, law, law, 'mailto:mail@b.example', 1, 2]);
    expect(await page.getByRole('link').count()).toBe(4);
    expect(page.url()).toBe('https://renderer.test/');
    expect(page.context().pages()).toHaveLength(1);
    await page.evaluate(() => document.body.replaceChildren());
  });

  it('a table is copied as TSV and code without changes', async () => {
    const { page } = renderer;
    await page.evaluate(() => {
      const copies: string[] = [];
      Object.assign(window, { copies });
      const { view } = window.renderer.open({
        onCopyCode: (code) => copies.push(code),
        onCopyTable: (tsv) => copies.push(tsv),
      });
      view.append('| Item | *Amount* |\n|---|--:|\n| a\\|b `c` | $1,000 |\n| =SUM(A1) | -5 |\n| @x |\n\n');
      view.append('```sh\ncurl x\u200b | sh\u202e\n\n  more\n```\n');
      view.finish();
    });
    await page.getByRole('button', { name: 'Copy table' }).click();
    await page.getByRole('button', { name: 'Copy code' }).click();
    expect(await page.getByRole('button', { name: 'Copied' }).count()).toBeGreaterThan(0);
    expect(await page.evaluate('copies')).toEqual([
      "Item\tAmount\na|b c\t$1,000\n'=SUM(A1)\t-5\n'@x",
      'curl x\u200b | sh\u202e\n\n  more',
    ]);
    await page.evaluate(() => document.body.replaceChildren());
  });

  it('a footnote can be reached from its mark and left again with the keyboard', async () => {
    const { page } = renderer;
    await page.evaluate(() => {
      const { view } = window.renderer.open();
      view.append('A claim.[^a]\n\n[^a]: The note.\n');
      view.finish();
    });
    const mark = page.getByRole('link', { name: 'Footnote 1' });
    await mark.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('The note.');
    await page.getByRole('link', { name: 'Back to text' }).press('Enter');
    expect(await mark.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.evaluate(() => document.body.replaceChildren());
  });

  it('copy buttons are optional, and the labels can be replaced', async () => {
    const shown = await renderer.page.evaluate(() => {
      const root = document.createElement('div');
      const view = window.renderer.createMarkdownView(root, {
        onLink() {},
        onCitation() {},
        immediate: true,
        labels: { imageNotShown: '[Bild von {host} nicht gezeigt]' },
      });
      view.append('![a](https://b.example/c.png)\n\n```\nx\n```\n\n|a|\n|-|\n');
      view.finish();
      return { text: root.querySelector('p')?.textContent, buttons: root.querySelectorAll('button').length };
    });
    expect(shown).toEqual({ text: '[Bild von b.example nicht gezeigt] a', buttons: 0 });
  });
});

it('a paragraph of 10,000 lines that arrives at once is rendered a few times, not once for each few lines', async () => {
  const renderings = await renderer.page.evaluate(async () => {
    let whole = () => {};
    const rendered = new Promise<void>((resolve) => (whole = resolve));
    const { root, view, close } = window.renderer.open({ immediate: false, onRendered: () => whole() });
    let count = 0;
    const observer = new MutationObserver((records) => {
      count += records.filter(({ type }) => type === 'characterData').length;
    });
    observer.observe(root, { subtree: true, characterData: true });
    const text = Array.from({ length: 10_000 }, (_, n) => `line ${n} of the paragraph\n`).join('');
    view.append(text);
    view.finish();
    await rendered;
    const same = root.textContent === text.trimEnd();
    close();
    return { count, same };
  });
  expect(renderings.same).toBe(true);
  expect(renderings.count).toBeGreaterThan(0);
  expect(renderings.count).toBeLessThanOrEqual(10);
});

describe('Definitions of links', () => {
  const COUNT = 10_000;
  const definitions = Array.from({ length: COUNT }, (_, n) => `[label ${n}]: https://a.example/${n} "t"\n`).join('');
  const paragraphs = Array.from({ length: COUNT }, (_, n) => `Label ${n} of https and a dot ${n} text\n\n`).join('');

  /** Renders a text in pieces of a length, one in a frame. Returns the processor time and how many characters were added to the page. */
  async function render(text: string, pieceLength: number) {
    let drawn = 0;
    const time = await renderer.cpuTime(async () => {
      drawn = await renderer.page.evaluate(
        async ([text, pieceLength]) => {
          let whole = () => {};
          const rendered = new Promise<void>((resolve) => (whole = resolve));
          const { root, view, close } = window.renderer.open({ immediate: false, onRendered: () => whole() });
          let count = 0;
          const take = (records: MutationRecord[]) => {
            for (const { type, target, addedNodes } of records) {
              const changed = type === 'characterData' ? [target] : [...addedNodes];
              for (const node of changed) count += node.textContent?.length ?? 0;
            }
          };
          const observer = new MutationObserver(take);
          observer.observe(root, { subtree: true, childList: true, characterData: true });
          for (let at = 0; at < text.length; at += pieceLength) {
            if (at > 0) await new Promise(requestAnimationFrame);
            view.append(text.slice(at, at + pieceLength));
          }
          view.finish();
          await rendered;
          take(observer.takeRecords());
          close();
          return count;
        },
        [text, pieceLength] as const,
      );
    });
    return { time, drawn };
  }

  it('10,000 definitions that arrive at once are not drawn, and take less time than as many short paragraphs', async () => {
    await render(definitions, definitions.length);
    const { time, drawn } = await render(definitions, definitions.length);
    // The last definition of each batch of lines is shown, because a title may follow.
    expect(drawn).toBeLessThan(definitions.length / 50);
    expect(time).toBeLessThan((await render(paragraphs, paragraphs.length)).time);
  });

  it('of 10,000 definitions that arrive in 100 frames, few are drawn', async () => {
    const { drawn } = await render(definitions, definitions.length / 100);
    expect(drawn).toBeLessThan(definitions.length / 10);
  });
});

describe('Levels of a quoted statute', () => {
  it('each paragraph has its level, also while it arrives, and copied text keeps the indent', async () => {
    const shown = await renderer.page.evaluate(() => {
      const { root, view, close } = window.renderer.open();
      for (const part of ['> (a) Rule\n>\n> \u2003\u2003(A', ') words [1]\n']) view.append(part);
      view.finish();
      const [first, second] = [...root.querySelectorAll('p')];
      const result = {
        text: second?.textContent?.slice(0, 7),
        look: [second?.className, second?.style.getPropertyValue('--level')],
        first: first?.className,
      };
      close();
      return result;
    });
    expect(shown).toEqual({ text: '\u2003\u2003(A) w', look: ['md-level', '2em'], first: '' });
  });
});
