import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ModuleGraph } from './module-graph.ts';
import { divideShared } from './shared-files.ts';

type Modules = Record<string, { imports?: string[]; size?: number }>;

/**
 * Divides the modules that at least two entries share. All entries' names start with "entry"; their weight is 1 unless
 * given in `weights`.
 */
function divide(modules: Modules, weights: Record<string, number> = {}): string[][] {
  const entries = Object.keys(modules).filter((id) => id.startsWith('entry'));
  const graph = graphOf(modules, entries);
  const loads = entries.map((entry) => graph.reach([entry]));
  const shared = [...graph.reach(entries)].filter((id) => loads.filter((ids) => ids.has(id)).length > 1);
  return divideShared(
    graph,
    new Map(shared.map((id) => [id, Uint8Array.from(loads, (ids) => Number(ids.has(id)))])),
    entries.map((entry) => weights[entry] ?? 1),
  );
}

const graphOf = (modules: Modules, entries: string[]): ModuleGraph =>
  new ModuleGraph((id) => {
    const { imports = [], size = 0 } = modules[id] ?? {};
    return { importedIds: imports, dynamicallyImportedIds: [], code: ' '.repeat(size) };
  }, entries);

const sorted = (files: string[][]): string[] => files.map((file) => file.toSorted().join(' ')).toSorted();

it('puts modules of the same entries into one file', () => {
  const modules = { entry1: { imports: ['a', 'b'] }, entry2: { imports: ['b', 'a'] }, a: {}, b: {} };
  expect(sorted(divide(modules))).toEqual(['a b']);
});

it('merges a small module for an entry that doesn’t use it, but not a large one', () => {
  const modules = (size: number): Modules => ({
    entry1: { imports: ['a', 'b'] },
    entry2: { imports: ['a', 'b'] },
    entry3: { imports: ['a'] },
    a: { size: 1000 },
    b: { size },
  });
  expect(sorted(divide(modules(1000)))).toEqual(['a b']);
  expect(sorted(divide(modules(1_000_000)))).toEqual(['a', 'b']);
});

it('counts an entry of weight 4 as four entries', () => {
  const modules: Modules = {
    entry1: { imports: ['a', 'b'] },
    entry2: { imports: ['a', 'b'] },
    entry3: { imports: ['a'] },
    a: { size: 1000 },
    b: { size: 80_000 },
  };
  expect(sorted(divide(modules))).toEqual(['a b']);
  expect(sorted(divide(modules, { entry3: 4 }))).toEqual(['a', 'b']);
});

it('orders the files by the total weight of the entries that load them, largest first', () => {
  const modules: Modules = {
    entry1: { imports: ['a'] },
    entry2: { imports: ['a'] },
    entry3: { imports: ['b'] },
    entry4: { imports: ['b'] },
    entry5: { imports: ['b'] },
    a: {},
    b: {},
  };
  expect(divide(modules)).toEqual([['b'], ['a']]);
  expect(divide(modules, { entry1: 3 })).toEqual([['a'], ['b']]);
});

it('keeps modules separate that no entry loads together', () => {
  const modules = {
    entry1: { imports: ['a'] },
    entry2: { imports: ['a'] },
    entry3: { imports: ['b'] },
    entry4: { imports: ['b'] },
    a: {},
    b: {},
  };
  expect(sorted(divide(modules))).toEqual(['a', 'b']);
});

it('counts the modules that a module imports, because they are loaded with it', () => {
  const modules = (size: number): Modules => ({
    entry1: { imports: ['a', 'b'] },
    entry2: { imports: ['a', 'b'] },
    entry3: { imports: ['a'] },
    entry4: { imports: ['large'] },
    a: {},
    b: { imports: ['large'] },
    large: { size },
  });
  expect(sorted(divide(modules(1000)))).toEqual(['a b large']);
  expect(sorted(divide(modules(1_000_000)))).toEqual(['a', 'b large']);
});

it('counts an entry for a file that it loads only because of an earlier merge', () => {
  const entries = (first: number, last: number, imports: string[]): Modules =>
    Object.fromEntries(Array.from({ length: last - first + 1 }, (_, index) => [`entry${first + index}`, { imports }]));
  const modules: Modules = {
    ...entries(1, 10, ['a', 'b']),
    // Loads b because of the merge with a, and therefore h.
    entry11: { imports: ['a', 'k'] },
    entry12: { imports: ['h', 'k'] },
    ...entries(13, 30, ['h']),
    a: { size: 75_000 },
    b: { size: 75_000, imports: ['h'] },
    h: { size: 150_000 },
    k: { size: 1500 },
  };
  expect(sorted(divide(modules))).toEqual(['a b', 'h k']);
});

const ENTRIES = ['entry1', 'entry2', 'entry3', 'entry4', 'entry5', 'entry6'];
const SHARED = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const graphs = fc.record(
  Object.fromEntries(
    [...ENTRIES, ...SHARED].map((id) => [
      id,
      fc.record({
        imports: fc.uniqueArray(fc.constantFrom(...SHARED), { maxLength: 3 }),
        size: fc.integer({ min: 0, max: 90_000 }),
      }),
    ]),
  ),
);

/** The files that are loaded with `start`, without its own. */
function loaded(modules: Modules, files: string[][], start: string[], seen = new Set<string[]>()): Set<string[]> {
  const imports = new Set(start.flatMap((id) => modules[id]?.imports ?? []));
  for (const file of files)
    if (file !== start && !seen.has(file) && file.some((id) => imports.has(id)))
      loaded(modules, files, file, seen.add(file));
  return seen;
}

it('makes files that don’t import each other, with every module in exactly one file', () => {
  fc.assert(
    fc.property(graphs, (modules) => {
      const files = divide(modules);
      expect(new Set(files.flat()).size).toBe(files.flat().length);
      for (const file of files)
        for (const other of loaded(modules, files, file)) expect(loaded(modules, files, other)).not.toContain(file);
    }),
    { numRuns: 1000 },
  );
});

it('never loads more for all entries together than with one file per module', () => {
  const costOf = (modules: Modules, files: string[][]): number =>
    ENTRIES.map((entry) => [...graphOf(modules, ENTRIES).reach([entry])].filter((id) => !files.flat().includes(id)))
      .flatMap((own) => [...loaded(modules, files, own)])
      .map((file) => 45_000 + file.reduce((sum, id) => sum + (modules[id]?.size ?? 0), 0))
      .reduce((sum, cost) => sum + cost, 0);
  fc.assert(
    fc.property(graphs, (modules) => {
      const files = divide(modules);
      const alone = files.flat().map((id) => [id]);
      expect(costOf(modules, files)).toBeLessThanOrEqual(costOf(modules, alone));
    }),
    { numRuns: 1000 },
  );
});
