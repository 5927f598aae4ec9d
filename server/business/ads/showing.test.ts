import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_ADS } from '@scoville/contract/accounts/plans.ts';
import { newId } from '../../platform/ids.ts';
import { adWindow, insertAd as insertAdOnly } from '../../testkit/ads.ts';
import { putBytes } from '../../testkit/stored.ts';
import { posterKey } from './ads.files.ts';
import type { Client } from '../../testkit/client.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { showingToken } from './showing-token.ts';

const PICTURE = 'all of a picture';

let server: TestServer;
let admin: Account;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.app.db`delete from ads`;
  await enable(true);
});

const enable = (enabled: boolean) =>
  admin.client.put('/api/ab/ab-settings', { enabled, playInterval: 600, playDuring: 0, playDuringMinTime: 0 });
/** Inserts an ad with its picture. */
const insertAd = async (...[db, seed]: Parameters<typeof insertAdOnly>) => {
  const made = await insertAdOnly(db, seed);
  await putBytes(server.app, posterKey(made.adId, 1), PICTURE);
  return made;
};
const ask = async (client: Client) => (await client.post('/api/ab/next')).body;
/** Waits until the sent bytes are recorded, a moment after the client received the whole response. */
const isSent = (token: string) =>
  expect
    .poll(
      () => server.app.db`select 1 from ad_showings where id = ${token.split('.')[0] ?? ''} and sent_at is not null`,
    )
    .toHaveLength(1);
/** Requests the next ad, and its picture. */
const watch = async (client: Client) => {
  const shown = await ask(client);
  if (shown.ad === null) return shown;
  expect((await client.get(shown.ad.url)).status).toBe(200);
  await isSent(shown.token);
  return shown;
};
const report = async (client: Client, adId: string, body: object) =>
  (await client.post(`/api/ab/stats/${adId}`, body)).body.accepted as boolean;
const statsOf = async (adId: string) => {
  const { impression, clicked, skipped } = (await admin.client.get(`/api/ab/stats/${adId}`)).body;
  return { impressions: impression.total, clicks: clicked.total, skips: skipped.total, after: skipped.avgDuration };
};
/** Moves the current showings this many seconds into the past. */
const pass = (seconds: number) => server.app.db`
  update ad_showings set shown_at = shown_at - make_interval(secs => ${seconds}),
    sent_at = sent_at - make_interval(secs => ${seconds}),
    reserved_until = reserved_until - make_interval(secs => ${seconds})`;
/** A browser that has its visitor cookie. */
const browser = async (): Promise<Client> => {
  const client = server.visitor();
  await client.get('/api/users/me');
  return client;
};

describe('the next ad of a listener', () => {
  it('AD-03 is null unless ads are switched on', async () => {
    await insertAd(server.app.db);
    await enable(false);
    expect(await ask(await browser())).toEqual({ ad: null, token: null });
    await enable(true);
    expect((await ask(await browser())).ad).toMatchObject({ type: 'poster', displayLength: 10, skipAfter: 5 });
  });

  it('AD-06 follows the order of positions, separately for each listener', async () => {
    const ids: string[] = [];
    for (const title of ['1', '2', '3']) ids.push((await insertAd(server.app.db, { title })).adId);
    const [one, other] = [await browser(), await browser()];
    const titles = async (client: Client, many: number) => {
      const seen: string[] = [];
      while (seen.length < many) seen.push((await ask(client)).ad.title);
      return seen.join('');
    };
    expect(await titles(one, 4)).toBe('1231');
    expect(await titles(other, 2)).toBe('12');
    expect(await titles(one, 1)).toBe('2');
    const positions = ids.toReversed().map((id, place) => ({ id, position: place + 1 }));
    expect((await admin.client.put('/api/ab/ab-positions', { positions })).status).toBe(200);
    expect(await titles(await browser(), 3)).toBe('321');
  });

  it('can be previewed without a showing, and then shown if it is still available', async () => {
    const { adId } = await insertAd(server.app.db, { window: { impressionLimit: 1 } });
    const [client, other] = [await browser(), await browser()];
    const nextAd = async (by: Client, body: object) => (await by.post('/api/ab/next', body)).body;
    for (const by of [client, client, other]) {
      const { ad, token } = await nextAd(by, { look: true });
      expect([ad.id, token]).toEqual([adId, null]);
    }
    expect(await server.app.db`select 1 from ad_showings`).toEqual([]);
    expect((await nextAd(other, { id: adId })).token).toMatch(/\./);
    expect(await nextAd(client, { id: adId })).toEqual({ ad: null, token: null });
    expect(await nextAd(client, { id: newId() })).toEqual({ ad: null, token: null });
  });

  it('AD-21 is shown only inside its window of dates', async () => {
    const { db } = server.app;
    const hour = 3600_000;
    const at = (hours: number) => new Date(Date.now() + hours * hour);
    await insertAd(db, { window: adWindow({ startDate: at(1), endDate: at(2) }) });
    await insertAd(db, { window: adWindow({ startDate: at(-2), endDate: at(-1) }) });
    expect((await ask(await browser())).ad).toBeNull();
    const { adId } = await insertAd(db, { window: adWindow({ startDate: at(-1), endDate: at(1) }) });
    expect((await ask(await browser())).ad.id).toBe(adId);
  });

  it('is null for a plan without ads, and for bots', async () => {
    await insertAd(server.app.db);
    const without = server.app.env.PLANS.find(({ perks }) => perks.includes(NO_ADS));
    const paying = await server.signUp({ plan: without?.type ?? 'none' });
    const free = await server.signUp();
    expect((await ask(paying.client)).ad).toBeNull();
    expect((await ask(free.client)).ad).not.toBeNull();
    const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    const crawler = await (await browser()).send({ method: 'POST', url: '/api/ab/next', headers, payload: {} });
    expect(crawler.body.ad).toBeNull();
  });

  it('is the same ad at most ten times a day', async () => {
    await insertAd(server.app.db);
    const client = await browser();
    for (let time = 0; time < 10; time++) expect((await ask(client)).ad).not.toBeNull();
    expect((await ask(client)).ad).toBeNull();
    expect((await ask(await browser())).ad).not.toBeNull();
    await server.app.db`update ad_showings set shown_at = shown_at - interval '25 hours'`;
    expect((await ask(client)).ad).not.toBeNull();
  });

  it('is the same ad at most ten times a day, even for many concurrent calls', async () => {
    const { adId } = await insertAd(server.app.db);
    const client = await browser();
    const shown = await Promise.all(Array.from({ length: 40 }, () => ask(client)));
    expect(shown.filter(({ ad }) => ad !== null)).toHaveLength(10);
    // A new ad is shown instead, also ten times.
    const other = await insertAd(server.app.db);
    const next = await Promise.all(Array.from({ length: 12 }, () => ask(client)));
    expect(next.map(({ ad }) => ad?.id).filter((id) => id === other.adId)).toHaveLength(10);
    const [row] = await server.app.db`select count(*)::int as n from ad_showings where ad_id = ${adId}`;
    expect(row?.['n']).toBe(10);
  });

  it('is spread over days, and makes up for missed impressions by a day’s share only', async () => {
    const { db } = server.app;
    const startDate = new Date(Date.now() - 20 * 24 * 3600_000);
    const { adId, goalId } = await insertAd(db, { window: { impressionLimit: 6000, startDate } });
    await db`update ad_goals set impressions = 300`;
    expect((await ask(await browser())).ad?.id).toBe(adId);
    // The goal allows 200 impressions for the current day. 198 of them are reserved by showings that have begun.
    await db`
      insert into ad_showings (id, goal_id, ad_id, listener, reserved_until)
      select gen_random_uuid(), ${goalId}, ${adId}, 'browser ' || n, now() + interval '1 hour' from generate_series(1, 198) n`;
    const [one, other, last] = [await browser(), await browser(), await browser()];
    expect([(await ask(one)).ad?.id, (await ask(other)).ad?.id]).toEqual([adId, adId]);
    // The next impression is due seven minutes later, not before.
    expect((await ask(last)).ad).toBeNull();
    await db`update ad_goals set paced_from = paced_from - interval '8 minutes'`;
    expect((await ask(last)).ad?.id).toBe(adId);
    expect((await ask(one)).ad).toBeNull();
  });
});

describe('a showing', () => {
  it('AD-25 counts an impression, a click and a skip with its seconds, each once', async () => {
    const { adId } = await insertAd(server.app.db);
    const client = await browser();
    const { token } = await watch(client);
    await pass(2);
    for (const accepted of [true, false])
      expect(await report(client, adId, { event: 'impression', token })).toBe(accepted);
    await pass(4);
    for (const accepted of [true, false])
      expect(await report(client, adId, { event: 'clicked', token })).toBe(accepted);
    for (const accepted of [true, false])
      expect(await report(client, adId, { event: 'skipped', token, seconds: 6 })).toBe(accepted);
    expect(await statsOf(adId)).toEqual({ impressions: 1, clicks: 1, skips: 1, after: 6 });
  });

  it('counts only events that the elapsed time allows', async () => {
    const { adId } = await insertAd(server.app.db, { displayLength: 3000, skipAfter: 1000 });
    const client = await browser();
    const { token } = await watch(client);
    const say = (event: string, seconds = 0) => report(client, adId, { event, token, seconds });
    // Moved into the future, so that the showing has not begun yet, even on a slow machine.
    await pass(-500);
    expect(await say('impression')).toBe(false);
    await pass(502);
    // An ad that was not seen can't be clicked or skipped.
    expect([await say('clicked'), await say('skipped', 1000)]).toEqual([false, false]);
    expect(await say('impression')).toBe(true);
    expect(await say('skipped', 1000)).toBe(false);
    await pass(1000);
    expect(await say('skipped', 3600)).toBe(true);
    const { after } = await statsOf(adId);
    expect(after).toBeGreaterThanOrEqual(1002);
    expect(after).toBeLessThan(3000);
    const late = (await watch(client)).token;
    await pass(3061);
    expect(await report(client, adId, { event: 'impression', token: late })).toBe(false);
    expect((await statsOf(adId)).impressions).toBe(1);
  });

  it('belongs to its listener and its ad, and counts with no other token', async () => {
    const [{ adId }, other] = [await insertAd(server.app.db), await insertAd(server.app.db)];
    const [client, stranger] = [await browser(), await browser()];
    const { token } = await watch(client);
    await pass(5);
    const forged = [
      '',
      'x',
      token.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')),
      newId(),
      showingToken(token.split('.')[0] ?? '', 'browser somebody', 'a secret of their own'),
    ];
    for (const one of forged) expect(await report(client, adId, { event: 'impression', token: one })).toBe(false);
    expect(await report(stranger, adId, { event: 'impression', token })).toBe(false);
    expect(await report(client, other.adId, { event: 'impression', token })).toBe(false);
    expect(await report(client, newId(), { event: 'impression', token })).toBe(false);
    expect(await report(client, adId, { event: 'impression', token })).toBe(true);
  });

  it('counts no skip for an ad that cannot be skipped', async () => {
    const { adId } = await insertAd(server.app.db, { skipAfter: null });
    const client = await browser();
    const { token } = await watch(client);
    await pass(9);
    await report(client, adId, { event: 'impression', token });
    expect(await report(client, adId, { event: 'skipped', token, seconds: 9 })).toBe(false);
  });

  it('AD-20 ends the ad when its impressions are met', async () => {
    const { adId } = await insertAd(server.app.db, { window: { impressionLimit: 2 } });
    const client = await browser();
    for (const met of [false, true]) {
      const { token } = await watch(client);
      await pass(3);
      expect(await report(client, adId, { event: 'impression', token })).toBe(true);
      const [ad] = (await admin.client.get('/api/ab')).body.ads;
      expect(ad).toMatchObject({ state: met ? 'met' : 'running', adWindow: { metImpressions: met } });
    }
    expect((await ask(client)).ad).toBeNull();
    expect((await ask(await browser())).ad).toBeNull();
    expect((await server.visitor().get('/api/ab')).body.ads).toEqual([]);
  });

  it('reaches its goal exactly with fifty concurrent listeners, and never exceeds it', async () => {
    const { adId } = await insertAd(server.app.db, { window: { impressionLimit: 7 } });
    const crowd = await Promise.all(Array.from({ length: 50 }, browser));
    const shown = await Promise.all(crowd.map(async (client) => ({ client, token: (await watch(client)).token })));
    const chosen = shown.filter(({ token }) => token !== null);
    expect(chosen).toHaveLength(7);
    await pass(3);
    // Each listener reports the impression three times concurrently.
    const said = await Promise.all(
      [...chosen, ...chosen, ...chosen].map(({ client, token }) =>
        report(client, adId, { event: 'impression', token }),
      ),
    );
    expect(said.filter(Boolean)).toHaveLength(7);
    expect(await statsOf(adId)).toMatchObject({ impressions: 7 });
    expect((await ask(await browser())).ad).toBeNull();
  });

  it('releases its impression to another listener if it isn’t watched in time, and never counts', async () => {
    const { adId } = await insertAd(server.app.db, { window: { impressionLimit: 1 } });
    const [gone, next] = [await browser(), await browser()];
    const lost = (await watch(gone)).token;
    expect((await ask(next)).ad).toBeNull();
    await pass(71);
    const { token } = await watch(next);
    await pass(3);
    const said = await Promise.all([
      report(gone, adId, { event: 'impression', token: lost }),
      report(next, adId, { event: 'impression', token }),
    ]);
    expect(said).toEqual([false, true]);
    expect((await statsOf(adId)).impressions).toBe(1);
  });

  it('counts nothing before all bytes of the picture were sent under its own address', async () => {
    const { app } = server;
    const { adId } = await insertAd(app.db, { skipAfter: 0 });
    const client = await browser();
    const before = await watch(client);
    const { ad, token } = await ask(client);
    await pass(9);
    const say = (event: string) => report(client, adId, { event, token });
    const sent = async () =>
      (await app.db`select sent_bytes::int as n from ad_showings where id = ${token.split('.')[0]}`)[0]?.['n'];
    expect([await say('impression'), await say('clicked'), await say('skipped')]).toEqual([false, false, false]);
    // Another showing's picture, the address without a showing, a HEAD request and a part don't count as this showing's
    // picture.
    expect(ad.url).not.toBe(before.ad.url);
    const bare = ad.url.replace(/~[^/]+/, '');
    for (const url of [before.ad.url, bare]) expect((await client.get(url)).status).toBe(200);
    expect((await client.send({ method: 'HEAD', url: ad.url })).status).toBe(200);
    const part = await client.send({ method: 'GET', url: ad.url, headers: { range: 'bytes=0-3' } });
    expect(part.status).toBe(206);
    // Records are written in order, so once this record is written, the records of the requests above are, too.
    const other = await watch(await browser());
    expect(other.token).not.toBe(token);
    expect([await sent(), await say('impression')]).toEqual([0, false]);
    // The time counts from when the picture was sent, even if the showing began long before.
    expect((await client.get(ad.url)).status).toBe(200);
    await isSent(token);
    expect(await sent()).toBe(PICTURE.length);
    await app.db`update ad_showings set sent_at = clock_timestamp() + interval '100 seconds'`;
    expect(await say('impression')).toBe(false);
    await pass(102);
    await app.db`update ad_showings set reserved_until = now() + interval '1 minute'`;
    expect(await say('impression')).toBe(true);
  });

  it('needs a visitor cookie, and counts an ad no more often per network than a household may', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1', COUNTED_PER_HOUSEHOLD: '3' });
    try {
      const { app } = limited;
      const { adId } = await insertAdOnly(app.db);
      await app.db`update ad_settings set enabled = true`;
      const from = (remoteAddress: string, client = limited.visitor()) => ({
        get: () => client.send({ method: 'GET', url: '/api/settings', remoteAddress }),
        next: async (look = false) =>
          (await client.send({ method: 'POST', url: '/api/ab/next', payload: { look }, remoteAddress })).body,
      });
      const named = async (remoteAddress: string) => {
        const one = from(remoteAddress);
        await one.get();
        return one;
      };
      const nobody = from('203.0.113.7');
      expect(await nobody.next()).toEqual({ ad: null, token: null });
      expect(await app.db`select 1 from ad_showings`).toEqual([]);
      // The response above set the visitor cookie.
      expect((await nobody.next()).ad.id).toBe(adId);
      const crowd = await Promise.all(Array.from({ length: 6 }, () => named('203.0.113.7')));
      const shown = await Promise.all(crowd.map((one) => one.next()));
      expect(shown.filter(({ ad }) => ad !== null)).toHaveLength(2);
      expect((await nobody.next(true)).ad).toBeNull();
      // Another network has its own maximum, and so has an account in the same network.
      expect((await (await named('203.0.113.8')).next()).ad.id).toBe(adId);
      const { client } = await limited.signUp();
      expect((await from('203.0.113.7', client).next()).ad.id).toBe(adId);
      // Showings that ended without an impression don't count towards the maximum.
      await app.db`update ad_showings set reserved_until = now() - interval '1 second' where counted_at is null`;
      expect((await nobody.next()).ad.id).toBe(adId);
      // The address is not stored.
      const [row] = await app.db`select network from ad_showings where listener like 'browser %' limit 1`;
      expect(row?.['network']).toMatch(/^[\w-]{20}$/);
    } finally {
      await limited.close();
    }
  });

  it('adds nothing to the figures of music', async () => {
    const { adId } = await insertAd(server.app.db);
    const client = await browser();
    const { token } = await watch(client);
    await pass(5);
    await report(client, adId, { event: 'impression', token });
    await report(client, adId, { event: 'clicked', token });
    for (const table of ['stat_events', 'deliveries', 'tallies', 'stat_days'])
      expect(await server.app.db`select * from ${server.app.db(table)}`).toEqual([]);
    expect((await client.post('/api/stats', { statTitle: 'play-media', media: adId })).status).toBe(404);
  });
});
