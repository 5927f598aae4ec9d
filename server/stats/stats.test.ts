import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import type { Client } from '../testkit/client.ts';
import { insertMedia } from '../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../testkit/server.ts';
import { driftedMedia, foldEvents, repairCounters } from './stats.queries.ts';

describe('what is counted', () => {
  let server: TestServer;
  let owner: Account;

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signUp();
  });
  afterAll(() => server.close());

  const counter = async (id: string) =>
    Number((await server.app.db`select play_count from media where id = ${id}`)[0]?.['play_count']);
  const visitorName = (client: Client) => (client.cookies.get('visitor') ?? '').split('.')[0] ?? '';
  /** As if the file server had sent bytes to this browser so many seconds ago. */
  const delivered = async (client: Client, mediaId: string, secondsAgo: number, bytes = 1000) => {
    await client.get('/api/settings');
    await server.app.db`insert into deliveries (visitor, media_id, bytes, first_at, last_at)
      values (${visitorName(client)}, ${mediaId}, ${bytes}, now() - make_interval(secs => ${secondsAgo}), now())
      on conflict (visitor, media_id) do update set first_at = excluded.first_at`;
  };
  const play = (client: Client, media: string) =>
    client.post('/api/stats', { statTitle: 'play-media', musician: owner.me.id, media });

  it('API-69 EN-11 a play raises the counters of media, musician, genre and mood', async () => {
    const [genre] = await server.app
      .db`insert into categories (id, kind, name, slug, position) values (${newId()}, 'genre', 'Test genre', 'test-genre', 900) returning id`;
    const genreId = String(genre?.['id']);
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id, scores: [80, 80, 80], genreId });
    const client = server.visitor();
    await delivered(client, media, 10);
    expect(await play(client, media)).toMatchObject({ status: 200, body: { accepted: true } });
    await foldEvents(server.app.db);
    expect(await counter(media)).toBe(1);
    expect((await server.app.db`select play_count from users where id = ${owner.me.id}`)[0]?.['play_count']).toBe(1);
    expect((await server.app.db`select play_count from categories where id = ${genreId}`)[0]?.['play_count']).toBe(1);
  });

  it('a play needs bytes served, and time for 5 percent of the length', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id, length: 200 });
    const nothing = server.visitor();
    await play(nothing, media);
    const empty = server.visitor();
    await delivered(empty, media, 60, 0);
    await play(empty, media);
    const early = server.visitor();
    await delivered(early, media, 3);
    await play(early, media);
    await foldEvents(server.app.db);
    expect(await counter(media)).toBe(0);
  });

  it('PL-17 one play of one browser counts once, also when said many times at once', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const client = server.visitor();
    await delivered(client, media, 30);
    await Promise.all(Array.from({ length: 20 }, () => play(client, media)));
    await foldEvents(server.app.db);
    await play(client, media);
    await foldEvents(server.app.db);
    expect(await counter(media)).toBe(1);
    const second = server.visitor();
    await delivered(second, media, 30);
    await play(second, media);
    await foldEvents(server.app.db);
    expect(await counter(media)).toBe(2);
  });

  it('reading never counts', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const client = server.visitor();
    await client.get(`/api/media/${media}`);
    await client.get('/api/stats');
    await foldEvents(server.app.db);
    expect(await counter(media)).toBe(0);
  });

  it('refuses what is not counted, and what does not exist or is not public', async () => {
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
    const client = server.visitor();
    expect((await client.post('/api/stats', { statTitle: 'drop table', media: hidden })).status).toBe(400);
    expect((await client.post('/api/stats', { statTitle: 'play-media' })).status).toBe(400);
    expect((await play(client, newId())).status).toBe(404);
    expect((await play(client, hidden)).status).toBe(404);
    expect((await client.post('/api/stats', { statTitle: 'viewZone', musician: newId() })).status).toBe(404);
  });

  it('PR-28 a visit of one’s own zone is no view, a visit by others is', async () => {
    const views = async () =>
      Number((await server.app.db`select view_count from users where id = ${owner.me.id}`)[0]?.['view_count']);
    const before = await views();
    await owner.client.post('/api/stats', { statTitle: 'view-zone', musician: owner.me.id });
    await foldEvents(server.app.db);
    expect(await views()).toBe(before);
    await server.visitor().post('/api/stats', { statTitle: 'viewZone', musician: owner.me.id });
    await foldEvents(server.app.db);
    expect(await views()).toBe(before + 1);
  });

  it('two folds at once count nothing twice, and counters equal their daily sums', async () => {
    const media = await Promise.all(
      Array.from({ length: 5 }, () => insertMedia(server.app.db, { musicianId: owner.me.id })),
    );
    const clients = Array.from({ length: 8 }, () => server.visitor());
    for (const client of clients) for (const id of media) await delivered(client, id, 60);
    await Promise.all(clients.flatMap((client) => media.map((id) => play(client, id))));
    await Promise.all([foldEvents(server.app.db, 7), foldEvents(server.app.db, 7), foldEvents(server.app.db, 100)]);
    while ((await foldEvents(server.app.db)) > 0);
    expect(await Promise.all(media.map(counter))).toEqual([8, 8, 8, 8, 8]);
    expect(await driftedMedia(server.app.db)).toEqual([]);
  });

  it('API-23 tells the plays of twelve months: own ones to a musician, all to a visitor', async () => {
    const musician = await server.signUp();
    const media = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const client = server.visitor();
    await delivered(client, media, 60);
    await play(client, media);
    await foldEvents(server.app.db);
    const months = async (who: Client) =>
      (await who.get('/api/mediaStats')).body.playCountInfo.months as { date: string; plays: number }[];
    const own = await months(musician.client);
    expect(own).toHaveLength(12);
    expect(own.every(({ date }) => /^\d{4}-\d{2}-01$/.test(date))).toBe(true);
    expect(own.map(({ plays }) => plays)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const [total] = await server.app.db`select sum(play_count)::int as n from media`;
    expect((await months(server.visitor())).at(-1)?.plays).toBe(total?.['n']);
  });

  it('a counter that was changed by hand is found and set right', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    await server.app.db`update media set play_count = 99 where id = ${media}`;
    expect(await driftedMedia(server.app.db)).toMatchObject([{ id: media, counted: 0, kept: 99 }]);
    expect(await repairCounters(server.app.db)).toBe(1);
    expect(await counter(media)).toBe(0);
  });
});
