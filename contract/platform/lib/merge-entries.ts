/** The state of a list when its user began to edit it. */
export interface Began {
  /** The ids of its entries. */
  ids: readonly string[];
  /** The ids of those entries that the user has edited since. */
  changed: readonly string[];
}

/**
 * Merges a list that a user edited with the changes that others made to it in the meantime. An entry that was edited in
 * `mine` is kept as in `mine`, even if it was removed from `theirs`; any other entry is as in `theirs`. Entries removed
 * from either list are left out. The order is that of `mine`, followed by entries that were added to `theirs`. Pure.
 * @param mine the list as its user edited it; new entries have no id of `theirs`
 * @param theirs the list as it is now
 */
export function mergeEntries<M extends { id?: string | undefined }, T extends { id: string }>(
  mine: readonly M[],
  theirs: readonly T[],
  began: Began,
): (M | T)[] {
  const [known, changed] = [new Set<string | undefined>(began.ids), new Set<string | undefined>(began.changed)];
  const named = new Set(mine.map(({ id }) => id));
  const there = new Map<string | undefined, T>(theirs.map((entry) => [entry.id, entry]));
  const kept = mine.flatMap((entry): (M | T)[] => {
    if (!known.has(entry.id) || changed.has(entry.id)) return [entry];
    const now = there.get(entry.id);
    // Deleted once it is used, so that no entry is returned twice.
    there.delete(entry.id);
    return now === undefined ? [] : [now];
  });
  return [...kept, ...theirs.filter(({ id }) => !known.has(id) && !named.has(id))];
}
