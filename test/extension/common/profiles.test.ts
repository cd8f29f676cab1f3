import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readProfiles } from '../../../src/extension/common/profiles.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';

const LIBRARY = { address: null, languageModel: null, askMode: 'auto' } as const;

function read(settings: SettingValues) {
  const fake = fakeVscode();
  fake.settings = settings;
  fake.folders = ['/matter'];
  return watchSettings(fake.api).current;
}

describe('profiles', () => {
  it('a profile names a service with its mode, the library, or a language model over the library', () => {
    const { list, problems } = readProfiles(
      [
        { name: 'Firm', baseUrl: 'https://research.example/v1/', askMode: 'audit_research' },
        { name: 'Library' },
        { name: 'Local', languageModel: { provider: 'address', model: 'llama', address: 'http://127.0.0.1:1/v1' } },
      ],
      LIBRARY,
    );
    expect(problems).toEqual([]);
    expect(list).toMatchObject([
      { name: 'Firm', address: { base: 'https://research.example/v1' }, askMode: 'audit_research' },
      { name: 'Library', address: null, languageModel: null, askMode: null },
      { name: 'Local', languageModel: { provider: 'address', model: 'llama', inputTokens: 0 } },
    ]);
  });

  it.each([
    [{ baseUrl: 'https://a.example' }, 'form'],
    [{ name: 7 }, 'form'],
    [{ name: 'x', askMode: 'fastest' }, 'form'],
    [{ name: 'x'.repeat(61) }, 'form'],
    ['x', 'form'],
    [{ name: 'x', baseUrl: 'http://plain.example' }, 'address'],
    [{ name: 'x', baseUrl: 'https://user:secret@a.example' }, 'address'],
    [{ name: 'x', languageModel: { provider: 'vscode', model: 'no-vendor' } }, 'model'],
  ])('The profile %j is not used and is reported as "%s".', (entry, problem) => {
    const { list, problems } = readProfiles([entry], LIBRARY);
    expect(list).toEqual([]);
    expect(problems).toMatchObject([{ problem }]);
  });

  it('of two profiles with one name, the second is reported and not used', () => {
    const { list, problems } = readProfiles([{ name: 'A' }, { name: 'A', baseUrl: 'https://b.example' }], LIBRARY);
    expect(list).toHaveLength(1);
    expect(problems).toEqual([{ name: 'A', problem: 'duplicate' }]);
  });

  it('a setting that is not a list is reported, and any value is read without an error', () => {
    expect(readProfiles({ name: 'A' }, LIBRARY).problems).toEqual([{ name: 'fiscal.profiles', problem: 'form' }]);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const { name } of readProfiles([value], LIBRARY).list) expect(name).toMatch(/^[^\n]{1,60}$/);
      }),
      { numRuns: 200 },
    );
  });

  it('the profile whose values are in use is the active one, also when its mode differs from another one', () => {
    const baseUrl = 'https://research.example';
    const profiles = {
      global: [
        { name: 'Fast', baseUrl, askMode: 'tax_research_fast_research' },
        { name: 'Deep', baseUrl, askMode: 'tax_research_deep_research' },
      ],
    };
    const askMode = { global: 'tax_research_deep_research' };
    expect(read({ profiles, baseUrl: { global: baseUrl }, askMode }).profiles.active).toBe('Deep');
    expect(read({ profiles, baseUrl: { global: 'https://other.example' }, askMode }).profiles.active).toBeNull();
  });

  it('profiles of a folder, a workspace file or a remote machine are ignored', () => {
    const evil = [{ name: 'Firm', baseUrl: 'https://evil.example' }];
    const { profiles } = read({ profiles: { default: [], remote: evil, workspace: evil, folder: evil } });
    expect(profiles).toEqual({ list: [], problems: [], active: null });
  });
});
