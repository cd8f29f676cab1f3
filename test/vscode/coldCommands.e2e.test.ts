import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';
import { COMMANDS, type CommandId } from '../../src/extension/common/contributions.ts';
import { keepPictures } from './support/pictures.ts';
import { succeeds, TRY, until } from './support/until.ts';
import { openWorkbench, type Workbench } from './support/workbench.ts';

/** `says`: a message. `asks`: a quick pick or an input. `shows`: a tab. `chat`: an element of the chat. `hidden`: not in the palette. */
type Outcome = { says: string } | { asks: string | RegExp } | { shows: string } | { chat: string } | 'hidden';

const noConversation = { says: 'There are no saved conversations yet.' };
const noLog = { says: 'There is no research log.' };
const noLaw = { says: 'No law was downloaded from a publisher yet.' };
const emptyLibrary = { says: 'The library is empty. Open a folder with documents.' };

/** What each command does in a window without a folder in which nothing has happened. */
const OUTCOMES: Readonly<Record<CommandId, Outcome>> = {
  // Those that need something come first: the chat was not opened yet.
  'fiscal.insertAnswer': { says: 'There is no answer yet to insert.' },
  'fiscal.createMemo': { says: 'There is no answer yet to create a memo from.' },
  'fiscal.exportConversation': { says: 'There is nothing to export yet.' },
  'fiscal.pinAnswer': { says: 'There is no answer to pin yet.' },
  'fiscal.showAccessibleView': { says: 'There is no answer yet.' },
  'fiscal.showResponseEvents': { says: 'There are no response events yet.' },
  'fiscal.openPinnedAnswer': 'hidden',
  'fiscal.unpinAnswer': 'hidden',
  'fiscal.openAuthority': 'hidden',
  'fiscal.askAuthority': 'hidden',
  'fiscal.checkCitations': 'hidden',
  'fiscal.openInDefaultApplication': 'hidden',
  'fiscal.showDocumentText': 'hidden',
  'fiscal.renameConversation': noConversation,
  'fiscal.pinConversation': noConversation,
  'fiscal.unpinConversation': noConversation,
  'fiscal.archiveConversation': noConversation,
  'fiscal.unarchiveConversation': noConversation,
  'fiscal.deleteConversation': noConversation,
  'fiscal.openConversation': noConversation,
  'fiscal.searchConversations': { asks: 'Search Conversations' },
  'fiscal.importConversation': { asks: 'Import Conversation' },
  'fiscal.verifyResearchLog': noLog,
  'fiscal.exportResearchLog': noLog,
  'fiscal.showUsage': { says: 'No questions were sent to a service this month.' },
  'fiscal.askSelection': 'hidden',
  'fiscal.addSelection': 'hidden',
  'fiscal.askFile': { asks: 'Attach files to the question' },
  'fiscal.editMatter': 'hidden',
  'fiscal.chooseMatter': 'hidden',
  'fiscal.setApiKey': { asks: 'Base URL of the service.' },
  'fiscal.signIn': { asks: 'Base URL of the service.' },
  'fiscal.checkConnection': { says: 'Open a folder first.' },
  'fiscal.rebuildLibrary': emptyLibrary,
  'fiscal.showLibraryStatus': emptyLibrary,
  'fiscal.showFolderOverview': emptyLibrary,
  'fiscal.getAuthorities': { asks: 'Get Authorities' },
  'fiscal.importAuthority': { asks: 'Import Authority from File' },
  'fiscal.checkPublishers': { asks: 'Check Connection to Publishers' },
  'fiscal.updateAuthorities': noLaw,
  'fiscal.showAuthorityChanges': noLaw,
  'fiscal.removeAuthorities': noLaw,
  'fiscal.showOutdatedAnswers': { says: 'No answer, pinned answer or memo quotes a law' },
  'fiscal.showStatus': { asks: /Fiscal: Built-in library · No folder open/ },
  'fiscal.connect': { asks: 'Base URL of the service.' },
  'fiscal.chooseLanguageModel': { asks: 'Language Model for Answers from the Library' },
  'fiscal.switchProfile': { asks: 'Switch Profile' },
  'fiscal.openWalkthrough': { shows: 'Welcome' },
  'fiscal.find': { chat: '.find input:focus' },
  'fiscal.showAccessibilityHelp': { chat: 'dialog[open] textarea' },
  'fiscal.newTemporaryConversation': { chat: '.privacy' },
  'fiscal.newConversation': { chat: 'main:not(:has(.privacy)) textarea:focus' },
  'fiscal.openChat': { chat: 'textarea:focus' },
  'fiscal.stop': 'hidden',
  'fiscal.removeApiKey': 'hidden',
  'fiscal.signOut': 'hidden',
  'fiscal.openSource': 'hidden',
  'fiscal.relyOnSource': 'hidden',
  'fiscal.rejectSource': 'hidden',
  'fiscal.resetSource': 'hidden',
  'fiscal.copyCitation': 'hidden',
  'fiscal.openInEditor': { shows: 'Fiscal' },
};

describe('commands in a new window without a folder', () => {
  let workbench: Workbench;
  let titles: ReadonlyMap<string, string>;
  /** What VS Code logs of errors in extensions. */
  const errors: string[] = [];
  keepPictures(() => workbench);

  const widget = () => workbench.page.locator('.quick-input-widget');

  beforeAll(async () => {
    const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'));
    const { contributes } = (await read('package.json')) as { contributes: { commands: Record<string, string>[] } };
    const texts = (await read('package.nls.json')) as Record<string, string>;
    titles = new Map(
      contributes.commands.map(({ command = '', title = '' }) => [command, texts[title.slice(1, -1)] ?? '']),
    );
    workbench = await openWorkbench({ noFolder: true });
    workbench.page.on('console', (message) => {
      if (message.type() === 'error' && /fiscal\.fiscal/.test(message.text())) errors.push(message.text());
    });
  });
  afterAll(() => workbench?.close());

  /** Opens the palette with the title typed, and returns the entry of the command, which is shown if `isListed`. */
  async function find(id: CommandId, isListed: boolean) {
    const { page } = workbench;
    const title = `Fiscal: ${titles.get(id)}`;
    const input = widget().locator('input.input').first();
    const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const entry = widget().getByRole('option', { name: new RegExp(`^${escaped}(?:,|$)`) });
    // Without it, another entry is shown in any case, or the one that says that there is none.
    const shown = isListed ? entry : widget().getByRole('option').first();
    // What the command before has opened can take the focus, which closes the palette. A palette that opens late replaces the text.
    await until('the palette shows entries', async () => {
      await page.keyboard.press('F1');
      return succeeds(input.fill(`>${title}`, { timeout: TRY }).then(() => shown.waitFor({ timeout: TRY })));
    });
    return entry;
  }

  async function expectOutcome(outcome: Exclude<Outcome, 'hidden'>): Promise<void> {
    const { page } = workbench;
    if ('chat' in outcome) {
      await workbench.chat().locator(outcome.chat).waitFor();
      await page.keyboard.press('Escape');
    } else if ('says' in outcome) {
      await page.locator('.notification-toast').getByText(outcome.says).first().waitFor();
    } else if ('asks' in outcome) {
      await widget().getByText(outcome.asks).first().waitFor();
    } else {
      await page
        .getByRole('tab', { name: new RegExp(`^${outcome.shows}`) })
        .first()
        .waitFor();
    }
  }

  async function tidy(): Promise<void> {
    const { page } = workbench;
    await workbench.closeInput();
    const close = page.locator('.notification-toast').getByRole('button', { name: /^Clear Notification/ });
    // A notification can hide by itself before the click.
    while ((await close.count()) > 0) await succeeds(close.first().click({ timeout: TRY }));
  }

  it.each(Object.entries(OUTCOMES) as [CommandId, Outcome][])(
    '%s does its job or says what is missing',
    async (id, outcome) => {
      const entry = await find(id, outcome !== 'hidden');
      if (outcome === 'hidden') {
        expect(await entry.count()).toBe(0);
      } else {
        await entry.click();
        // Only then does the widget show what the command asks.
        await entry.waitFor({ state: 'hidden' });
        await expectOutcome(outcome);
      }
      expect(await workbench.page.locator('.notification-toast .codicon-error').count()).toBe(0);
      await tidy();
    },
  );

  it('each command is tried, and none has failed', async () => {
    expect(Object.keys(OUTCOMES).sort()).toEqual([...COMMANDS].sort());
    expect(errors).toEqual([]);
  });
});
