/**
 * Writes screenshots of the panel in four themes and three widths: `npm run panel-screenshots -- DIR [theme …]`. Requires
 * `npm run build`.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../support/browser.ts';
import { conversationOf, selection, turn } from './fakeHost.ts';
import { openPanel, type Panel, type PanelOptions } from './openPanel.ts';
import { type PageServer, startPageServer } from './pageServer.ts';
import { ANSWER, LONG_TABLE, QUESTION, SOURCES, STEPS, SUGGESTIONS } from './samples.ts';
import { THEMES, type ThemeName } from './themes.ts';

const [folder, ...wanted] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder for the pictures.');
const themes = wanted.length > 0 ? THEMES.filter((theme) => wanted.includes(theme)) : THEMES;

const time = 1_763_645_000_000;
const steps = STEPS.map((title, index) => ({ title, at: time + index * 1300 }));
const finished = {
  text: ANSWER,
  steps,
  sources: SOURCES,
  suggestions: SUGGESTIONS,
  usage: { promptTokens: 812, completionTokens: 392, totalTokens: 1204 },
  startedAt: time,
  endedAt: time + 8400,
};
const asked = { question: { text: QUESTION, selections: [selection()] }, askedAt: time };

const DOUBTFUL = `Yes, under § 179 [1] and § 168(k) [2], as Rev. Proc. 2015-20 and ASC 606-10-25 say [14]. The limit is **$1,160,000** for property placed in service in 2023 [1].

> The cost of the property shall in no case be treated as an expense of the year. [1]
`;
const AGREEING = 'A taxpayer may elect to treat the cost as an expense, under § 179(a) [1] [2].';

const MATTER = {
  name: '2025-114 Harbor Freight audit',
  facts: [
    { name: 'taxYear', value: '2025' },
    { name: 'framework', value: 'US GAAP' },
  ],
  clients: 2,
  problems: [],
  required: false,
};

const MODEL = { name: 'Acme Large', provider: 'acme', onThisMachine: false };
const PASSAGES = SOURCES.slice(0, 2).map(({ title, section }, index) => ({
  title,
  ...(section !== undefined && { section }),
  path: `/library/${index === 0 ? '179' : '168'}.md`,
  line: 12 + index,
  endLine: 20 + index,
  length: 800,
}));
const writing = [
  'Asking Acme Large for search words',
  'Searching for aggregate cost limitation election to expense',
  'Writing with Acme Large from 6 passages',
  'Checked: The aggregate cost which may be taken into account for any taxable year shall not exceed $2,500,000. [1]',
  'Checked: The limitation is reduced by the amount by which the cost of property placed in service exceeds $4,000,000. [2] (check the conditions in the source)',
  'Held back a sentence: a percentage in it was not found in the passages given',
].map((title, index) => ({ title, at: Date.now() - 9000 + index * 1300 }));
const WRITTEN = `### Short answer

A taxpayer may elect to treat the cost as an expense. [1]

### Rule

A taxpayer may elect to treat the cost of any section 179 property as an expense. [1]

The cost is not chargeable to capital account. *(check the conditions in the source)* [2]

### Left out

- A sentence under “Rule”: a percentage in it was not found in the passages given.

*Written by Acme Large from the passages listed as sources. Figures, dates, sections and quotations of each sentence were checked against the passages it cites; the check cannot find a wrong paraphrase.*
`;

const both = conversationOf([
  turn('t1', QUESTION, { text: 'The first answer.' }),
  turn('t2', QUESTION, { text: 'The second answer.' }),
]);
const VERSIONS = { ...both, turns: both.turns.map((each) => ({ ...each, parent: null })) };

const scenes: Record<string, { options?: PanelOptions; act?: (panel: Panel) => Promise<void> }> = {
  welcome: {
    options: {
      panelState: { starters: ['What does “§ 179” say?', 'What does “Lease memo” say on “Discount rate”?'] },
    },
  },
  temporary: {
    options: {
      conversation: { ...conversationOf([]), temporary: true },
      panelState: { service: 'research.example', askMode: 'tax_research_deep_research' },
    },
  },
  zeroRetention: {
    options: {
      panelState: { service: 'research.example', zeroRetention: { on: true, locked: true }, readiness: 'noKey' },
    },
  },
  versions: { options: { conversation: VERSIONS } },
  noFolder: { options: { panelState: { readiness: 'noFolder', indexing: { done: 412, total: 1871 } } } },
  running: {
    options: { panelState: { chips: [selection()] } },
    async act({ ask, host }) {
      await ask(QUESTION);
      for (const step of STEPS.slice(0, 3)) await host.step(step);
    },
  },
  streaming: {
    async act({ ask, host, log }) {
      await ask(QUESTION);
      for (const step of STEPS) await host.step(step);
      await host.text(ANSWER.slice(0, 700));
      await host.sources(SOURCES.slice(0, 3));
      await log.getByText('What has to hold').waitFor();
    },
  },
  finished: { options: { height: 1900, conversation: conversationOf([turn('t1', QUESTION, finished, asked)]) } },
  citationCheck: {
    options: {
      height: 1500,
      conversation: conversationOf([
        turn('t1', QUESTION, { ...finished, text: DOUBTFUL, suggestions: [] }, asked),
        turn('t2', 'Who may elect?', { ...finished, text: AGREEING, sources: SOURCES.slice(0, 2) }, asked),
      ]),
    },
    async act({ page }) {
      await page.getByRole('button', { name: /^Citation check/ }).waitFor();
    },
  },
  table: {
    options: {
      conversation: conversationOf([
        turn('t1', 'List the recovery periods.', { ...finished, text: LONG_TABLE, sources: [] }),
      ]),
    },
  },
  error: {
    options: {
      conversation: conversationOf([
        turn('t1', QUESTION, {
          state: 'failed',
          steps,
          error: {
            kind: 'auth',
            host: 'research.example',
            detail: 'The key was revoked on 3 November.',
            status: 401,
            requestId: 'req_8fe2',
          },
        }),
      ]),
      panelState: { service: 'research.example' },
    },
  },
  confirm: {
    options: { panelState: { chips: [selection()], service: 'research.example' } },
    async act({ page, box, host }) {
      host.onAsk((message) =>
        host.preview(message, {
          reasons: ['asked', 'identifiers'],
          findings: [{ kind: 'Employer identification number', masked: '12-•••••89' }],
          placeholders: { token: 'replaced', content: `${QUESTION} The EIN is [EIN-1].` },
          earlier: ['What is placed in service?', 'It is put to use.'],
        }),
      );
      await box.fill(QUESTION);
      await page.getByRole('button', { name: 'Preview what will be sent' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  modelPreview: {
    options: { panelState: { service: 'library', model: MODEL } },
    async act({ page, box, host }) {
      host.onAsk((message) =>
        host.preview(message, { reasons: ['asked'], service: 'library', model: MODEL, passages: PASSAGES }),
      );
      await box.fill(QUESTION);
      await page.getByRole('button', { name: 'Preview what will be sent' }).click();
      await page.getByRole('dialog').getByText('so the passages can differ').scrollIntoViewIfNeeded();
    },
  },
  modelWriting: {
    options: {
      panelState: { service: 'library', model: MODEL },
      conversation: conversationOf([
        turn(
          't1',
          QUESTION,
          { state: 'streaming', steps: writing, startedAt: Date.now() - 9000, lastEventAt: Date.now(), endedAt: null },
          { ...asked, model: MODEL },
        ),
      ]),
    },
  },
  modelAnswer: {
    options: {
      panelState: { service: 'library', model: MODEL },
      conversation: conversationOf([turn('t1', QUESTION, { ...finished, text: WRITTEN }, { ...asked, model: MODEL })]),
    },
  },
  firm: {
    options: {
      panelState: { service: 'fiscal.firm.example', matter: MATTER },
      conversation: conversationOf([
        turn('t1', QUESTION, finished, {
          ...asked,
          service: 'fiscal.firm.example',
          question: { ...asked.question, matterName: MATTER.name, matter: MATTER.facts },
        }),
      ]),
    },
  },
  'firm-refused': {
    options: {
      panelState: { service: 'fiscal.firm.example', matter: { ...MATTER, name: null, facts: [] } },
      conversation: conversationOf([
        turn(
          't1',
          QUESTION,
          {
            state: 'failed',
            error: { kind: 'forbidden', reason: 'noMatter', host: 'fiscal.firm.example', status: 404 },
          },
          { ...asked, service: 'fiscal.firm.example', question: { ...asked.question, matterName: MATTER.name } },
        ),
      ]),
    },
  },
  'firm-preview': {
    options: { panelState: { service: 'fiscal.firm.example', matter: MATTER } },
    async act({ page, host, box }) {
      host.onAsk((message) =>
        host.preview(message, {
          service: 'fiscal.firm.example',
          reasons: ['otherMatter'],
          matterName: MATTER.name,
        }),
      );
      await box.fill(QUESTION);
      await box.press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  modes: {
    async act({ page }) {
      await page.getByRole('button', { name: /^Research mode/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  find: {
    options: { conversation: conversationOf([turn('t1', QUESTION, finished, asked)]) },
    async act({ page, host }) {
      await host.deliver({ type: 'find' });
      await page.getByRole('textbox', { name: 'Find in conversation' }).fill('placed in service');
      await page.getByText(/^1 of /).waitFor();
    },
  },
};

async function shoot(browser: Browser, server: PageServer, theme: ThemeName, width: number): Promise<void> {
  for (const [name, { options, act }] of Object.entries(scenes)) {
    const panel = await openPanel(browser, server, { theme, width, height: 760, ...options });
    await act?.(panel);
    await panel.page.screenshot({ path: join(resolve(folder ?? '.'), `${name}-${width}-${theme}.png`) });
    for (const complaint of panel.complaints) console.log(theme, name, complaint);
    await panel.close();
  }
}

await mkdir(folder, { recursive: true });
const [browser, server] = await Promise.all([launchBrowser(), startPageServer()]);
for (const theme of themes) for (const width of [300, 450, 900]) await shoot(browser, server, theme, width);
await browser.close();
await server.close();
