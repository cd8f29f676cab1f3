import { expect, it } from 'vitest';
import { foldersOf, relativeFolders } from '../../../src/extension/library/libraryFolders.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const folders = (own: string[], home?: string) => read(own, home).folders;

function read(own: string[], home?: string, within: string[] = []) {
  const fake = fakeVscode();
  fake.folders = ['/matter'];
  return foldersOf(fake.api, { library: { folders: own, within, exclude: [], excludeWithin: [] } }, home);
}

it('the library reads the opened folders and the user’s own, with ~ for the home directory', () => {
  expect(folders([' ~/shelf ', '~', '/irc', '~other/x', 'relative'], '/home/$&')).toEqual([
    '/matter',
    '/home/$&/shelf',
    '/home/$&',
    '/irc',
  ]);
  expect(folders(['~\\shelf'], 'C:\\Users\\a')).toEqual(['/matter', 'C:\\Users\\a\\shelf']);
});

it('without a home directory (in a browser) ~ refers to no folder', () => {
  expect(folders(['~/shelf'])).toEqual(['/matter']);
});

it('links may lead to the opened folders and the user’s own, whatever a workspace narrows the library to', () => {
  expect(read(['~/shelf'], '/home/a', ['keys'])).toEqual({
    folders: ['/matter/keys', '/home/a/shelf'],
    roots: ['/matter', '/home/a/shelf'],
  });
});

it('folders of the settings whose paths are not absolute are known, so that the user can be told', () => {
  const library = {
    folders: [' ~/shelf ', '/irc', '~other/x', 'relative', ' '],
    within: [],
    exclude: [],
    excludeWithin: [],
  };
  expect(relativeFolders({ library }, '/home/a')).toEqual(['~other/x', 'relative']);
});
