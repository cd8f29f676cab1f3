/** Hostile text in every part of the page that shows untrusted text. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { root } from '../../scripts/support/paths.ts';
import { conversationOf, selection, source, turn } from './support/fakeHost.ts';
import type { Panel } from './support/openPanel.ts';
import { panelSuite } from './support/panelSuite.ts';

const open = panelSuite();

const part = z.object({
  text: z.optional(z.string()),
  repeat: z.optional(z.string()),
  times: z.optional(z.int()),
  eachIndex: z.optional(z.string()),
  from: z.optional(z.int()),
  to: z.optional(z.int()),
});
const cases = z
  .array(
    z.object({
      id: z.string(),
      markdown: z.optional(z.string()),
      pieces: z.optional(z.array(z.string())),
      gen: z.optional(z.object({ parts: z.array(part) })),
    }),
  )
  .parse(JSON.parse(await readFile(join(root, 'test/fixtures/cases/markdown-xss.json'), 'utf8')));

function textOf(one: (typeof cases)[number]): string {
  if (one.markdown !== undefined) return one.markdown;
  if (one.pieces) return one.pieces.join('');
  // Generated cases test the size of answers. Here their start is enough.
  return (one.gen?.parts ?? []).map((each) => each.text ?? (each.repeat ?? each.eachIndex ?? '').repeat(20)).join('');
}

/** Checks that the page contains nothing that untrusted text must not create. */
async function lookAt({ page, complaints, foreign, host }: Panel): Promise<void> {
  const found = await page.evaluate(() => {
    const allowed = /^(https?|mailto):/;
    const bad: string[] = [];
    if ((window as unknown as { __executed?: number }).__executed) bad.push('executed');
    const main = document.querySelector('main');
    for (const element of main?.querySelectorAll('*') ?? []) {
      if (
        /^(script|style|iframe|object|embed|img|video|audio|form|base|link|meta|template|svg:.*)$/.test(
          element.localName,
        )
      ) {
        if (!element.matches('form.box')) bad.push(element.localName);
      }
      for (const { name, value } of element.attributes) {
        if (
          name.startsWith('on') ||
          ['srcdoc', 'src', 'srcset', 'action', 'formaction', 'ping', 'name', 'is'].includes(name)
        ) {
          bad.push(`${element.localName} ${name}=${value}`);
        }
        if ((name === 'href' || name === 'xlink:href') && !allowed.test(value) && !value.startsWith('#'))
          bad.push(`${name}=${value}`);
      }
    }
    return bad;
  });
  expect(found).toEqual([]);
  expect(complaints).toEqual([]);
  expect(foreign).toEqual([]);
  const known = ['ready', 'draft', 'focused'];
  expect(host.posted.map((message) => message.type).filter((type) => !known.includes(type))).toEqual([]);
}

describe('Hostile text', () => {
  it('hostile text of a restored conversation runs nothing and adds no forbidden element anywhere on the page', async () => {
    const panel = await open({ height: 4000 });
    const { host, page } = panel;
    // Thirty at a time, each in every place.
    for (let from = 0; from < cases.length; from += 30) {
      const turns = cases.slice(from, from + 30).map((one, index) => {
        const text = textOf(one).slice(0, 5000);
        return turn(
          `t${from + index}`,
          text,
          {
            state: 'failed',
            steps: [{ title: text, at: 1 }],
            sources: [source({ title: text, snippet: text, section: text, date: text, url: 'https://law.example/' })],
            suggestions: [text],
            finishReason: text,
            error: { kind: 'server', host: text, detail: text, requestId: text },
          },
          { service: text, question: { text, quote: text, selections: [selection({ label: text, text })] } },
        );
      });
      await host.restore(
        conversationOf(turns, { title: textOf(cases[from] ?? { id: '' }) }),
        {
          chips: turns.map((each, index) =>
            selection({ id: `chip-${index}`, label: each.question.text, text: each.question.text }),
          ),
          warning: turns[0]?.question.text ?? '',
          readOnly: null,
        },
        true,
      );
      await page.locator(`[data-turn="t${from}"]`).waitFor();
      await page.evaluate(async () => {
        const log = document.querySelector('.log');
        for (const step of [0, 0.25, 0.5, 0.75, 1]) {
          if (log) log.scrollTop = log.scrollHeight * step;
          for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
          for (const fold of document.querySelectorAll<HTMLElement>(
            '.log [aria-expanded="false"]:not([aria-haspopup])',
          ))
            fold.click();
        }
      });
      await lookAt(panel);
    }
  });

  it('a hostile answer that arrives in chunks never adds a forbidden element', async () => {
    const panel = await open();
    const { host, page } = panel;
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver((records) => {
        for (const record of records) {
          for (const node of record.addedNodes) {
            if (!(node instanceof Element)) continue;
            for (const element of [node, ...node.querySelectorAll('*')]) {
              if (/^(script|style|iframe|object|embed|img|video|base|meta|link)$/.test(element.localName))
                seen.push(element.localName);
              for (const { name } of element.attributes) if (name.startsWith('on') || name === 'src') seen.push(name);
            }
          }
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    let count = 0;
    for (const one of cases) {
      const id = `s${++count}`;
      const pieces =
        one.pieces ??
        textOf(one)
          .slice(0, 4000)
          .match(/[\s\S]{1,400}/g) ??
        [];
      const running = turn(id, one.id, { state: 'waiting', endedAt: null });
      await host.restore(conversationOf([running]), {}, true);
      for (const piece of pieces) await host.text(piece);
      await host.end('done', null, 'stop');
    }
    await page.locator(`[data-turn="s${count}"] .answer-bar`).waitFor();
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
    await lookAt(panel);
  });

  it('hidden characters in questions and source titles are shown as code points', async () => {
    const { log, page } = await open({
      conversation: conversationOf([
        turn('t1', 'a\u202Eb', {
          text: 'x',
          sources: [source({ title: 'gpj.\u202Efdp', url: 'https://law.example/' })],
        }),
      ]),
    });
    await log.getByText('a[U+202E]b').waitFor();
    await page.getByRole('button', { name: 'Open source 1: gpj.[U+202E]fdp' }).waitFor();
  });

  it('a link opens only by a click and only through the host', async () => {
    const { page, host } = await open({
      conversation: conversationOf([turn('t1', 'Why?', { text: 'See [the law](https://law.example/179).' })]),
    });
    const before = page.url();
    await page.getByRole('link', { name: /the law/ }).click();
    expect(await host.posts('openLink')).toMatchObject({ url: 'https://law.example/179' });
    expect(page.url()).toBe(before);
  });
});
