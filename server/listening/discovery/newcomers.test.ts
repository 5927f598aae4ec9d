import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type TestServer, startTestServer } from '../../testkit/server.ts';
import { newcomersPool } from './recommendations.queries.ts';

const LIMITS = { floor: 100, few: 30 };

describe('the pool of newcomers', () => {
  let server: TestServer;
  let musicians: string[];
  beforeAll(async () => {
    server = await startTestServer();
    musicians = [];
    for (let index = 0; index < 4; index += 1) musicians.push((await server.signUp()).me.id);
  });
  beforeEach(() => server.app.db`delete from media`);
  afterAll(() => server.close());

  const add = async (musician: number, { shown = 0, heard = 0, plays = 0 } = {}) => {
    const { db } = server.app;
    const id = await insertMedia(db, { musicianId: musicians[musician] ?? '', scores: [80, 80, 80] });
    await db`update media set play_count = ${plays} where id = ${id}`;
    await db`update first_listens set shown = ${shown}, heard = ${heard} where media_id = ${id}`;
    return id;
  };
  const pool = async () => (await newcomersPool(server.app.db, LIMITS)).map(({ id }) => id);

  it('contains public media only, even if many hidden media were shown less often', async () => {
    for (let n = 0; n < 210; n += 1) await add(n % 3);
    const { db } = server.app;
    await db`update media set published = false, published_at = null, allow_curation = false`;
    const one = await add(3, { shown: 50 });
    expect(await pool()).toEqual([one]);
    // Rejected media are no newcomers, either. If they are approved again, they are newcomers again, and the number of
    // times that they were shown is kept.
    await db`update media set verdict = 'rejected', rejected_at = now(), storytelling = 1 where id = ${one}`;
    expect(await pool()).toEqual([]);
    await db`update media set verdict = 'curated', rejected_at = null, storytelling = 80 where id = ${one}`;
    expect(await newcomersPool(db, LIMITS)).toEqual([{ id: one, musicianId: musicians[3], shown: 50, heard: 0 }]);
  });

  it('contains at most three media of each musician, even if many are published at once', async () => {
    const batch = new Set<string>();
    for (let n = 0; n < 250; n += 1) batch.add(await add(0));
    const others = [await add(1, { shown: 99 }), await add(1, { shown: 98 }), await add(2, { shown: 40 })];
    const found = await pool();
    expect(found.filter((id) => batch.has(id))).toHaveLength(3);
    expect(found).toEqual(expect.arrayContaining(others));
    expect(found).toHaveLength(6);
  });

  it('stays the same after single showings, and replaces media at each quarter of their showings', async () => {
    const { db } = server.app;
    for (let n = 0; n < 5; n += 1) await add(0);
    const first = await pool();
    expect(first).toHaveLength(3);
    const [shown = '', ...others] = first;
    const showTo = (listeners: number) => db`update first_listens set shown = ${listeners} where media_id = ${shown}`;
    await showTo(24);
    expect(await pool()).toEqual(first);
    await showTo(25);
    const then = await pool();
    expect(then).toHaveLength(3);
    expect(then).toEqual(expect.arrayContaining(others));
    expect(then).not.toContain(shown);
  });

  it('is filled with the best media that had their showings, except those with enough plays', async () => {
    // Unshown media have a ratio of one half, so they precede all others in the order of the best.
    for (let n = 0; n < 210; n += 1) await add(0);
    const best = await add(1, { shown: 200, heard: 60 });
    const rarely = await add(2, { shown: 200, heard: 5 });
    const known = await add(3, { shown: 200, heard: 90, plays: 30 });
    for (let n = 0; n < 205; n += 1) await add(1, { shown: 200, heard: 50 });
    const found = await pool();
    expect(found).toHaveLength(7);
    expect(found).toEqual(expect.arrayContaining([best, rarely]));
    expect(found).not.toContain(known);
  });
});
