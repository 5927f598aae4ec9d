import type { ModuleGraph } from './module-graph.ts';

/**
 * The cost of one more file to an entry that loads it, in characters of source: about 5 kB as they are sent. A larger number
 * makes fewer files, with more in them that only some of their readers use.
 */
const COST_OF_FILE = 40_000;

interface Group {
  modules: string[];
  /** Characters of the modules. */
  size: number;
  /** The entries that load the file, one bit each. */
  entries: bigint;
  /** The groups that this one imports, directly or through others. */
  needs: Set<Group>;
}

/**
 * Divides shared modules among files. Modules with the same entries are one file; then the two files whose merger saves most
 * are merged, until no merger makes the sum of all entries' loads smaller. No two files import each other.
 * @param entriesOf the modules, with the entries that load each, one bit per entry
 * @returns the modules of each file
 */
export function divideShared(graph: ModuleGraph, entriesOf: ReadonlyMap<string, bigint>): string[][] {
  const groups = groupBySameEntries(graph, entriesOf);
  for (let pair = findBestPair(groups); pair !== null; pair = findBestPair(groups)) merge(groups, ...pair);
  return [...groups].map(({ modules }) => modules);
}

function groupBySameEntries(graph: ModuleGraph, entriesOf: ReadonlyMap<string, bigint>): Set<Group> {
  const byEntries = new Map<bigint, Group>();
  const groupOf = new Map<string, Group>();
  for (const [id, entries] of entriesOf) {
    const group = byEntries.get(entries) ?? { modules: [], size: 0, entries, needs: new Set() };
    byEntries.set(entries, group);
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

function findBestPair(groups: ReadonlySet<Group>): [Group, Group] | null {
  let [best, most]: [[Group, Group] | null, number] = [null, 0];
  const list = [...groups];
  for (const [index, one] of list.entries())
    for (const other of list.slice(index + 1)) {
      const saved = savedByMerging(one, other, most);
      if (saved > most) [best, most] = [[one, other], saved];
    }
  return best;
}

/** Characters that merging saves all entries together. Stops counting once the result can't exceed `atLeast`. */
function savedByMerging(one: Group, other: Group, atLeast: number): number {
  const both = one.entries & other.entries;
  if (both === 0n) return 0;
  let saved =
    count(both) * COST_OF_FILE - count(one.entries ^ both) * other.size - count(other.entries ^ both) * one.size;
  // An entry that gets a module it doesn't use also loads the files that this module imports.
  const entries = one.entries | other.entries;
  for (const needs of [one.needs, other.needs])
    for (const needed of needs) {
      if (saved <= atLeast) return saved;
      if (needed === one || needed === other || (needs === other.needs && one.needs.has(needed))) continue;
      saved -= count(entries & ~needed.entries) * (needed.size + COST_OF_FILE);
    }
  return saved;
}

function merge(groups: Set<Group>, one: Group, other: Group): void {
  groups.delete(other);
  one.modules.push(...other.modules);
  one.size += other.size;
  one.entries |= other.entries;
  one.needs = new Set([...one.needs, ...other.needs]);
  for (const group of groups) {
    if (group.needs.has(one) || group.needs.has(other)) group.needs = new Set([...group.needs, ...one.needs, one]);
    group.needs.delete(other);
    group.needs.delete(group);
  }
  for (const needed of one.needs) needed.entries |= one.entries;
}

const count = (bits: bigint): number => bits.toString(2).replaceAll('0', '').length;
