import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

interface Shown {
  id: string;
  title: string;
}

describe('the order of a genre’s and a mood’s media', () => {
  let server: TestServer;
  let musician: Account;
  let admin: Account;
  beforeAll(async () => {
    server = await startTestServer();
    musician = await server.signUp();
    admin = await server.signUp({ role: 'admin' });
  });
  afterAll(() => server.close());

  const page = async (query: string): Promise<{ media: Shown[]; paging: { next: string | null } }> => {
    const answer = await server.visitor().get(`/api/media?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const titles = async (query: string) => (await page(query)).media.map(({ title }) => title);
  const put = (scope: string, id: string, ids: readonly string[], as = admin) =>
    as.client.put('/api/media/positions', {
      scope,
      id,
      positions: ids.map((one, index) => ({ id: one, position: index + 1 })),
    });

  for (const kind of ['genre', 'mood'] as const)
    it(`GM-10 is saved by administrators for a ${kind}, and applies to all viewers without a seed`, async () => {
      const { body } = await server.visitor().get(`/api/${kind}s`);
      const [category, other] = body[`${kind}s`];
      const ids: string[] = [];
      for (let n = 1; n <= 5; n += 1)
        ids.push(
          await insertMedia(server.app.db, {
            musicianId: musician.me.id,
            title: `${kind} ${n}`,
            scores: [80, 80, 80],
            [`${kind}Id`]: category.id,
            publishedAt: new Date(Date.now() - n * 1000),
          }),
        );
      const [one, two, three, four, five] = ids as [string, string, string, string, string];
      const named = (...numbers: number[]) => numbers.map((n) => `${kind} ${n}`);
      expect(await titles(`${kind}=${category.slug}`)).toEqual(named(1, 2, 3, 4, 5));

      expect((await put(kind, category.id, [five, two], musician)).status).toBe(403);
      expect((await put(kind, category.id, [five, two])).status).toBe(200);
      expect(await titles(`${kind}=${category.slug}`)).toEqual(named(5, 2, 1, 3, 4));
      expect(await titles(`${kind}=${category.slug}&seed=0`)).toEqual(named(5, 2, 1, 3, 4));
      expect((await titles(`${kind}=${category.slug}&seed=3`)).toSorted()).toEqual(named(1, 2, 3, 4, 5));

      // By cursor and by page number, across the end of the arranged media.
      for (const size of [1, 2, 3]) {
        const [walked, numbered]: [string[], string[]] = [[], []];
        let next: string | null = null;
        for (let number = 1; number === 1 || next; number += 1) {
          const query = `${kind}=${category.slug}&size=${size}`;
          const found = await page(next === null ? query : `${query}&cursor=${next}`);
          walked.push(...found.media.map(({ title }) => title));
          numbered.push(...(await titles(`${query}&page=${number}`)));
          ({ next } = found.paging);
        }
        expect(walked).toEqual(named(5, 2, 1, 3, 4));
        expect(numbered).toEqual(walked);
      }

      // A request with media of another playlist is refused as a whole, and media moved to another category lose their
      // position.
      const stranger = await insertMedia(server.app.db, { musicianId: musician.me.id, title: 'Stranger' });
      expect(await put(kind, category.id, [one, stranger])).toMatchObject({
        status: 400,
        body: {
          errors: [
            {
              field: 'positions',
              message: `Not all of these media are of this ${kind}. Reload the page and try again.`,
            },
          ],
        },
      });
      expect(await titles(`${kind}=${category.slug}`)).toEqual(named(5, 2, 1, 3, 4));
      const column = kind === 'genre' ? 'curatedGenre' : 'curatedMood';
      expect((await admin.client.put(`/api/media/${five}`, { [column]: other.id })).status).toBe(200);
      expect((await admin.client.put(`/api/media/${five}`, { [column]: category.id })).status).toBe(200);
      expect(await titles(`${kind}=${category.slug}`)).toEqual(named(2, 1, 3, 4, 5));
      expect((await put(kind, category.id, [three, two, one])).status).toBe(200);
      expect(await titles(`${kind}=${category.slug}`)).toEqual(named(3, 2, 1, 4, 5));

      // When the list shows only songs and a song is moved, the videos of the playlist keep their positions.
      await insertMedia(server.app.db, {
        musicianId: musician.me.id,
        title: `${kind} video`,
        type: 'video',
        scores: [80, 80, 80],
        [`${kind}Id`]: category.id,
        publishedAt: new Date(Date.now() - 3500),
      });
      const move = (moved: string, after: string | null, as = admin) =>
        as.client.put(`/api/media/positions/${moved}`, { scope: kind, id: category.id, after });
      const songs = `${kind}=${category.slug}&facets=${JSON.stringify({ videos: false })}`;
      expect(await titles(songs)).toEqual(named(3, 2, 1, 4, 5));
      expect((await move(three, four, musician)).status).toBe(403);
      expect((await move(three, four)).status).toBe(200);
      expect(await titles(songs)).toEqual(named(2, 1, 4, 3, 5));
      const all = async () => (await titles(`${kind}=${category.slug}`)).map((title) => title.split(' ')[1]);
      expect(await all()).toEqual(['2', '1', 'video', '4', '3', '5']);
      expect((await musician.client.put(`/api/media/${two}`, { published: false })).status).toBe(200);
      expect((await move(five, null)).status).toBe(200);
      expect(await all()).toEqual(['5', '1', 'video', '4', '3']);
      expect((await musician.client.put(`/api/media/${two}`, { published: true })).status).toBe(200);
      expect(await all()).toEqual(['5', '2', '1', 'video', '4', '3']);
      expect((await move(stranger, five)).status).toBe(400);
    });
});
