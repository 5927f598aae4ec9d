import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { refreshCounts } from './lists.queries.ts';

const LISTS = ['/api/browse/media', '/api/media', '/api/list/media/curated', '/api/media?curated=true'];

/** A change to the catalogue between two pages; `victim` is an index among the existing media. */
type Change = { kind: 'add' } | { kind: 'hide' | 'remove'; victim: number } | { kind: 'count' };
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant({ kind: 'add' as const }),
  fc.record({ kind: fc.constantFrom('hide' as const, 'remove' as const), victim: fc.nat(500) }),
  fc.constant({ kind: 'count' as const }),
);

describe('a list in the order of a seed', () => {
  let server: TestServer;
  let musician: Account;
  beforeAll(async () => {
    server = await startTestServer();
    // The catalogue changes at every moment, so nothing may be cached for a second, such as the newcomers.
    vi.spyOn(server.app.publicCache, 'lately').mockImplementation((_name, load) => load());
    musician = await server.signUp();
  });
  afterAll(() => server.close());

  const add = (n: number) =>
    insertMedia(server.app.db, { musicianId: musician.me.id, title: `No. ${n}`, scores: [90, 90, 90] });
  /** Replaces the catalogue with so many songs. */
  const fill = async (count: number): Promise<string[]> => {
    await server.app.db`delete from media`;
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1) ids.push(await add(n));
    await refreshCounts(server.app.db);
    return ids;
  };
  /** Follows a list to its end with pages of these sizes in turn; `between` runs after each page. */
  const walk = async (
    list: string,
    seed: number,
    sizes: readonly number[],
    between: (page: number, shown: readonly string[]) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[]> => {
    const found: string[] = [];
    let cursor: string | null = null;
    for (let page = 0; page === 0 || cursor !== null; page += 1) {
      const query = new URLSearchParams({ seed: String(seed), size: String(sizes[page % sizes.length]) });
      if (cursor !== null) query.set('cursor', cursor);
      const { status, body } = await server.visitor().get(`${list}${list.includes('?') ? '&' : '?'}${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      found.push(...(body.media as { id: string }[]).map(({ id }) => id));
      cursor = body.paging.next;
      await between(page, found);
    }
    return found;
  };

  const wanted = {
    list: fc.constantFrom(...LISTS),
    seed: fc.integer({ min: 1, max: 2_147_483_646 }),
    sizes: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
    changes: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 8 }),
  };

  /**
   * Follows a list while these changes are made, and asserts what must hold every time. Returns the found ids and those
   * that were there all the time.
   */
  const walkAmid = async (
    list: string,
    seed: number,
    sizes: readonly number[],
    there: string[],
    changes: Change[][],
  ) => {
    const { db } = server.app;
    const stayed = new Set(there);
    const goneUnseen = new Set<string>();
    const found = await walk(list, seed, sizes, async (page, shown) => {
      for (const one of changes[page] ?? []) {
        if (one.kind === 'add') there.push(await add(1000 + there.length));
        if (one.kind === 'count') await refreshCounts(db);
        if (one.kind === 'add' || one.kind === 'count' || there.length === 0) continue;
        const [id = ''] = there.splice(one.victim % there.length, 1);
        stayed.delete(id);
        if (!shown.includes(id)) goneUnseen.add(id);
        if (one.kind === 'remove') await db`delete from media where id = ${id}`;
        else await db`update media set published = false, published_at = null, allow_curation = false where id = ${id}`;
      }
    });
    expect(new Set(found).size).toBe(found.length);
    expect([...stayed].filter((id) => !found.includes(id))).toEqual([]);
    expect(found.filter((id) => goneUnseen.has(id))).toEqual([]);
    return { found, stayed };
  };

  // The number of buckets depends on the catalogue's size, of which a list may have a count that is a second old. Up to
  // forty rows there is one bucket, and the order of a seed is always the same. Larger sizes are tested last.
  const few = fc.integer({ min: 0, max: 40 });

  it('contains each item once for all page sizes, in a different order for each seed', async () => {
    await fc.assert(
      fc.asyncProperty(
        wanted.list,
        wanted.seed,
        wanted.seed,
        few,
        wanted.sizes,
        wanted.sizes,
        async (list, seed, another, count, sizes, others) => {
          const ids = await fill(count);
          const found = await walk(list, seed, sizes);
          expect(found.toSorted()).toEqual(ids.toSorted());
          expect(await walk(list, seed, others)).toEqual(found);
          // Two random orders of fifteen are equal once in a million million.
          if (count >= 15 && another !== seed) expect(await walk(list, another, sizes)).not.toEqual(found);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('keeps the order of remaining media while others are added, hidden, removed and counted', async () => {
    await fc.assert(
      fc.asyncProperty(
        wanted.list,
        wanted.seed,
        fc.integer({ min: 0, max: 16 }),
        wanted.sizes,
        wanted.changes,
        async (list, seed, count, sizes, changes) => {
          const there = await fill(count);
          const whole = await walk(list, seed, [100]);
          const { found, stayed } = await walkAmid(list, seed, sizes, there, changes);
          expect(found.filter((id) => stayed.has(id))).toEqual(whole.filter((id) => stayed.has(id)));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('neither misses remaining media nor repeats any, in catalogues of up to 80', async () => {
    await fc.assert(
      fc.asyncProperty(
        wanted.list,
        wanted.seed,
        fc.integer({ min: 0, max: 80 }),
        wanted.sizes,
        wanted.changes,
        async (list, seed, count, sizes, changes) => {
          await walkAmid(list, seed, sizes, await fill(count), changes);
        },
      ),
      { numRuns: 15 },
    );
  });
});
