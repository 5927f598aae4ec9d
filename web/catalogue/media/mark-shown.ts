import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import type { QueryClient } from '@tanstack/react-query';

/**
 * Writes a change of a media item, such as the viewer's heart, wherever a list, a page or the player shows the item,
 * without refetching any of them.
 */
export function markShown(client: QueryClient, id: string, change: Partial<Media>): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const marked = withMark(state.data, id, change);
    if (marked !== state.data) client.setQueryData(queryKey, marked, { updatedAt: state.dataUpdatedAt });
  }
}

/**
 * Returns the same value if the item does not occur in it; otherwise a copy, with new objects only on the path to the
 * item.
 */
export function withMark(value: unknown, id: string, change: object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('id' in value && value.id === id && 'isFavorite' in value) return { ...value, ...change };
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown) => withMark(part, id, change));
    return parts.some((part, at) => part !== value[at]) ? parts : value;
  }
  const parts = Object.entries(value).map(([name, part]) => [name, withMark(part, id, change)] as const);
  return parts.some(([name, part]) => part !== (value as Record<string, unknown>)[name])
    ? Object.fromEntries(parts)
    : value;
}
