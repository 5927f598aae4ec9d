/** Sorts fetched items into the order in which they are shown; items that aren't shown yet are last. */
export function inOrderOf<T extends { id: string }>(shown: readonly T[], read: readonly T[]): T[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  return read.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0);
}
