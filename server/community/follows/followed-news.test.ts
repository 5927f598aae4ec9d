import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Entry {
  id: string;
  post: { text: string } | null;
  media: { title: string; isFavorite: boolean } | null;
}
const newsOf = async ({ client }: Account): Promise<Entry[]> => (await client.get('/api/followed/news')).body.news;
const words = (news: readonly Entry[]) => news.map(({ post, media }) => post?.text ?? media?.title);
const post = async ({ me }: Account, text: string, at: string): Promise<void> => {
  await server.app
    .db`insert into posts (id, musician_id, body, created_at) values (${newId()}, ${me.id}, ${text}, ${at})`;
};
const media = ({ me }: Account, title: string, at: string, published = true) =>
  insertMedia(server.app.db, { musicianId: me.id, title, published, publishedAt: new Date(at) });

it('lists posts, songs and videos of followed musicians only, latest first', async () => {
  const [one, two, stranger, fan] = [
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
    await server.signUp(),
  ];
  expect(await newsOf(fan)).toEqual([]);
  for (const { me } of [one, two]) await fan.client.post(`/api/media/subscribe/${me.id}`, { type: 'curated' });
  await post(one, 'On tour.', '2026-01-04');
  await media(two, 'Ladle', '2026-01-03');
  const first = await media(one, 'Kettle', '2026-01-02');
  await post(two, 'Hello.', '2026-01-01');
  await media(one, 'Not yet', '2026-01-05', false);
  await media(stranger, 'Elsewhere', '2026-01-06');
  await post(stranger, 'Elsewhere.', '2026-01-07');
  expect(words(await newsOf(fan))).toEqual(['On tour.', 'Ladle', 'Kettle', 'Hello.']);
  // Another account doesn't see this list, and visitors have none.
  expect(await newsOf(one)).toEqual([]);
  expect((await server.visitor().get('/api/followed/news')).status).toBe(401);

  // Hidden items, and those of musicians no longer followed, are removed.
  await one.client.put(`/api/media/${first}`, { published: false });
  expect(words(await newsOf(fan))).toEqual(['On tour.', 'Ladle', 'Hello.']);
  await server.app.db`delete from follows where musician_id = ${two.me.id}`;
  expect(words(await newsOf(fan))).toEqual(['On tour.']);
});

it('leaves out a musician whom the user blocked', async () => {
  const [star, other, fan] = [await server.signUp(), await server.signUp(), await server.signUp()];
  for (const { me } of [star, other]) await fan.client.post(`/api/media/subscribe/${me.id}`, { type: 'curated' });
  await post(star, 'On tour.', '2026-01-02');
  await media(star, 'Kettle', '2026-01-03');
  await post(other, 'Hello.', '2026-01-01');
  expect((await fan.client.post(`/api/blocks/${star.me.id}`)).status).toBe(200);
  expect(words(await newsOf(fan))).toEqual(['Hello.']);
  await fan.client.delete(`/api/blocks/${star.me.id}`);
  expect(words(await newsOf(fan))).toEqual(['Kettle', 'On tour.', 'Hello.']);
});
