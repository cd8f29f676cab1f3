/** Which file imports which, types included, as the sources say it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

export interface Import {
  /** Path relative to the root, with slashes. */
  readonly from: string;
  /** Such a path too, or the name of a package, `vscode` or `node:…`. */
  readonly to: string;
  /** Only types are imported, so nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** Nothing is there. Packages are not looked up: the compiler does that. */
  readonly missing: boolean;
}

export function readImports(root: string, folder: string): Import[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
    .flatMap((file) => importsOf(root, file));
}

function importsOf(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: { name: string; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    found.push({ name: moduleRequest.value, typeOnly: entries.length > 0 && entries.every(({ isType }) => isType) });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) found.push({ name: moduleRequest.value, typeOnly: isType });
    }
  }
  const dynamic = new Set(module.dynamicImports.map(({ moduleRequest }) => moduleRequest.start));
  // `import('…')` is an expression or a type; the parser lists the expressions.
  for (const match of text.matchAll(/\bimport\(\s*(['"])([^'"]+)\1/g)) {
    const start = match.index + match[0].indexOf(match[1] ?? '');
    found.push({ name: match[2] ?? '', typeOnly: !dynamic.has(start) });
  }
  return found.map(({ name, typeOnly }) => {
    const to = name.startsWith('.') ? posix.join(dirname(file).replaceAll('\\', '/'), name) : name;
    return { from: file, to, typeOnly, missing: name.startsWith('.') && !existsSync(join(root, to)) };
  });
}

/** The shortest way from the target of an import back to its file, or null: the import is part of a cycle if there is one. */
export function cycleThrough(start: Import, imports: readonly Import[]): string[] | null {
  const next = Map.groupBy(imports, ({ from }) => from);
  const cameFrom = new Map<string, string>([[start.to, start.from]]);
  const queue = [start.to];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (file === start.from) return wayTo(file, start, cameFrom);
    for (const { to } of next.get(file) ?? []) {
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, file);
      queue.push(to);
    }
  }
  return null;
}

function wayTo(end: string, start: Import, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  for (let file = end; file !== start.to; ) {
    file = cameFrom.get(file) ?? start.to;
    way.unshift(file);
  }
  return [start.from, ...way];
}
