import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { open, searchIn, temporaryFolder } from '../temporary.ts';

/** The paths that a question finds in a folder with these files, best first. */
async function found(files: Readonly<Record<string, string>>, question: string): Promise<string[]> {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const library = open({ folders: [folder] });
  await library.ready();
  return (await searchIn(library, question)).documents.map(({ path }) =>
    path.slice(folder.length + 1).replaceAll('\\', '/'),
  );
}

/** The older version has the words of the question more often. */
const OLDER = '# Materiality\n\nMateriality is $410,000. Materiality was set by revenue.\n';
const CURRENT =
  '# Materiality\n\nOverall materiality of $385,000, because the forecast fell and the covenants are tight.\n';

describe('versions of a document', () => {
  it.each([
    ['Materiality DRAFT.md', 'Materiality FINAL.md'],
    ['Materiality v1.md', 'Materiality v2.md'],
    ['Materiality v9.md', 'Materiality v10.md'],
    ['Materiality 2023 (superseded).md', 'Materiality 2025.md'],
    ['Materiality Entwurf.md', 'Materiality.md'],
  ])('%s comes behind %s', async (older, current) => {
    expect(await found({ [older]: OLDER, [current]: CURRENT }, 'materiality?')).toEqual([current, older]);
  });

  it('the older version keeps its place if the question asks about it', async () => {
    const files = { 'Materiality DRAFT.md': OLDER, 'Materiality FINAL.md': CURRENT };
    expect((await found(files, 'materiality in the draft?'))[0]).toBe('Materiality DRAFT.md');
  });

  it('a question in the past tense, or a German one with “was”, does not ask for an older version', async () => {
    const files = { 'Materiality v1.md': OLDER, 'Materiality v2.md': CURRENT };
    for (const question of ['What was the materiality?', 'Was ist die Materiality?'])
      expect((await found(files, question))[0]).toBe('Materiality v2.md');
  });

  it('a question for what was before a date leads to the version that was in force then', async () => {
    const policy = (date: string, rate: string) =>
      `# Travel policy\n\nEffective ${date}.\n\nMileage: ${rate} cents a mile.\n`;
    const files = {
      'Travel policy 2023 (superseded).md': policy('March 1, 2023', '60'),
      'Travel policy 2025.md': policy('July 1, 2025', '70'),
    };
    const first = async (question: string) => (await found(files, question))[0];
    expect(await first('What is the mileage?')).toBe('Travel policy 2025.md');
    expect(await first('What mileage was paid before July 2025?')).toBe('Travel policy 2023 (superseded).md');
    expect(await first('What mileage was paid before 1 August 2026?')).toBe('Travel policy 2025.md');
  });

  it('the year of a question leads to the version of that year, and not to a draft', async () => {
    const drafts = { 'Materiality DRAFT 2025-10-06.md': OLDER, 'Materiality FINAL 2026-01-19.md': CURRENT };
    expect((await found(drafts, 'materiality for 2025?'))[0]).toBe('Materiality FINAL 2026-01-19.md');
    const replaced = { 'Materiality 2023 (superseded).md': OLDER, 'Materiality 2025.md': CURRENT };
    expect((await found(replaced, 'materiality for 2023?'))[0]).toBe('Materiality 2023 (superseded).md');
  });

  it('the current version comes first for a question that names a year if the names of the versions have no dates', async () => {
    const files = { 'Materiality v1.md': OLDER, 'Materiality v2.md': CURRENT };
    expect(await found(files, 'materiality for 2025?')).toEqual(['Materiality v2.md', 'Materiality v1.md']);
  });

  it('documents whose names differ only by a date, and those of other folders, are no versions', async () => {
    const minutes = { 'Minutes 2024-05-01.md': OLDER, 'Minutes 2025-05-01.md': CURRENT };
    expect((await found(minutes, 'materiality?'))[0]).toBe('Minutes 2024-05-01.md');
    const clients = { 'Elm/Materiality v1.md': OLDER, 'Oak/Materiality v2.md': CURRENT };
    expect((await found(clients, 'materiality?'))[0]).toBe('Elm/Materiality v1.md');
  });
});
