// The Vitest files for a change. Vitest's own `--changed` follows all imports, and most server tests start the whole
// server: each change of server/ would run nearly all of them.
import { dirname } from 'node:path';
import { type Sources, closureOf } from './imports.ts';

/** Files that put the whole server together. A file that a test imports only through them isn't its subject. */
const WHOLE = new Set(['server/app.ts', 'server/build-http.ts', 'server/main.ts']);
/** Files that the testkit imports prepare a test, and aren't its subject, either. */
const TESTKIT = 'server/testkit/';
const CONFIGURATION = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig\.json)$/;
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/**
 * Tests that import a changed file, that are in its folder, or in a folder of server/ whose files import a changed file
 * of the contract; `all` after a change of the configuration.
 */
export function selectTests(changed: readonly string[], sources: Sources): string[] | 'all' {
  if (changed.some((file) => CONFIGURATION.test(file))) return 'all';
  const files = new Set(changed);
  const isSubject = (file: string, target: string) =>
    WHOLE.has(target) ? files.has(target) : !file.startsWith(TESTKIT) || target.startsWith(TESTKIT);
  const imports = new Map(
    [...sources.imports].map(([file, targets]) => [file, targets.filter((target) => isSubject(file, target))]),
  );
  const parted: Sources = { texts: sources.texts, imports };
  const folders = new Set(changed.filter((file) => sources.texts.has(file)).map((file) => dirname(file)));
  for (const [file, targets] of imports)
    if (file.startsWith('server/') && targets.some((target) => target.startsWith('contract/') && files.has(target)))
      folders.add(dirname(file));
  return [...sources.texts.keys()]
    .filter(isTest)
    .filter((test) => {
      if (folders.has(dirname(test)) && !dirname(test).startsWith('contract')) return true;
      const closure = closureOf(parted, [test]);
      return changed.some((file) => closure.has(file));
    })
    .toSorted();
}
