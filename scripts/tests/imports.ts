// Which files import which, from the text of the sources.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const SOURCES = '{contract,server,web,fixtures,demo,scripts,bench,journeys}/**/*.{ts,tsx,mjs}';
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)'(\.[^']+|@scoville\/[^']+)'/g;

export interface Sources {
  /** The text of each file, by its path below the root. */
  texts: ReadonlyMap<string, string>;
  imports: ReadonlyMap<string, readonly string[]>;
}

export function readSources(root: string): Sources {
  const files = globSync(SOURCES, { cwd: root, exclude: (path) => /node_modules|\bdist\b/.test(path) });
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  return { texts, imports: new Map([...texts].map(([file, text]) => [file, importsOf(file, text)])) };
}

export const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(IMPORT)].map(([, target = '']) =>
    target.startsWith('@scoville/') ? target.slice('@scoville/'.length) : posix.join(dirname(file), target),
  );

/** The files, and everything that they import, directly or through others. */
export function closureOf({ imports }: Sources, files: Iterable<string>): Set<string> {
  const seen = new Set<string>();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    open.push(...(imports.get(file) ?? []));
  }
  return seen;
}
