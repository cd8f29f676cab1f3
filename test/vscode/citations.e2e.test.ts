import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatPage, chatPage } from './support/chat.ts';
import { keepPictures } from './support/pictures.ts';
import { succeeds, TRY, until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

const MEMO = `# Memo: the new packaging line

The election of § 179(b)(1) covers the cost, and IRC 168(k) what is left of it.
Reg. § 1.263(a)-2 applies to the freight, and § 9999(a) to nothing.
`;
const QUOTES = `# Quotations

The rule "no more than that may be expensed in 2025" is in § 179(b)(1), and § 9999(a) has none.

The rule "no more than that may be deducted in 2025" is in § 179(b)(1).
`;
const PRICE = '# Price\n\nThe line costs $2.5 million.\n';
const HOSTILE =
  'The penalty is one dollar. [run](command:workbench.action.quit) ![p](https://evil.example/p.png) <img src=x onerror=alert(1)> <https://evil.example> https://evil.example [f](file:///etc/passwd)';
const CODE = `import tax

# The limit of § 179(b)(1).
label = 'under § 179(b)(1)'
`;

describe('authorities in the files of the user', () => {
  let workbench: Workbench;
  let chat: ChatPage;
  keepPictures(() => workbench);

  beforeAll(async () => {
    workbench = await openWorkbench({
      files: { 'packaging-memo.md': MEMO, 'price-memo.md': PRICE, 'limit.py': CODE, 'quotes-memo.md': QUOTES },
    });
    chat = chatPage(() => workbench.chat());
  });
  afterAll(() => workbench?.close());

  const hover = () => workbench.page.locator('.monaco-hover .hover-row').filter({ visible: true });
  const showTab = (name: string) => workbench.page.getByRole('tab', { name }).click();

  /** Shows the hover until it has the text. The library may still be starting: its hover is then shown again. */
  async function hoverShows(line: number, column: number, text: RegExp): Promise<string> {
    return until(`the hover at ${line}:${column} shows ${text}`, async () => {
      await workbench.page.keyboard.press('Escape');
      await workbench.goTo(line, column);
      await workbench.runCommand('Show or Focus Hover');
      // The next try begins with Escape, which would close a hover that is about to appear.
      const isShown = await succeeds(hover().filter({ hasText: text }).first().waitFor({ timeout: TRY }));
      return isShown ? (await hover().allInnerTexts()).join('\n') : undefined;
    });
  }

  it('hovering over § 179(b)(1) in a memo shows the paragraph of the library, its document and its date', async () => {
    await workbench.openFile('packaging-memo.md');
    const shown = await hoverShows(3, 20, /The dollar limit is \$2,500,000/);
    expect(shown).toContain('§ 179 Election to expense certain depreciable business assets');
    expect(shown).toContain('2025-12-31');
    expect(shown).toContain('(b)(1) Dollar limit');
    expect(shown).not.toContain('What may be expensed is reduced');
  });

  it('hovering over an authority that the library does not have says so', async () => {
    await hoverShows(4, 52, /The library does not contain § 9999\(a\)/);
  });

  it('hovering over an amount shows the paragraph of another document that states it in other digits', async () => {
    await workbench.openFile('price-memo.md');
    const shown = await hoverShows(3, 18, /Other documents of the library with \$2\.5 million/);
    expect(shown).toContain('$2,500,000');
  });

  it('a comment of a program has the hover, and its strings have none', async () => {
    await workbench.openFile('limit.py');
    await hoverShows(3, 20, /The dollar limit is \$2,500,000/);
    await workbench.goTo(4, 20);
    await workbench.runCommand('Fiscal: Open Authority at Cursor');
    await workbench.page.getByText('Place the cursor on a citation first').last().waitFor();
  });

  it('Open in the hover shows the paragraph in the library document', async () => {
    await showTab('packaging-memo.md');
    await hoverShows(3, 20, /The dollar limit is/);
    await hover().getByRole('link', { name: 'Open', exact: true }).click();
    await workbench.editorShows('irc-179-election-to-expense.md', 22, 24);
  });

  it('Ask in the hover puts a question in the question box and sends nothing', async () => {
    await showTab('packaging-memo.md');
    await hoverShows(3, 55, /In the year in which qualified property/);
    await hover().getByRole('link', { name: 'Ask', exact: true }).click();
    await until(
      'the question is in the box',
      async () => (await chat.box.inputValue()) === 'What does IRC 168(k) say?',
    );
    expect(await chat.answers.count()).toBe(0);
  });

  it('an earlier answer that has the authority as a source is listed in the hover', async () => {
    await chat.ask('What is the dollar limit of § 179(b)(1)?');
    await chat.answered(1);
    await showTab('packaging-memo.md');
    await hoverShows(3, 20, /Earlier answers that rely on it:[\s\S]*What is the dollar limit of § 179\(b\)\(1\)\?/);
  });

  it('a section that a quotation in the chat cites opens in the library', async () => {
    await chat.ask('What is section 179 property?');
    const answer = await chat.answered(2);
    await answer.getByRole('link', { name: 'Open § 168 in the library' }).first().click();
    const file = 'irc-168-macrs.md';
    await until(`${file} is open`, async () => (await workbench.activeEditor()).title === file);
  });

  it('citations that the library contains are links, and others are not', async () => {
    await showTab('packaging-memo.md');
    const links = workbench.page.locator('.monaco-editor .detected-link');
    await until('the links are there', async () => {
      const texts = (await links.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' '));
      return texts.join('|').includes('§ 179(b)(1)') && texts.join('|').includes('IRC 168(k)');
    });
    expect((await links.allInnerTexts()).join('|')).not.toContain('9999');
    await workbench.openLink(3, 55);
    await until(
      'the paragraph is open',
      async () => (await workbench.activeEditor()).title === 'irc-168k-special-allowance.md',
    );
  });

  it('Check Citations in This File lists what the library does not contain and a quotation that differs', async () => {
    await workbench.openFile('quotes-memo.md');
    await workbench.runCommand('Fiscal: Check Citations in This File');
    const { page } = workbench;
    await page
      .getByText(
        'quotes-memo.md: 3 citations and 2 quotations checked, 2 need attention: a quotation from § 179(b)(1) differs; § 9999(a) is not in the library.',
      )
      .last()
      .waitFor();
    await page.getByRole('button', { name: 'Show Problems' }).click();
    const problems = page.locator('.markers-panel');
    await problems.getByText('The library does not contain § 9999(a).').waitFor();
    await problems.getByText('Here: “deducted in 2025”. Library: “expensed in 2025. For tax years”.').waitFor();
    await expect.poll(() => page.locator('.monaco-editor .squiggly-warning').count()).toBe(1);
  });

  it('a corrected quotation is no problem any more', async () => {
    await workbench.selectLines(5, 5);
    await workbench.page.keyboard.type('The rule "no more than that may be expensed in 2025" is in § 179(b)(1).');
    await until('the warning is gone', async () => (await workbench.page.locator('.squiggly-warning').count()) === 0);
  });

  it('no CodeLens is above citations unless a setting turns it on', async () => {
    await showTab('packaging-memo.md');
    await hoverShows(3, 20, /The dollar limit is/);
    expect(await workbench.page.locator('.codelens-decoration').count()).toBe(0);
  });
});

describe('hostile and large files', () => {
  let workbench: Workbench;
  keepPictures(() => workbench);

  beforeAll(async () => {
    const line = `${'The company keeps its books by the calendar year. '.repeat(10)}Under § 9999(a).\n`;
    workbench = await openWorkbench({
      files: {
        'reference/irc-4242.md': `# § 4242 Penalties <img src="https://evil.example/p.png">\n\n## (a) Rule\n\n${HOSTILE}\n`,
        'hostile-memo.md': `Under § 4242(a) ${HOSTILE}\n`,
        'large-memo.md': line.repeat(10_001),
      },
    });
  });
  afterAll(() => workbench?.close());

  it('hostile text of the library is text in the hover, without links, images or HTML of its own', async () => {
    const { page } = workbench;
    await workbench.openFile('hostile-memo.md');
    const hover = page.locator('.monaco-hover .hover-row').filter({ hasText: 'The penalty is one dollar' });
    await until('the hover is there', async () => {
      await page.keyboard.press('Escape');
      await workbench.goTo(1, 10);
      await workbench.runCommand('Show or Focus Hover');
      return succeeds(hover.first().waitFor({ timeout: TRY }));
    });
    await expect.poll(() => hover.locator('a').allInnerTexts()).toEqual(['Open', 'Ask']);
    expect(await hover.locator('img, script, iframe, table').count()).toBe(0);
    expect(await hover.innerText()).toContain('[run](command:workbench.action.quit)');
  });

  it('a file of 5 MB with more than 10,000 citations is checked up to the limit, and the message says so', async () => {
    await workbench.openFile('large-memo.md');
    await workbench.runCommand('Fiscal: Check Citations in This File');
    await workbench.page
      .getByText('The file was not checked to its end. Limits: 10,000 citations, 1,000 problems.')
      .last()
      .waitFor();
  });
});

it('with the setting on, CodeLens above a line says what the library has of its citations', async () => {
  const workbench = await openWorkbench({
    files: { 'packaging-memo.md': MEMO },
    settings: { 'fiscal.citations.codeLens': true },
  });
  try {
    await workbench.openFile('packaging-memo.md');
    // Fiscal is not used at start-up. The first use begins to show them.
    await workbench.runCommand('Fiscal: Open Authority at Cursor');
    const codeLenses = workbench.page.locator('.codelens-decoration');
    await codeLenses.getByText('§ 179(b)(1): Dollar limit').waitFor();
    await codeLenses.getByText('§ 9999(a): not in the library').waitFor();
  } finally {
    await workbench.close();
  }
});
