/** Screenshots of an answer that a scripted language model writes: while it streams, the words behind a sentence, marks, and *Left out*. */
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import german from '../l10n/bundle.l10n.de.json' with { type: 'json' };
import germanManifest from '../package.nls.de.json' with { type: 'json' };
import englishManifest from '../package.nls.json' with { type: 'json' };
import { until } from '../test/vscode/support/until.ts';
import { openWindow, type Parts } from '../test/vscode/support/window.ts';
import { root } from './support/paths.ts';
import type { Pictures } from './support/pictures.ts';

const QUESTIONS = {
  en: 'Which costs of the press line are capitalized, and which may be expensed at once?',
  de: 'Welche Anschaffungskosten der Presse werden aktiviert, und was wird sofort abgezogen?',
};

/** In place of the samples, which are English. */
const GERMAN_FILES = {
  'aktivierungsrichtlinie.md': `# Aktivierungsrichtlinie

Beschlossen am 11. Dezember 2024.

## 1. Schwelle

Bewegliche Wirtschaftsgüter mit Anschaffungskosten bis 800 Euro werden im Jahr der Anschaffung sofort abgezogen.

## 2. Nebenkosten

Zu den Anschaffungskosten einer Maschine gehören auch die Kosten der Fracht und der Montage.

## 3. Nutzungsdauer

Pressen und Verpackungslinien werden ab der Anschaffung linear über 10 Jahre abgeschrieben.
`,
  'vermerk-presse.md': `# Vermerk zur Presse

Die Presse wurde am 3. März 2025 angeschafft und kostete ohne Montage 310000 Euro.
`,
};

export async function takeWrittenAnswerPictures(
  parts: Parts,
  { settings, language, arrange, picture }: Pictures & { readonly language: 'de' | undefined },
): Promise<void> {
  const control = await mkdtemp(join(tmpdir(), 'fiscal-model-'));
  /** The file is replaced, because the provider could read an empty file while it is written. */
  const setMode = async (mode: 'answer' | 'pause') => {
    await writeFile(join(control, 'next'), mode);
    await rename(join(control, 'next'), join(control, 'mode'));
  };
  await setMode('pause');
  const workbench = await openWindow(parts, {
    settings: {
      ...settings,
      'chat.disableAIFeatures': false,
      'fiscal.askMode': 'tax_research_deep_research',
      'fiscal.privacy.identifierGuard': 'off',
    },
    env: { FISCAL_TEST_MODEL: control },
    extensionDevelopment: join(root, 'test/vscode/modelProvider'),
    ...(language && { language, empty: true, files: GERMAN_FILES }),
  });
  const inGerman = (text: keyof typeof german) => (language === 'de' ? german[text] : text.replace(/\/page$/, ''));
  const command = (id: keyof typeof englishManifest) =>
    `Fiscal: ${language === 'de' ? germanManifest[id] : englishManifest[id]}`;
  try {
    await workbench.runCommand(command('command.chooseLanguageModel'));
    await workbench.pick(/Scripted Model/);
    await workbench.page.getByRole('button', { name: inGerman('Use Model') }).click();
    await workbench.runCommand(command('command.openChat'));
    const chat = workbench.chat();
    const box = chat.getByRole('textbox', { name: inGerman('Question/page'), exact: true });
    await box.waitFor();
    await arrange(workbench);
    await box.fill(QUESTIONS[language ?? 'en']);
    await box.press('Enter');
    const answer = chat.locator('.answer[aria-busy]').last();
    const sentences = answer.locator('.answer-text p');
    await sentences.filter({ hasText: '[2]' }).first().waitFor();
    await picture(workbench, 'streaming');
    await setMode('answer');
    await until('the answer has ended', async () => (await answer.getAttribute('aria-busy')) === 'false');
    const shown = async (what: string, place: ReturnType<typeof sentences.first>) => {
      await place.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      await picture(workbench, what);
    };
    await shown(
      'second-reading',
      sentences.filter({ hasText: inGerman('second reading: the source may say otherwise') }),
    );
    await shown('left-out', answer.getByRole('heading', { name: inGerman('Left out') }));
    // The source opens with the words behind the citation selected.
    await answer.locator('a.md-citation').first().click();
    await workbench.page.locator('.monaco-editor .selected-text').first().waitFor();
    await picture(workbench, 'words');
  } finally {
    await workbench.close();
    await rm(control, { recursive: true, force: true });
  }
}
