import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import type { Client } from '../../testkit/client.ts';
import { attemptOf, insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { aggregateEvents } from './aggregate-events.ts';
import { addToCounters } from './fold.queries.ts';
import { createNetworkHasher } from './network-hashes.ts';
import { repairCounters } from './repair.queries.ts';
import { pruneListenersLoop } from './stats.loops.ts';

describe('counted events', () => {
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
  /** Writes a row as if the file server had started to send bytes to this browser this many seconds ago. */
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
    await aggregateEvents(server.app);
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
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(0);
  });

  it('PL-17 counts one play of one browser once, even if it is reported many times at once', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const client = server.visitor();
    await delivered(client, media, 30);
    await Promise.all(Array.from({ length: 20 }, () => play(client, media)));
    await aggregateEvents(server.app);
    await play(client, media);
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(1);
    const second = server.visitor();
    await delivered(second, media, 30);
    await play(second, media);
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(2);
  });

  it('counts nothing for requests that only read', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const client = server.visitor();
    await client.get(`/api/media/${media}`);
    await client.get('/api/stats');
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(0);
  });

  it('rejects unknown titles, and media that are missing or not public', async () => {
    const hidden = await insertMedia(server.app.db, { musicianId: owner.me.id, published: false });
    const client = server.visitor();
    expect((await client.post('/api/stats', { statTitle: 'drop table', media: hidden })).status).toBe(400);
    expect((await client.post('/api/stats', { statTitle: 'play-media' })).status).toBe(400);
    expect((await play(client, newId())).status).toBe(404);
    expect((await play(client, hidden)).status).toBe(404);
    expect((await client.post('/api/stats', { statTitle: 'viewZone', musician: newId() })).status).toBe(404);
  });

  const views = async (of: Account) =>
    Number((await server.app.db`select view_count from users where id = ${of.me.id}`)[0]?.['view_count']);
  const view = (client: Client, of: Account) =>
    client.post('/api/stats', { statTitle: 'view-zone', musician: of.me.id });

  it('PR-28 ignores musicians’ views of their own zone, and counts one view a day per other listener', async () => {
    const musician = await server.signUp();
    const visitor = server.visitor();
    const listener = await server.signUp();
    expect((await view(musician.client, musician)).body).toEqual({ accepted: false });
    // Twice, as when a page is reopened or a browser retries; and concurrently.
    await view(visitor, musician);
    await aggregateEvents(server.app);
    await Promise.all([view(visitor, musician), view(visitor, musician), view(listener.client, musician)]);
    await visitor.post('/api/stats', { statTitle: 'viewZone', musician: musician.me.id });
    await aggregateEvents(server.app);
    expect(await views(musician)).toBe(2);
    // The same account in another browser is the same listener.
    const phone = server.visitor();
    await phone.post('/auth', { email: listener.me.email, password: 'a long password' });
    await view(phone, musician);
    await aggregateEvents(server.app);
    expect(await views(musician)).toBe(2);
  });

  it('F3 counts a share once a day per listener', async () => {
    const musician = await server.signUp();
    const media = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const client = server.visitor();
    for (let again = 0; again < 5; again += 1) {
      await client.post('/api/stats', { statTitle: 'share-media', media });
      await client.post('/api/stats', { statTitle: 'shareZone', musician: musician.me.id });
    }
    await aggregateEvents(server.app);
    const { body } = await client.get(`/api/media/${media}`);
    expect(body.shareCount).toBe(1);
    expect((await client.get(`/api/musicians/${musician.me.id}`)).body.shareCount).toBe(2);
  });

  it('F3 needs 5 percent of the bytes of the smallest rendition for a play', async () => {
    const media = await insertMedia(server.app.db, { musicianId: owner.me.id });
    const { db } = server.app;
    const { sourceId: source } = await attemptOf(db, media);
    for (const [role, bytes] of [
      ['aac', 20_000],
      ['opus', 10_000],
      ['sprite', 10],
    ] as const)
      // prettier-ignore
      await db`insert into renditions (id, source_id, role, storage_key, mime, bytes, sha256)
        values (${newId()}, ${source}, ${role}, ${`media/${media}/${role}`}, 'audio/mp4', ${bytes}, '')`;
    const [poor, rich] = [server.visitor(), server.visitor()];
    await delivered(poor, media, 60, 499);
    await delivered(rich, media, 60, 500);
    for (const client of [poor, rich]) await play(client, media);
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(1);
    // Behind nginx, the server doesn't see the bytes. The permission to send them is enough.
    await play(poor, media);
    await aggregateEvents({ ...server.app, env: { ...server.app.env, ACCEL_LOCATION: '/kept' } });
    expect(await counter(media)).toBe(2);
  });

  it('F3 counts one household’s maximum of plays per address, and accounts there separately', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1', COUNTED_PER_HOUSEHOLD: '3' });
    try {
      const { app } = limited;
      const { me } = await limited.signUp();
      const media = await insertMedia(app.db, { musicianId: me.id });
      const from = async (client: Client, remoteAddress: string) => {
        const call = (url: string, payload: object) => client.send({ method: 'POST', url, payload, remoteAddress });
        await call('/api/stats', { statTitle: 'share-media', media });
        await app.db`insert into deliveries (visitor, media_id, bytes, first_at, last_at)
          values (${visitorName(client)}, ${media}, 1000, now() - interval '1 minute', now()) on conflict do nothing`;
        await call('/api/stats', { statTitle: 'play-media', media });
        await call('/api/stats', { statTitle: 'view-zone', musician: me.id });
      };
      const counts = async () => {
        await aggregateEvents(app);
        const [row] = await app.db<{ plays: number; shares: number; views: number }[]>`
          select m.play_count as plays, m.share_count as shares, u.view_count as views
          from media m join users u on u.id = m.musician_id where m.id = ${media}`;
        return [row?.plays, row?.shares, row?.views];
      };
      for (let index = 0; index < 8; index += 1) await from(limited.visitor(), `2001:db8::${index}`);
      expect(await counts()).toEqual([3, 3, 3]);
      await from(limited.visitor(), '203.0.113.7');
      expect(await counts()).toEqual([4, 4, 4]);
      for (let index = 0; index < 2; index += 1) await from((await limited.signUp()).client, '2001:db8::1');
      expect(await counts()).toEqual([6, 6, 6]);
    } finally {
      await limited.close();
    }
  });

  it('F3 stores a daily hash instead of the address, and deletes its salt and tallies after two days', async () => {
    const { db } = server.app;
    const media = await insertMedia(db, { musicianId: owner.me.id });
    await server.visitor().send({
      method: 'POST',
      url: '/api/stats',
      payload: { statTitle: 'share-media', media },
      remoteAddress: '203.0.113.99',
    });
    const [event] = await db<{ network: string; whole: string }[]>`
      select network, stat_events::text as whole from stat_events where media_id = ${media}`;
    expect(event?.network).toMatch(/^[\w-]{20}$/);
    expect(event?.whole).not.toContain('203.0.113');
    const name = createNetworkHasher(db);
    const at = new Date();
    expect(await name('203.0.113.99', at)).toBe(event?.network);
    expect(await createNetworkHasher(db)('203.0.113.99', at)).toBe(event?.network);
    const yesterday = new Date(at.getTime() - 86_400_000);
    expect(await name('203.0.113.99', yesterday)).not.toBe(event?.network);
    await aggregateEvents(server.app);
    await name('203.0.113.99', new Date(at.getTime() - 2 * 86_400_000));
    await db`update tallies set last_at = now() - interval '49 hours' where subject = ${media} and who like 'network %'`;
    await pruneListenersLoop.run(server.app);
    expect(await db`select 1 from tallies where subject = ${media}`).toHaveLength(1);
    const days = (await db`select to_char(day, 'YYYY-MM-DD') as day from daily_salts order by day`).map(
      (row) => row['day'],
    );
    expect(days).toEqual([yesterday, at].map((day) => day.toISOString().slice(0, 10)));
  });

  it('counts plays that waited for days, because their deliveries are kept until then', async () => {
    const { db } = server.app;
    const media = await insertMedia(db, { musicianId: owner.me.id });
    const client = server.visitor();
    await delivered(client, media, 60);
    await play(client, media);
    await db`update stat_events set at = at - interval '30 hours' where media_id = ${media}`;
    await db`
      update deliveries set first_at = first_at - interval '30 hours', last_at = last_at - interval '30 hours'
      where media_id = ${media}`;
    await pruneListenersLoop.run(server.app);
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(1);
    await pruneListenersLoop.run(server.app);
    expect(await db`select 1 from deliveries where media_id = ${media}`).toHaveLength(0);
  });

  it('counts nothing twice in concurrent folds, and keeps counters equal to their daily sums', async () => {
    const media = await Promise.all(
      Array.from({ length: 5 }, () => insertMedia(server.app.db, { musicianId: owner.me.id })),
    );
    // A browser can only hear one media item at a time.
    const listeners = media.flatMap((id) => Array.from({ length: 8 }, () => ({ id, client: server.visitor() })));
    for (const { client, id } of listeners) await delivered(client, id, 60);
    await Promise.all(listeners.map(({ client, id }) => play(client, id)));
    await Promise.all([
      aggregateEvents(server.app, 7),
      aggregateEvents(server.app, 7),
      aggregateEvents(server.app, 100),
    ]);
    while ((await aggregateEvents(server.app)) > 0);
    expect(await Promise.all(media.map(counter))).toEqual([8, 8, 8, 8, 8]);
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('API-23 has the plays of twelve months: a musician’s own, or all for a visitor', async () => {
    const musician = await server.signUp();
    const media = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const client = server.visitor();
    await delivered(client, media, 60);
    await play(client, media);
    await aggregateEvents(server.app);
    const months = async (who: Client) =>
      (await who.get('/api/mediaStats')).body.playCountInfo.months as { date: string; plays: number }[];
    const own = await months(musician.client);
    expect(own).toHaveLength(12);
    expect(own.every(({ date }) => /^\d{4}-\d{2}-01$/.test(date))).toBe(true);
    expect(own.map(({ plays }) => plays)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    const [total] = await server.app.db`select sum(play_count)::int as n from media`;
    // A play that another test dated 30 hours back belongs to last month on the first day of a month.
    const ofAll = (await months(server.visitor())).reduce((sum, { plays }) => sum + plays, 0);
    expect(ofAll).toBe(total?.['n']);
    // Plays of two months in one batch, as on the first day of a month.
    const { db } = server.app;
    const event = {
      title: 'play-media' as const,
      mediaId: media,
      musicianId: musician.me.id,
      userId: null,
      visitor: '',
      network: '',
    };
    const played = ['2026-02-28T23:59:59Z', '2026-03-01T00:00:00Z', '2026-03-02T12:00:00Z'];
    await addToCounters(
      db,
      played.map((at) => ({ ...event, origin: null, heard: null, at: new Date(at) })),
    );
    const kept = await db`select to_char(month, 'YYYY-MM') as month, plays from platform_months
      where month between '2026-02-01' and '2026-03-01' order by 1`;
    expect([...kept]).toEqual([
      { month: '2026-02', plays: 1 },
      { month: '2026-03', plays: 2 },
    ]);
    expect(await repairCounters(db)).toEqual([]);
    // A visitor's figures don't read the daily sums, so a lock on that table doesn't block them.
    await db.begin(async (tx) => {
      await tx`lock table stat_days in access exclusive mode`;
      expect(await months(server.visitor())).toHaveLength(12);
    });
  });

  it('the migration fills the platform’s months from earlier daily sums', async () => {
    const { db } = server.app;
    const fill = (
      await readFile(new URL('../../platform/db/migrations/0117_platform_months.sql', import.meta.url), 'utf8')
    )
      .split('insert into')
      .at(-1);
    const read = async () => [...(await db`select month::text, plays from platform_months where plays > 0 order by 1`)];
    const counted = await read();
    expect(counted.length).toBeGreaterThan(0);
    await db`delete from platform_months`;
    await db.unsafe(`insert into${fill}`);
    expect(await read()).toEqual(counted);
  });

  it('shows a musician the listeners, favorites and shares of a month, and where plays were started', async () => {
    const musician = await server.signUp();
    const [one, two] = [
      await insertMedia(server.app.db, { musicianId: musician.me.id }),
      await insertMedia(server.app.db, { musicianId: musician.me.id }),
    ];
    const audience = async () => (await musician.client.get('/api/mediaStats')).body.audience;
    const none = { listeners: 0, favorites: 0, shares: 0 };
    const before = await audience();
    expect(before.origins).toEqual([]);
    expect(before.months).toEqual(before.months.map(({ date }: { date: string }) => ({ date, ...none })));
    const [first, second] = [server.visitor(), (await server.signUp()).client];
    const hear = async (client: Client, media: string, origin?: string) => {
      await delivered(client, media, 60);
      expect((await client.post('/api/stats', { statTitle: 'play-media', media, origin })).status).toBe(200);
      await aggregateEvents(server.app);
      // A listener can only hear one item at a time.
      await server.app.db`update tallies set last_at = last_at - interval '1 minute'`;
    };
    await hear(first, one, 'search');
    await hear(first, two, 'list');
    await hear(second, one, 'list');
    await hear(second, two);
    await second.post(`/api/media/favorites/${one}`);
    for (const client of [first, second]) await client.post('/api/stats', { statTitle: 'share-media', media: one });
    await first.post('/api/stats', { statTitle: 'share-zone', musician: musician.me.id });
    await aggregateEvents(server.app);
    const { months, origins } = await audience();
    expect(months.map(({ date }: { date: string }) => date)).toEqual(
      before.months.map(({ date }: { date: string }) => date),
    );
    expect(months.at(-1)).toMatchObject({ listeners: 2, favorites: 1, shares: 3 });
    // Favorites count in the month they were made, over all media together. Those before the twelve months are left
    // out.
    const { db } = server.app;
    for (const [media, moment] of [
      [one, `${months[3].date}T00:00:00Z`],
      [two, `${months[4].date}T00:00:00Z`],
      [one, `${months[0].date}T00:00:00Z`],
    ] as const) {
      const { me } = await server.signUp();
      await db`insert into favorites (user_id, media_id, created_at) values (${me.id}, ${media}, ${moment}::timestamptz)`;
    }
    const old = await server.signUp();
    await db`insert into favorites (user_id, media_id, created_at)
      values (${old.me.id}, ${one}, ${`${months[0].date}T00:00:00Z`}::timestamptz - interval '1 millisecond')`;
    const liked = (await audience()).months.map(({ favorites }: { favorites: number }) => favorites);
    expect(liked).toEqual([1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1]);
    await db`delete from favorites where media_id in ${db([one, two])} and created_at < ${`${months[11].date}T00:00:00Z`}`;
    expect(months.slice(0, -1)).toEqual(before.months.slice(0, -1));
    expect(origins).toEqual([
      { origin: 'list', plays: 2 },
      { origin: 'search', plays: 1 },
    ]);
    expect((await server.visitor().get('/api/mediaStats')).body.audience).toBeNull();
    expect((await second.get('/api/mediaStats')).body.audience.months).toEqual(before.months);
    const elsewhere = await first.post('/api/stats', { statTitle: 'play-media', media: one, origin: 'elsewhere' });
    expect(elsewhere).toMatchObject({ status: 400, body: { errors: [{ field: 'origin' }] } });
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('shows owner and administrators how far people listen, once a day per listener with a counted play', async () => {
    const musician = await server.signUp();
    const media = await insertMedia(server.app.db, { musicianId: musician.me.id, scores: [80, 80, 80] });
    const of = async (client: Client) => client.get(`/api/mediaStats/${media}`);
    expect((await of(musician.client)).body).toEqual({ listens: 0, parts: Array.from({ length: 40 }, () => 0) });
    const heard = (client: Client, parts: number[]) =>
      client.post('/api/stats', { statTitle: 'heard-media', media, heard: parts });
    const [first, second, third] = [server.visitor(), (await server.signUp()).client, server.visitor()];
    for (const client of [first, second]) {
      await delivered(client, media, 60);
      await play(client, media);
    }
    await aggregateEvents(server.app);
    await heard(first, [0, 1, 2, 2, 39]);
    await heard(second, [0, 1]);
    // The third visitor's play did not count, and the first one's second report comes on the same day.
    await heard(third, [0, 1, 2]);
    await aggregateEvents(server.app);
    await heard(first, [5, 6]);
    await aggregateEvents(server.app);
    const parts = Array.from({ length: 40 }, (_, part) => ({ 0: 2, 1: 2, 2: 1, 39: 1 })[part] ?? 0);
    expect((await of(musician.client)).body).toEqual({ listens: 2, parts });
    expect((await of((await server.signUp({ role: 'admin' })).client)).body.listens).toBe(2);
    expect((await of(second)).status).toBe(403);
    const silent = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const heardOf = async (client: Client) => (await client.get('/api/mediaStats')).body.audience.heard;
    expect(await heardOf(musician.client)).toEqual([
      { id: media, title: expect.any(String), length: expect.any(Number), listens: 2, parts },
    ]);
    expect(JSON.stringify(await heardOf(musician.client))).not.toContain(silent);
    expect(await heardOf(second)).toEqual([]);
    for (const wrong of [[40], [-1], [1.5], Array.from({ length: 41 }, () => 0), 'all'])
      expect((await heard(first, wrong as number[])).status).toBe(400);
    const days = await server.app.db`select title from stat_days where musician_id = ${musician.me.id}`;
    expect(days.map(({ title }) => title)).not.toContain('heard-media');
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('e14 finds and corrects every counter that was changed by hand', async () => {
    const { db } = server.app;
    const musician = await server.signUp();
    const [genreId, moodId] = await Promise.all(
      ['genre', 'mood'].map(async (kind) => {
        const id = newId();
        await db`insert into categories (id, kind, name, slug, position) values (${id}, ${kind}, ${id}, ${id}, 950)`;
        return id;
      }),
    );
    const media = await insertMedia(db, {
      musicianId: musician.me.id,
      scores: [80, 80, 80],
      genreId: genreId ?? null,
      moodId: moodId ?? null,
    });
    const client = server.visitor();
    await delivered(client, media, 30);
    await play(client, media);
    await client.post('/api/stats', { statTitle: 'share-media', media });
    await client.post('/api/stats', { statTitle: 'share-zone', musician: musician.me.id });
    await view(client, musician);
    await aggregateEvents(server.app);
    expect(await repairCounters(db)).toEqual([]);
    const read = async () => {
      const [row] = await db`
        select m.play_count as plays, m.share_count as shares, u.play_count as user_plays, u.share_count as user_shares,
          u.view_count as views, (select array_agg(play_count::int) from categories where id in ${db([genreId ?? '', moodId ?? ''])}) as categories
        from media m join users u on u.id = m.musician_id where m.id = ${media}`;
      return row;
    };
    const right = { plays: 1, shares: 1, user_plays: 1, user_shares: 2, views: 1, categories: [1, 1] };
    expect(await read()).toEqual(right);
    await db`update media set play_count = 99, share_count = 0 where id = ${media}`;
    await db`update users set play_count = 5, share_count = 6, view_count = 7 where id = ${musician.me.id}`;
    await db`update categories set play_count = 8 where id in ${db([genreId ?? '', moodId ?? ''])}`;
    const [month] = await db<{ month: string; plays: number }[]>`
      update platform_months set plays = plays + 40 where month = date_trunc('month', now() at time zone 'UTC')
      returning month::text, plays`;
    await db`insert into platform_months values ('2001-05-01', 3)`;
    const found = await repairCounters(db);
    expect(found.map(({ counter: name, id, counted, kept }) => `${name} ${id} ${counted} ${kept}`).sort()).toEqual(
      [
        `media.play_count ${media} 1 99`,
        `media.share_count ${media} 1 0`,
        `users.play_count ${musician.me.id} 1 5`,
        `users.share_count ${musician.me.id} 2 6`,
        `users.view_count ${musician.me.id} 1 7`,
        `categories.play_count ${genreId} 1 8`,
        `categories.play_count ${moodId} 1 8`,
        `platform_months.plays ${month?.month} ${(month?.plays ?? 0) - 40} ${month?.plays}`,
        'platform_months.plays 2001-05-01 0 3',
      ].sort(),
    );
    expect(await read()).toEqual(right);
    expect(await repairCounters(db)).toEqual([]);
  });

  it('subtracts the plays of a deleted account from the platform’s months', async () => {
    const musician = await server.signUp();
    const media = await insertMedia(server.app.db, { musicianId: musician.me.id });
    const client = server.visitor();
    await delivered(client, media, 30);
    await play(client, media);
    await aggregateEvents(server.app);
    expect(await counter(media)).toBe(1);
    await repairCounters(server.app.db);
    const gone = await musician.client.post('/auth/delete/', {
      email: musician.me.email,
      password: 'a long password',
    });
    expect(gone.status).toBe(200);
    expect(await repairCounters(server.app.db)).toEqual([]);
  });

  it('e14 waits with the repair of counters for a running fold, and loses none of its counts', async () => {
    const { db } = server.app;
    const media = await insertMedia(db, { musicianId: owner.me.id });
    await db`update media set play_count = 50 where id = ${media}`;
    const client = server.visitor();
    await delivered(client, media, 30);
    await play(client, media);
    // The fold waits for the media item's row until this transaction ends, and the repair starts in the meantime.
    let folding: Promise<unknown> = Promise.resolve();
    let repairing: Promise<unknown> = Promise.resolve();
    await db.begin(async (tx) => {
      await tx`select 1 from media where id = ${media} for update`;
      folding = aggregateEvents(server.app);
      await untilWaiting(db, 1);
      repairing = repairCounters(db);
      await untilWaiting(db, 2);
    });
    await Promise.all([folding, repairing]);
    expect(await counter(media)).toBe(1);
  });
});
