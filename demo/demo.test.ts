import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refreshCounts } from '../server/listening/discovery/lists.queries.ts';
import { refreshFigures } from '../server/listening/discovery/statistics.queries.ts';
import { type TestServer, startTestServer } from '../server/testkit/server.ts';
import { until } from '../server/testkit/until.ts';
import { ensureFirstAdmin } from '../server/community/own-account/first-admin.ts';
import { type Entry, catalogue } from './catalogue.ts';
import { figuresOf, viewsOf } from './figures.ts';
import { type Installation, fill } from './fill.ts';
import { PARTS } from './parts.ts';
import { isFavoriteOf } from './parts/favorites.ts';
import { followOf } from './parts/follows.ts';
import { playlistsBy } from './parts/playlists.ts';
import { starsOf } from './parts/ratings.ts';
import { people } from './people.ts';
import { demoPassword } from './sign-in.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'the first administrator' };
/** About fifty of the whole catalogue's 1,500 plays fall on the few items of this test. */
const CROWD = 0.2;

const all = people();
const everybody = all.filter(({ username }) =>
  ['junoreyes', 'inesvs', 'nellferris', 'bealindholm', 'calruiz', 'dotamani'].includes(username),
);
const entries = catalogue(all)
  .filter(({ title }) => ['Cast Iron Heart', 'Saguaro Motel', 'Monsoon Season', 'Dry Lightning'].includes(title))
  .map((entry): Entry => ({ ...entry, seconds: entry.kind === 'song' ? 2 : 1 }));
const [heart, lightning] = entries as [Entry, Entry];

describe('a small demonstration', () => {
  let server: TestServer;
  let installation: Installation;
  let lines: string[];

  beforeAll(async () => {
    // With the rate limits of a normal installation.
    server = await startTestServer({ ...ADMIN, RATE_LIMIT_FACTOR: '1' }, { worker: true });
    await ensureFirstAdmin(server.app.db, server.app.env);
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const { env } = server.app;
    installation = { ...env, base: `http://127.0.0.1:${port}`, databaseUrl: () => env.DATABASE_URL };
  });
  afterAll(() => server.close());

  const run = (of: readonly Entry[] = entries) => {
    lines = [];
    const say = (line: string) => lines.push(line);
    return fill(installation, PARTS, { people: everybody, entries: of, crowd: CROWD, say });
  };
  const read = async (path: string) => (await server.visitor().get(path)).body;

  it('continues where an interrupted run stopped', async () => {
    expect(await run([heart])).toBe(true);
    expect(await run()).toBe(true);
    expect(lines.find((line) => line.startsWith('Songs and videos'))).toBe('Songs and videos: 3 songs and videos.');
  });

  it('lists songs and videos by their verdicts, and pins one', async () => {
    const { pinned, perfectlySeasoned, wellDone } = await read('/api/home');
    const titles = (list: { title: string }[]) => list.map(({ title }) => title);
    expect([pinned.title, titles(perfectlySeasoned), titles(wellDone)]).toEqual([
      'Cast Iron Heart',
      ['Cast Iron Heart'],
      ['Dry Lightning'],
    ]);
    expect(pinned).toMatchObject({ artworkImg: expect.stringMatching(/\.jpg$/), curatedGenre: { name: 'Soul' } });
    const { media } = await read('/api/media?q=Saguaro+Motel');
    expect(media).toMatchObject([{ title: 'Saguaro Motel', mediaType: 'video', score: 69 }]);
  });

  it('has people with names, places, texts and pictures', async () => {
    expect(await read('/api/musicians/junoreyes')).toMatchObject({
      displayName: 'Juno Reyes',
      address: { city: 'San Antonio', state: 'TX' },
      title: 'Soul singer and piano player',
      experience: 14,
      hourlyRate: 120,
      albums: [
        { title: 'Corner Table', coverUrl: expect.stringMatching(/^\/images\/album\//) },
        { title: 'Second Helping' },
        { title: 'Salt to Taste', releaseDate: '2031-02-14' },
      ],
      bands: [
        { name: 'The Sunday Corner', currentMember: true, imageUrl: expect.stringMatching(/^\/images\/band\//) },
        { name: 'Las Cucharas', endDate: '2014-11-30' },
      ],
      schools: [{ name: 'University of North Texas', degree: "Bachelor's" }],
      professions: [{ title: 'Vocal coach', endDate: null }],
      donationMethods: [{ appName: 'Venmo' }, { appName: 'PayPal', username: 'juno@demo.example' }],
      contactMethods: [{ title: 'Website' }, { title: 'Booking', info: 'booking@junoreyes.demo.example' }],
      profileImg: expect.stringMatching(/^\/images\/profile\//),
    });
  });

  it('has upcoming and past shows, in the time zones of their venues', async () => {
    const { id } = await read('/api/musicians/junoreyes');
    const names = async (when: string) =>
      (await read(`/api/performances/user/${id}?when=${when}`)).performances.map(
        ({ name, time, timeZone }: { name: string; time: string; timeZone: string }) => [name, time, timeZone],
      );
    expect(await names('upcoming')).toEqual([
      ['Sunday at the corner table', '19:30', 'America/Chicago'],
      ['Second Helping, all of it', '20:00', 'America/Chicago'],
      ['Second Helping, out west', '20:00', 'America/Phoenix'],
    ]);
    expect(await names('past')).toEqual([['Songs for grandmothers', '17:00', 'America/Chicago']]);
  });

  it('counts exactly the plays, shares and views that listeners made', async () => {
    const { pinned, perfectlySeasoned, wellDone } = await read('/api/home');
    const wanted = (entry: Entry) => figuresOf(entry, CROWD);
    expect(pinned).toMatchObject({ playCount: wanted(heart).plays, shareCount: wanted(heart).shares });
    expect(perfectlySeasoned[0].playCount).toBe(wanted(heart).plays);
    expect(wellDone[0].playCount).toBe(wanted(lightning).plays);
    expect(await read('/api/musicians/junoreyes')).toMatchObject({
      playCount: wanted(heart).plays,
      viewCount: viewsOf(wanted(heart).plays),
    });
  });

  it('shows where plays started, how far people listened, and what was recommended', async () => {
    const { db } = server.app;
    const { plays } = figuresOf(heart, CROWD);
    // The parts of songs that were heard are counted together with the plays, shown recommendations a moment later.
    await until(async () =>
      expect(await db`select 1 from stat_days where title = 'shown-browse' limit 1`).toHaveLength(1),
    );
    const juno = server.visitor();
    const signedIn = await juno.post('/auth', {
      email: 'junoreyes@demo.example',
      password: await demoPassword(server.app.env.DATA_DIR),
    });
    expect(signedIn.status).toBe(200);
    const { audience } = (await juno.get('/api/mediaStats')).body;
    expect(audience.origins.reduce((sum: number, one: { plays: number }) => sum + one.plays, 0)).toBe(plays);
    expect(audience.origins.length).toBeGreaterThan(1);
    expect(audience.heard).toMatchObject([{ title: 'Cast Iron Heart', listens: plays }]);
    const { parts } = audience.heard[0] as { parts: number[] };
    expect(parts[0]).toBe(plays);
    expect(parts.at(-1)).toBeLessThan(plays);
    expect(audience.showings).toMatchObject([{ title: 'Cast Iron Heart' }]);
  });

  it('has albums with songs', async () => {
    const { albums } = await read('/api/musicians/junoreyes');
    const held = await Promise.all(albums.map(({ id }: { id: string }) => read(`/api/albums/${id}/songs`)));
    expect(held.map(({ media }) => media.map(({ title }: { title: string }) => title))).toEqual([
      ['Cast Iron Heart'],
      [],
      [],
    ]);
  });

  it('counts one rating for each listener who rates a song', async () => {
    const { media } = await read('/api/media?q=Cast+Iron+Heart');
    const stars = everybody
      .filter(({ kind }) => kind === 'listener')
      .map((listener) => starsOf(listener, heart))
      .filter((one) => one !== null);
    expect(stars.length).toBeGreaterThan(0);
    const mean = stars.reduce((sum, one) => sum + one, 0) / stars.length;
    expect(await read(`/api/media/${media[0].id}`)).toMatchObject({
      rating: Math.round(mean * 10) / 10,
      ratingCount: stars.length,
    });
  });

  it('has favorites, followers and comments from its people, each once', async () => {
    const listeners = everybody.filter(({ kind }) => kind === 'listener');
    const { media } = await read('/api/media?size=100');
    const kept = Object.fromEntries(
      media.map(({ title, rememberCount }: { title: string; rememberCount: number }) => [title, rememberCount]),
    );
    const shown = entries.filter(({ title }) => title in kept);
    const wanted = shown.map((entry) => [
      entry.title,
      listeners.filter((listener) => isFavoriteOf(listener, entry)).length,
    ]);
    expect(kept).toEqual(Object.fromEntries(wanted));
    expect(wanted.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThan(0);

    const fans = [heart, lightning].map(({ musician }) => [
      musician.username,
      everybody.filter((person) => followOf(person, musician) !== null).length,
    ]);
    for (const [username, count] of fans)
      expect(await read(`/api/musicians/${username}`)).toMatchObject({ subscriptionCount: count });
    expect(fans.some(([, count]) => Number(count) > 0)).toBe(true);

    for (const { id } of media) {
      const { comments } = await read(`/api/comments/${id}`);
      expect(new Set(comments.map(({ user }: { user: { id: string } }) => user.id)).size).toBe(listeners.length);
      expect(comments).toHaveLength(listeners.length);
    }
  });

  it('has playlists of its listeners with songs and videos that they can play', async () => {
    const { media } = await read('/api/media?size=100');
    const shown = entries.filter(({ title }) => media.some((one: { title: string }) => one.title === title));
    let count = 0;
    for (const listener of everybody.filter(({ kind }) => kind === 'listener')) {
      const wanted = playlistsBy(listener, shown).filter(({ list }) => list.visibility === 'public');
      const { id } = await read(`/api/musicians/${listener.username}`);
      const { playlists } = await read(`/api/playlists/user/${id}`);
      const told = playlists.map(({ name, mediaCount }: { name: string; mediaCount: number }) => [name, mediaCount]);
      expect(told.toSorted()).toEqual(wanted.map(({ list, of }) => [list.name, of.length]).toSorted());
      count += told.length;
    }
    expect(count).toBeGreaterThan(0);
  });

  it('has conversations, one of which is a pending request, and a musician’s post to followers', async () => {
    const juno = server.visitor();
    const password = await demoPassword(server.app.env.DATA_DIR);
    expect((await juno.post('/auth', { email: 'junoreyes@demo.example', password })).status).toBe(200);
    const { convos } = (await juno.get('/api/convos')).body;
    const told = convos.map(({ users, isRequest }: { users: { username: string }[]; isRequest: boolean }) => [
      users.map(({ username }) => username).toSorted(),
      isRequest,
    ]);
    expect(told.toSorted()).toEqual([
      [['calruiz', 'junoreyes'], true],
      [['inesvs', 'junoreyes'], false],
    ]);
    const { id: withInes } = convos.find(({ isRequest }: { isRequest: boolean }) => !isRequest);
    const { messages } = (await juno.get(`/api/messages/${withInes}`)).body;
    expect(messages.map(({ media }: { media: { title: string } | null }) => media?.title ?? null)).toEqual([
      null,
      'Saguaro Motel',
      null,
      null,
    ]);
    const { id } = await read('/api/musicians/junoreyes');
    expect(await read(`/api/posts/user/${id}`)).toMatchObject({ total: 1 });
  });

  it('has reports from its listeners, most of them decided', async () => {
    const admin = server.visitor();
    await admin.post('/auth', { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
    const cases = async (queue: string) =>
      (await admin.get(`/api/admin/reports?queue=${queue}`)).body.cases.map(
        ({ subject, state, reasons }: { subject: { kind: string }; state: string; reasons: string[] }) =>
          [subject.kind, ...reasons, state].join(' '),
      );
    expect((await cases('waiting')).toSorted()).toEqual(['comment other open', 'media rights open']);
    expect((await cases('decided')).toSorted()).toEqual([
      'comment harassment warned',
      'comment spam dismissed',
      'user impersonation dismissed',
    ]);
  });

  it('leaves a submission waiting for review, and explains to visitors that this is a demonstration', async () => {
    const admin = server.visitor();
    await admin.post('/auth', { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
    expect((await admin.get('/api/review')).body).toMatchObject({ reviews: [{ media: { title: 'Monsoon Season' } }] });
    expect((await read('/api/system-message')).systemMessage.html).toBe(
      '<p><strong>This is a demonstration.</strong> Every musician is invented, and every song was composed by a program.</p>',
    );
  });

  it('changes nothing in a second run', async () => {
    // Refresh the figures that a background loop updates, so that the loop changes none between the two readings.
    await refreshCounts(server.app.db);
    await refreshFigures(server.app.db);
    const before = [await read('/api/home'), await read('/api/media'), await read('/api/musicians/junoreyes')];
    expect(await run()).toBe(false);
    expect(lines).toEqual([]);
    expect([await read('/api/home'), await read('/api/media'), await read('/api/musicians/junoreyes')]).toEqual(before);
  });

  it('refuses to change an installation that has other accounts', async () => {
    await server.signUp();
    await expect(run()).rejects.toThrow(
      'This installation is in use: it has accounts that the demonstration did not make. Nothing was changed.',
    );
  });
});
