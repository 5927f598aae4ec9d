import fc from 'fast-check';
import { type Mock, expect, it, vi } from 'vitest';
import { keepFavorites } from './local-favorites.ts';
import { fetchLocalPage, localPage } from './local-page.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn() as Mock }));
vi.mock('../../platform/lib/call.ts', () => ({ call }));
vi.spyOn(console, 'warn').mockReturnValue();

/** The ids of all pages in the order of a seed. Before each further page, `change` may remove ids from the list. */
function walk(all: string[], seed: number, change = (ids: string[]) => ids): string[] {
  const seen: string[] = [];
  let left = all;
  for (let next: string | null | undefined; next !== null; left = change(left)) {
    const page = localPage(left, seed, next);
    seen.push(...page.ids);
    ({ next } = page);
  }
  return seen;
}

const favorites = fc.uniqueArray(fc.uuid({ version: 7 }), { maxLength: 70 });

it('each favorite appears once, in an order that depends on the seed and not on the list', () => {
  fc.assert(
    fc.property(favorites, fc.nat(), (ids, seed) => {
      const seen = walk(ids, seed);
      expect(seen.toSorted()).toEqual(ids.toSorted());
      expect(walk(ids.toReversed(), seed)).toEqual(seen);
    }),
  );
});

it('each remaining favorite appears once while others are removed', () => {
  fc.assert(
    fc.property(favorites, fc.nat(), (ids, seed) => {
      const seen = walk(ids, seed, (left) => left.filter((id, at) => at % 3 > 0 || id.endsWith('0')));
      expect(seen).toEqual([...new Set(seen)]);
      const staying = ids.filter((id) => id.endsWith('0'));
      expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
    }),
  );
});

it('another seed gives another order', () => {
  const ids = Array.from({ length: 20 }, (_, n) => `00000000-0000-7000-8000-0000000000${n + 10}`);
  expect(walk(ids, 1)).not.toEqual(walk(ids, 2));
});

it('pages on which every favorite is hidden or deleted are skipped', async () => {
  const ids = Array.from({ length: 65 }, (_, n) => `00000000-0000-7000-8000-0000000000${n + 10}`);
  keepFavorites(ids);
  const last = walk(ids, 1).slice(40);
  call.mockImplementation(async (_, { query }: { query: { ids: string } }) => ({
    media: query.ids.split(',').flatMap((id) => (last.includes(id) ? [{ id }] : [])),
  }));
  const { signal } = new AbortController();
  const found = await fetchLocalPage(1, undefined, signal);
  expect(found.media.map(({ id }) => id)).toEqual(last.slice(0, 20));
  const end = await fetchLocalPage(1, found.paging.next ?? undefined, signal);
  expect(end).toMatchObject({ media: last.slice(20).map((id) => ({ id })), paging: { next: null } });
  call.mockResolvedValue({ media: [] });
  expect(await fetchLocalPage(1, undefined, signal)).toMatchObject({ media: [], paging: { next: null } });
});
