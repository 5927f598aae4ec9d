/** What somebody knew of a list when they began to edit it. */
export interface Began {
  /** The entries that it had. */
  ids: readonly string[];
  /** Those of them that were edited. */
  changed: readonly string[];
}

/**
 * A list that somebody edited, together with what others made of it meanwhile. What was added there stays, at the end; what
 * was removed there is left out; an entry that was edited here is as it is here, also where it was removed there, and any
 * other is as it is there. What was removed here is left out. The order is that of `mine`. Pure.
 * @param mine the list as it was edited; what is new has no id of `theirs`
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
    // Taken out as it is used: no entry is there twice.
    there.delete(entry.id);
    return now === undefined ? [] : [now];
  });
  return [...kept, ...theirs.filter(({ id }) => !known.has(id) && !named.has(id))];
}
