import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

describe('the order of genres and moods', () => {
  let server: TestServer;
  let admin: Account;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  const list = async (kinds: 'genres' | 'moods'): Promise<{ id: string; slug: string; position: number }[]> =>
    (await server.visitor().get(`/api/${kinds}`)).body[kinds];
  const numbered = (ids: readonly string[]) => ids.map((id, index) => ({ id, position: index + 1 }));

  for (const kinds of ['genres', 'moods'] as const)
    it(`GM-12 API-56 of ${kinds} is saved by administrators only`, async () => {
      const before = await list(kinds);
      const reversed = before.map(({ id }) => id).toReversed();
      const other = await server.signUp();
      const path = `/api/${kinds}/positions`;
      expect((await other.client.put(path, { positions: numbered(reversed) })).status).toBe(403);
      expect((await server.visitor().put(path, { positions: numbered(reversed) })).status).toBe(401);
      expect((await list(kinds)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));

      const saved = await admin.client.put(path, { positions: numbered(reversed) });
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const after = await list(kinds);
      expect(after.map(({ id, position }) => ({ id, position }))).toEqual(numbered(reversed));
      expect(saved.body).toEqual({ [kinds]: after, total: after.length });
      const home = (await server.visitor().get('/api/home')).body[kinds];
      expect(home.map(({ id }: { id: string }) => id)).toEqual(reversed);
    });

  it('API-56 is rejected as a whole with an id that is no genre, a duplicate, or an empty list', async () => {
    const [genres, moods] = [await list('genres'), await list('moods')];
    const ids = genres.map(({ id }) => id);
    const refused = async (positions: unknown, message: string) => {
      const answer = await admin.client.put('/api/genres/positions', { positions });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'positions', message }] } });
    };
    const notAll = 'Not all of these are genres. Reload the page and try again.';
    await refused(numbered([...ids.toReversed(), newId()]), notAll);
    await refused(numbered([...ids.toReversed(), moods[0]?.id ?? '']), notAll);
    await refused(numbered([...ids, ids[0] ?? '']), 'List each item only once.');
    await refused([], 'Name what is arranged, and the positions.');
    expect((await list('genres')).map(({ id }) => id)).toEqual(ids);
  });

  it('is one of the two orders when two are saved concurrently', async () => {
    const ids = (await list('moods')).map(({ id }) => id);
    const orders = [ids, ids.toReversed()];
    const answers = await Promise.all(
      orders.map((order) => admin.client.put('/api/moods/positions', { positions: numbered(order) })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(orders).toContainEqual((await list('moods')).map(({ id }) => id));
  });
});
