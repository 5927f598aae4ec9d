import type { ModuleGraph } from './module-graph.ts';

/**
 * The cost of one more file to an entry that loads it, in characters of source: about 5 kB of transfer. A larger number
 * makes fewer files, with more modules that only some of their entries use.
 */
const COST_OF_FILE = 45_000;

/** How much the load of each entry counts. */
type Weights = readonly number[];
/** 1 for each entry that loads the modules, in the order of the weights. */
export type Entries = Uint8Array;

interface Group {
  modules: string[];
  /** Characters of the modules. */
  size: number;
  entries: Entries;
  /** The groups that this one imports, directly or through others. */
  needs: Set<Group>;
}

/**
 * Divides shared modules among files. Modules with the same entries form one file; then the two files whose merge saves
 * most are merged, until no merge reduces the sum of all entries' loads. No two files import each other.
 * @param entriesOf the modules, with the entries that load each
 * @param weights how much the load of each entry counts
 * @returns the modules of each file; the file that most entries load is the first
 */
export function divideShared(
  graph: ModuleGraph,
  entriesOf: ReadonlyMap<string, Entries>,
  weights: Weights,
): string[][] {
  const groups = groupBySameEntries(graph, entriesOf);
  const best = () => findBestPair(groups, weights);
  for (let pair = best(); pair !== null; pair = best()) merge(groups, ...pair);
  const loads = ({ entries }: Group) => weigh(weights, (entry) => entries[entry] === 1);
  return [...groups].toSorted((one, other) => loads(other) - loads(one)).map(({ modules }) => modules);
}

function groupBySameEntries(graph: ModuleGraph, entriesOf: ReadonlyMap<string, Entries>): Set<Group> {
  const byEntries = new Map<string, Group>();
  const groupOf = new Map<string, Group>();
  for (const [id, entries] of entriesOf) {
    const key = entries.join('');
    const group = byEntries.get(key) ?? { modules: [], size: 0, entries: entries.slice(), needs: new Set() };
    byEntries.set(key, group);
    groupOf.set(id, group);
    group.modules.push(id);
    group.size += graph.sizeOf(id);
  }
  for (const group of byEntries.values())
    for (const id of graph.reach(group.modules)) {
      const needed = groupOf.get(id);
      if (needed !== undefined && needed !== group) group.needs.add(needed);
    }
  return new Set(byEntries.values());
}

function findBestPair(groups: ReadonlySet<Group>, weights: Weights): [Group, Group] | null {
  let [best, most]: [[Group, Group] | null, number] = [null, 0];
  const list = [...groups];
  for (const [index, one] of list.entries())
    for (const other of list.slice(index + 1)) {
      const saved = savedByMerging(one, other, weights, most);
      if (saved > most) [best, most] = [[one, other], saved];
    }
  return best;
}

/** Characters that merging saves all entries together. Stops counting once the result can't exceed `atLeast`. */
function savedByMerging(one: Group, other: Group, weights: Weights, atLeast: number): number {
  let saved = weigh(weights, (entry) => one.entries[entry] === 1 && other.entries[entry] === 1) * COST_OF_FILE;
  if (saved <= atLeast) return saved;
  saved -= weigh(weights, (entry) => one.entries[entry] === 0 && other.entries[entry] === 1) * one.size;
  saved -= weigh(weights, (entry) => one.entries[entry] === 1 && other.entries[entry] === 0) * other.size;
  // An entry that gets a module it doesn't use also loads the files that this module imports.
  for (const needed of new Set([...one.needs, ...other.needs])) {
    if (saved <= atLeast) return saved;
    if (needed === one || needed === other) continue;
    const isNew = (entry: number) =>
      needed.entries[entry] === 0 && (one.entries[entry] === 1 || other.entries[entry] === 1);
    saved -= weigh(weights, isNew) * (needed.size + COST_OF_FILE);
  }
  return saved;
}

/** The summed weight of all entries for which `isCounted` is true. */
function weigh(weights: Weights, isCounted: (entry: number) => boolean): number {
  let sum = 0;
  for (let entry = 0; entry < weights.length; entry += 1) if (isCounted(entry)) sum += weights[entry] ?? 0;
  return sum;
}

function merge(groups: Set<Group>, one: Group, other: Group): void {
  groups.delete(other);
  one.modules.push(...other.modules);
  one.size += other.size;
  addEntries(one, other);
  one.needs = new Set([...one.needs, ...other.needs]);
  for (const group of groups) {
    if (group.needs.has(one) || group.needs.has(other)) group.needs = new Set([...group.needs, ...one.needs, one]);
    group.needs.delete(other);
    group.needs.delete(group);
  }
  for (const needed of one.needs) addEntries(needed, one);
}

function addEntries(group: Group, { entries }: Group): void {
  for (const [entry, loads] of entries.entries()) if (loads === 1) group.entries[entry] = 1;
}
