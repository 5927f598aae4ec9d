import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { insertMedia, insertMissingSources } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the order of a profile', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  /** A musician with three songs, the oldest first. */
  const withSongs = async (plan: string): Promise<Account & { songs: string[] }> => {
    const account = await server.signUp({ plan });
    const songs = [];
    for (const title of ['One', 'Two', 'Three'])
      songs.push(await insertMedia(server.app.db, { musicianId: account.me.id, title }));
    return { ...account, songs };
  };
  const list = async (client = server.visitor(), id: string) =>
    (await client.post(`/api/media/user/${id}`, { sortingOptions: { sort: 'position' } })).body;
  const titles = async (id: string) =>
    (await list(server.visitor(), id)).media.map(({ title }: { title: string }) => title);
  const order = (ids: readonly string[]) => ids.map((id, index) => ({ id, position: index + 1 }));

  it('API-46 is set by a musician with the perk; songs that were never arranged follow, newest first', async () => {
    const { client, me, songs } = await withSongs('flaming-hot');
    const [one, two, three] = songs as [string, string, string];
    expect(await titles(me.id)).toEqual(['Three', 'Two', 'One']);
    expect((await list(client, me.id)).canSort).toBe(true);
    expect((await list(server.visitor(), me.id)).canSort).toBe(false);
    const positions = order([two, one]);
    expect(await client.put('/api/media/positions', { scope: 'profile', id: me.id, positions })).toMatchObject({
      status: 200,
      body: { positions },
    });
    expect(await titles(me.id)).toEqual(['Two', 'One', 'Three']);
    await insertMedia(server.app.db, { musicianId: me.id, title: 'Four' });
    expect(await titles(me.id)).toEqual(['Two', 'One', 'Four', 'Three']);
    await client.put('/api/media/positions', { id: me.id, positions: order([three, two, one]) });
    expect(await titles(me.id)).toEqual(['Three', 'Two', 'One', 'Four']);
  });

  it('is rejected as a whole without the perk, for another’s profile, and with others’ songs', async () => {
    const { client, me, songs } = await withSongs('spicy');
    const body = { id: me.id, positions: order(songs) };
    expect((await list(client, me.id)).canSort).toBe(false);
    expect(await client.put('/api/media/positions', body)).toMatchObject({
      status: 403,
      body: { message: 'Your plan does not let you rearrange your music. Choose one that does.' },
    });
    const other = await withSongs('ghost-pepper');
    expect(await other.client.put('/api/media/positions', body)).toMatchObject({
      status: 403,
      body: { message: 'You can rearrange your own media only.' },
    });
    const mixed = { id: other.me.id, positions: order([...other.songs, ...songs]) };
    expect(await other.client.put('/api/media/positions', mixed)).toMatchObject({
      status: 400,
      body: {
        message: 'Not all of these media are of this musician. Reload the page and try again.',
        errors: [{ field: 'positions' }],
      },
    });
    for (const id of [me.id, other.me.id]) expect(await titles(id)).toEqual(['Three', 'Two', 'One']);
    const twice = { id: other.me.id, positions: [...order(other.songs), { id: other.songs[0], position: 9 }] };
    expect((await other.client.put('/api/media/positions', twice)).status).toBe(400);
    expect((await other.client.put('/api/media/positions', { id: newId(), positions: order(songs) })).status).toBe(404);
    const admin = await server.signUp({ role: 'admin' });
    expect((await list(admin.client, me.id)).canSort).toBe(true);
    expect((await admin.client.put('/api/media/positions', body)).status).toBe(200);
    expect(await titles(me.id)).toEqual(['One', 'Two', 'Three']);
  });

  it('is one of the submitted orders when several are submitted at once', async () => {
    const { client, me, songs } = await withSongs('ghost-pepper');
    const orders = [songs, songs.toReversed(), [songs[1]!, songs[2]!, songs[0]!]];
    const answers = await Promise.all(
      [...orders, ...orders].map((ids) => client.put('/api/media/positions', { id: me.id, positions: order(ids) })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const shown = (await list(client, me.id)).media.map(({ id }: { id: string }) => id);
    expect(orders).toContainEqual(shown);
  });

  const move = (as: Account, id: string, after: string | null, scope?: object) =>
    as.client.put(`/api/media/positions/${id}`, { id: as.me.id, after, ...scope });

  it('GD-05 one item is moved behind another or to the beginning, in a list of 5,000 as in a short one', async () => {
    const account = await withSongs('ghost-pepper');
    const { me, songs } = account;
    const [one, two, three] = songs as [string, string, string];
    expect((await move(account, one, null)).body).toEqual({ id: one, after: null, renumbered: false });
    expect(await titles(me.id)).toEqual(['One', 'Three', 'Two']);
    expect((await move(account, three, two)).status).toBe(200);
    expect(await titles(me.id)).toEqual(['One', 'Two', 'Three']);
    // These positions are consecutive, so a move between two neighbours first renumbers all items in their order.
    await account.client.put('/api/media/positions', { id: me.id, positions: order([two, one, three]) });
    expect((await move(account, three, two)).body.renumbered).toBe(true);
    expect(await titles(me.id)).toEqual(['Two', 'Three', 'One']);
    // Each move halves the same gap, until it is used up.
    const renumbered = [];
    for (let n = 0; n < 12; n += 1) {
      const moved = n % 2 === 0 ? one : three;
      renumbered.push((await move(account, moved, two)).body.renumbered);
      expect(await titles(me.id)).toEqual(['Two', ...(n % 2 === 0 ? ['One', 'Three'] : ['Three', 'One'])]);
    }
    expect(renumbered.filter(Boolean).length).toBe(1);

    const { db } = server.app;
    await transaction(db, async (tx) => {
      await tx`insert into media (id, musician_id, title, type, filename, availability, source_id, published, published_at, created_at)
        select gen_random_uuid(), musician_id, 'Many ' || n, type, filename, availability, gen_random_uuid(), true, now(),
          now() - n * interval '1 hour'
        from media, generate_series(1, 5000) n where media.id = ${one}`;
      await insertMissingSources(tx);
    });
    const [last] = await db<
      [{ id: string }]
    >`select id from media where musician_id = ${me.id} and title = 'Many 5000'`;
    expect((await move(account, last.id, one)).status).toBe(200);
    expect((await move(account, two, last.id)).status).toBe(200);
    expect((await titles(me.id)).slice(0, 6)).toEqual(['Three', 'One', 'Many 5000', 'Two', 'Many 1', 'Many 2']);
    // A move behind an item that was never arranged gives a position to every item before it.
    const [before] = await db<
      [{ id: string }]
    >`select id from media where musician_id = ${me.id} and title = 'Many 4999'`;
    expect((await move(account, three, before.id)).status).toBe(200);
    const rows = await db<{ title: string }[]>`select title from media where musician_id = ${me.id} order by position`;
    expect(rows.map(({ title }) => title)).toEqual([
      'One',
      'Many 5000',
      'Two',
      ...Array.from({ length: 4999 }, (_, n) => `Many ${n + 1}`),
      'Three',
    ]);
  });

  it('moves follow the same rules as orders, and two concurrent moves both take effect', async () => {
    const account = await withSongs('ghost-pepper');
    const other = await withSongs('spicy');
    const [one, two, three] = account.songs as [string, string, string];
    expect((await move(other, other.songs[0]!, null)).status).toBe(403);
    expect((await move(other, one, null, { id: account.me.id })).status).toBe(403);
    expect((await move(account, one, null, { scope: 'genre', id: newId() })).status).toBe(403);
    for (const [id, after] of [
      [other.songs[0]!, null],
      [one, other.songs[0]!],
      [one, newId()],
    ] as const)
      expect(await move(account, id, after)).toMatchObject({ status: 400, body: { errors: [{ field: 'after' }] } });
    expect(await titles(account.me.id)).toEqual(['Three', 'Two', 'One']);
    const answers = await Promise.all([move(account, one, null), move(account, three, two), move(account, one, one)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await titles(account.me.id)).toEqual(['One', 'Two', 'Three']);
  });

  it('PR-25 is sent with the mean rating of the rated media, or null while none is rated', async () => {
    const { db } = server.app;
    const { me, songs } = await withSongs('mild');
    expect((await list(server.visitor(), me.id)).avgRating).toBeNull();
    await db`update media set rating_sum = 5, rating_count = 1 where id = ${songs[0]!}`;
    await db`update media set rating_sum = 6, rating_count = 2 where id = ${songs[1]!}`;
    expect((await list(server.visitor(), me.id)).avgRating).toBe(4);
    await db`update media set published = false, published_at = null where id = ${songs[0]!}`;
    expect((await list(server.visitor(), me.id)).avgRating).toBe(3);
  });
});
