import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RULES } from '../../scripts/importRules.ts';
import { brokenRules } from '../../scripts/support/importCheck.ts';
import { readImports } from '../../scripts/support/importGraph.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fiscal-imports-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Names of the rules that these files break. */
function broken(files: Readonly<Record<string, string>>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return brokenRules(readImports(root, 'src'), RULES).map(({ rule }) => rule.name);
}

describe('the import rules', () => {
  it('every form of import of a folder that the rule does not name breaks the rule', () => {
    const forms = [
      `import { app } from '../service/app.ts';`,
      `import '../service/app.ts';`,
      `import type { App } from '../service/app.ts';`,
      `export { app } from '../service/app.ts';`,
      `export * from '../service/app.ts';`,
      `export const app = () => import('../service/app.ts');`,
      `export type App = typeof import('../service/app.ts');`,
    ];
    for (const form of forms) {
      expect(broken({ 'src/service/app.ts': '', 'src/client/send.ts': form }), form).toEqual(['client-imports']);
    }
  });

  it('a folder may import itself and the folders that its rule names', () => {
    const files = {
      'src/protocol/errors.ts': 'export const kind = 1;',
      'src/client/limits.ts': 'export const limit = 1;',
      'src/client/transport/send.ts': `import { kind } from '../../protocol/errors.ts'; import { limit } from '../limits.ts';`,
    };
    expect(broken(files)).toEqual([]);
  });

  it('vscode may be imported as a value only in the entries, and as a type everywhere', () => {
    expect(broken({ 'src/extension/common/settings.ts': `import type * as Vscode from 'vscode';` })).toEqual([]);
    expect(broken({ 'src/extension/common/settings.ts': `import * as vscode from 'vscode';` })).toEqual([
      'vscode-is-passed-in',
    ]);
    const entry = {
      'src/extension/common/settings.ts': '',
      'src/extension/host/extension.ts': `import * as vscode from 'vscode';`,
    };
    expect(broken(entry)).toEqual([]);
  });

  it('a module of Node breaks a rule in a folder that also runs in the page', () => {
    expect(broken({ 'src/conversation/store.ts': `import { join } from 'node:path';` })).toEqual(['pure-rooms']);
  });

  it('a cycle through three files breaks a rule in each of them, also if it consists of types', () => {
    const files = {
      'src/client/a.ts': `import type { B } from './b.ts'; export type A = B;`,
      'src/client/b.ts': `import type { C } from './c.ts'; export type B = C;`,
      'src/client/c.ts': `import type { A } from './a.ts'; export type C = A;`,
    };
    expect(broken(files)).toEqual(['no-cycles', 'no-cycles', 'no-cycles']);
  });

  it('two views of Markdown blocks that import each other break a rule', () => {
    const files = {
      'src/webview/markdown/blockView.ts': `import { list } from './listView.ts'; export const block = list;`,
      'src/webview/markdown/listView.ts': `import { block } from './blockView.ts'; export const list = block;`,
    };
    expect(broken(files)).toEqual(['no-cycles', 'no-cycles']);
  });

  it('an import of a file that does not exist breaks a rule', () => {
    expect(broken({ 'src/client/a.ts': `import { b } from './b.ts';` })).toEqual(['resolvable']);
  });

  it('a file that cannot be parsed is an error, not a file without imports', () => {
    expect(() => broken({ 'src/client/a.ts': 'import {' })).toThrow('src/client/a.ts');
  });
});
