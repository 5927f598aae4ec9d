import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { image, song } from '../../../fixtures/files.ts';
import { newId } from '../../platform/ids.ts';
import { insertAd } from '../../testkit/ads.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { until } from '../../testkit/until.ts';
import { reportGoals } from './report-goals.ts';

let server: TestServer;
let admin: Account;
let png: Buffer;
let mp3: Buffer;
beforeAll(async () => {
  server = await startTestServer({}, { worker: true });
  admin = await server.signUp({ role: 'admin' });
  png = await readFile(await image({ width: 900, height: 300, format: 'png' }));
  mp3 = await readFile(await song({ seconds: 2, format: 'mp3' }));
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.app.db`delete from ads`;
  await server.app.db`update ad_settings set enabled = true`;
});

const DAY = 24 * 3600 * 1000;
const day = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const dates = (more: object = {}) => ({ type: 'date', startDate: day(-1), endDate: day(29), ...more });
const fields = (more: Record<string, unknown> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      isAd: 'true',
      type: 'poster',
      title: 'Guitars',
      email: 'shop@example.org',
      displayLength: '8',
      adWindow: JSON.stringify(dates()),
      ...more,
    })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
const upload = (more: Record<string, unknown> = {}, file = { name: 'guitars.png', bytes: png }, by = admin) =>
  by.client.upload('/api/upload', file, fields(more));
const all = async (client = admin.client) => (await client.get('/api/ab')).body;
const change = (id: string, body: object) => admin.client.put(`/api/ab/${id}`, body);

describe('a new ad', () => {
  it('AD-05 AD-19 AD-22 has every field that was sent, and is in the administrators’ list', async () => {
    const owner = await server.signUp();
    const answer = await upload({
      owner: owner.me.id,
      skipAfter: 5,
      infoUrl: 'https://guitars.example/sale',
      infoUrlText: 'To the sale',
      price: '199.99',
    });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({ media: null, duplicateOf: null });
    const { ads, total, settings } = await all();
    expect([ads, total]).toEqual([[answer.body.ad], 1]);
    expect(settings).toEqual({ enabled: true, playInterval: 600, playDuring: 0, playDuringMinTime: 0 });
    expect(ads[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'poster',
      title: 'Guitars',
      email: owner.me.email,
      owner: { id: owner.me.id, displayName: owner.me.displayName },
      displayLength: 8,
      skipAfter: 5,
      infoUrl: 'https://guitars.example/sale',
      infoUrlText: 'To the sale',
      price: 199.99,
      position: 1,
      url: expect.stringMatching(/^\/files\/.*\/posters\/.*\/1200\.webp$/),
      file: 'guitars.png',
      image: ads[0].url,
      sources: [],
      loudness: null,
      length: null,
      adWindow: {
        type: 'date',
        startDate: expect.stringMatching(/Z$/),
        endDate: expect.stringMatching(/Z$/),
        impressionLimit: null,
        metImpressions: false,
      },
      state: 'running',
      stage: 'Complete',
      error: null,
    });
  });

  it('is a complete picture, for a poster', async () => {
    const { url } = (await upload()).body.ad;
    const cookies = Object.fromEntries(admin.client.cookies);
    const bytes = (await server.http.inject({ url, cookies })).rawPayload;
    const { width, height, format } = await sharp(bytes).metadata();
    expect([width, height, format]).toEqual([900, 300, 'webp']);
    const none = await upload({}, { name: 'guitars.png', bytes: mp3 });
    expect([none.status, none.body.errors[0].field]).toEqual([415, 'file']);
    expect((await all()).total).toBe(1);
  });

  it('AD-02 AD-23 can be a clip, processed like a song, without a display length, and both kinds play', async () => {
    const [before] = await server.app.db`select count(*) from upload_ledger`;
    const answer = await upload({ type: 'media', displayLength: 30 }, { name: 'jingle.mp3', bytes: mp3 });
    expect(answer.status, answer.text).toBe(202);
    const { id } = answer.body.ad;
    expect(answer.body.ad).toMatchObject({ displayLength: null, sources: [], file: 'jingle.mp3' });
    const ad = await until(async () => {
      const [one] = (await all()).ads;
      expect(one.stage).toBe('Complete');
      return one;
    });
    expect(ad.length).toBeCloseTo(2, 0);
    expect(ad.sources.map(({ type }: { type: string }) => type)).toContain('audio/mp4');
    await upload();
    const listener = server.visitor();
    await listener.get('/api/users/me');
    const next = async () => (await listener.post('/api/ab/next')).body.ad;
    const shown = await next();
    expect(shown).toMatchObject({ id, type: 'media' });
    // The listener's address names the showing.
    expect(shown.url.replace(/~[^/]+/, '')).toBe(ad.sources[0].url);
    expect(await next()).toMatchObject({ type: 'poster' });
    for (const url of [ad.url, (await next()).url]) expect((await listener.get(url)).status).toBe(200);
    // A clip is not the administrator's music, and doesn't count towards a plan.
    expect(await server.app.db`select count(*) from upload_ledger`).toEqual([before]);
    expect(await server.app.db`select 1 from media`).toEqual([]);
    expect(await server.app.db`select 1 from deliveries`).toEqual([]);
    const keys = await server.app.db`select prefix from pending_deletions where prefix like ${`%${id}%`}`;
    expect(keys).toEqual([]);
  });

  it('is created once when a lost answer makes the client retry under the same key', async () => {
    const adWindow = JSON.stringify(dates());
    const clip = { name: 'jingle.mp3', bytes: mp3 };
    const sent = (key: string, more: Record<string, unknown>, file = { name: 'guitars.png', bytes: png }, by = admin) =>
      by.client.upload('/api/upload', file, fields({ ...more, adWindow }), { 'idempotency-key': key });
    for (const [more, file] of [[{}], [{ type: 'media' }, clip]] as const) {
      const key = newId();
      const first = await sent(key, more, file);
      const again = await sent(key, more, file);
      expect([first.status, again.status]).toEqual([202, 202]);
      expect(again.body.ad.id).toBe(first.body.ad.id);
      // A retry with a changed title gets the ad as it was created.
      const changed = await sent(key, { ...more, title: 'Strings' }, file);
      expect([changed.status, changed.body.ad]).toMatchObject([202, { id: first.body.ad.id, title: 'Guitars' }]);
      // Two concurrent attempts, as when the first one only seemed to be lost.
      const title = { ...more, title: 'At once' };
      const atOnce = newId();
      const answers = await Promise.all([sent(atOnce, title, file), sent(atOnce, title, file)]);
      expect([
        [202, 202],
        [202, 409],
      ]).toContainEqual(answers.map(({ status }) => status).toSorted());
      expect((await sent(atOnce, title, file)).status).toBe(202);
      const other = await server.signUp({ role: 'admin' });
      expect((await sent(key, more, file, other)).body.ad.id).not.toBe(first.body.ad.id);
    }
    expect((await all()).ads.map(({ type, title }: { type: string; title: string }) => `${type} ${title}`)).toEqual([
      'poster Guitars',
      'poster At once',
      'poster Guitars',
      'media Guitars',
      'media At once',
      'media Guitars',
    ]);
    await until(async () =>
      expect((await all()).ads.filter(({ stage }: { stage: string }) => stage !== 'Complete')).toEqual([]),
    );
  });

  it('counts a clip’s impression only after the bytes played until then were sent', async () => {
    const { db } = server.app;
    const { id } = (await upload({ type: 'media', displayLength: undefined }, { name: 'jingle.mp3', bytes: mp3 })).body
      .ad;
    await until(async () => expect((await all()).ads[0].stage).toBe('Complete'));
    const listener = server.visitor();
    await listener.get('/api/users/me');
    const { ad, token } = (await listener.post('/api/ab/next')).body;
    await db`update ad_showings set shown_at = shown_at - interval '9 seconds'`;
    const isCounted = async () =>
      (await listener.post(`/api/ab/stats/${id}`, { event: 'impression', token })).body.accepted;
    const sent = async () => Number((await db`select sent_bytes from ad_showings`)[0]?.['sent_bytes']);
    expect(await isCounted()).toBe(false);
    // A clip of two seconds must be sent completely; a tenth is not enough, however long ago.
    const part = await listener.send({ method: 'GET', url: ad.url, headers: { range: 'bytes=0-999' } });
    expect(part.status).toBe(206);
    await until(async () => expect(await sent()).toBe(1000));
    await db`update ad_showings set sent_at = sent_at - interval '9 seconds'`;
    expect(await isCounted()).toBe(false);
    expect((await listener.get(ad.url)).status).toBe(200);
    await until(async () => expect(await sent()).toBeGreaterThan(10_000));
    expect(await isCounted()).toBe(true);
  });

  it('API-20 is sent by administrators only, with its fields before its file', async () => {
    const member = await server.signUp();
    const refused = await upload({}, undefined, member);
    expect([refused.status, refused.body.message]).toEqual([403, 'Only administrators may upload ads.']);
    expect((await all()).total).toBe(0);
    const answer = await member.client.upload('/api/upload', { name: 'song.mp3', bytes: mp3 });
    expect([answer.status, answer.body.media.mediaType, answer.body.ad]).toEqual([202, 'song', null]);
    await server.app.db`delete from media`;
  });

  it('names each wrong field with its error', async () => {
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ title: ' ' }, 'title', 'Title is required.'],
      [{ email: undefined }, 'email', 'Owner is required.'],
      [{ email: 'nobody' }, 'email', 'A valid email is required.'],
      [{ type: undefined }, 'type', 'Type is required.'],
      [{ displayLength: '' }, 'displayLength', 'Display length is required.'],
      [{ displayLength: '1.5' }, 'displayLength', 'Display length is a whole number of seconds, from 1 to 3600.'],
      [{ skipAfter: -1 }, 'skipAfter', 'Skip after is a whole number of seconds, from 0 to 3600.'],
      [{ skipAfter: 'soon' }, 'skipAfter', 'Skip after is a whole number of seconds, from 0 to 3600.'],
      [{ price: '1.999' }, 'price', 'Enter the price as a number with two decimals at most.'],
      [{ infoUrl: 'javascript:alert(1)' }, 'infoUrl', 'Enter an address that begins with https:// or http://.'],
      [{ adWindow: '{' }, 'adWindow', 'adWindow is JSON text.'],
      [{ adWindow: undefined }, 'adWindow.type', 'Limit type is required.'],
    ];
    const windows: [object, string, string][] = [
      [{ startDate: '' }, 'startDate', 'Start date is required.'],
      [{ startDate: '99/99/9999' }, 'startDate', 'Date is not a valid format.'],
      [{ endDate: '2026-02-31' }, 'endDate', 'Date is not a valid format.'],
      [{ endDate: undefined }, 'endDate', 'End date is required.'],
      [{ endDate: day(-2) }, 'endDate', 'The end must come after the start.'],
      [{ type: 'impressions' }, 'impressionLimit', 'Total Impressions is required.'],
      [{ type: 'impressions', impressionLimit: 0 }, 'impressionLimit', 'Total Impressions is a whole number from 1.'],
    ];
    for (const [more, field, message] of windows)
      wrong.push([{ adWindow: JSON.stringify(dates(more)) }, `adWindow.${field}`, message]);
    for (const [more, field, message] of wrong) {
      const answer = await upload(more);
      expect([answer.status, answer.body.errors[0]]).toEqual([400, expect.objectContaining({ field, message })]);
    }
    expect((await all()).total).toBe(0);
  });

  it('LM-04 has one of two types and one of two windows; production types are for media', async () => {
    for (const type of ['poster', 'media'])
      expect((await upload({ type }, type === 'poster' ? undefined : { name: 'a.mp3', bytes: mp3 })).status).toBe(202);
    for (const type of ['banner', 'Poster', 'date'])
      expect((await upload({ type })).body.errors[0]).toMatchObject({ field: 'type', message: 'Type is required.' });
    const impressions = JSON.stringify({ type: 'impressions', startDate: day(0), impressionLimit: 5 });
    expect((await upload({ adWindow: impressions })).status).toBe(202);
    for (const type of ['clicks', 'Date', 'poster']) {
      const [error] = (await upload({ adWindow: JSON.stringify(dates({ type })) })).body.errors;
      expect(error).toMatchObject({ field: 'adWindow.type', message: 'Limit type is required.' });
    }
    const id = await insertMedia(server.app.db, { musicianId: admin.me.id });
    const put = async (body: object) => (await admin.client.put(`/api/media/${id}`, body)).status;
    for (const productionType of ['Digital', 'Live Instruments']) expect(await put({ productionType })).toBe(200);
    for (const productionType of ['Analog', 'digital']) expect(await put({ productionType })).toBe(400);
    const list = async (mediaType: string) =>
      (await admin.client.post(`/api/media/user/${admin.me.id}`, { mediaType })).status;
    for (const type of ['song', 'video']) expect(await list(type)).toBe(200);
    for (const type of ['podcast', 'Song']) expect(await list(type)).toBe(400);
    await server.app.db`delete from media`;
  });
});

describe('the API calls for ads', () => {
  it('API-49 let all users read running ads, and only administrators write ads', async () => {
    const { adId } = await insertAd(server.app.db, { title: 'Running' });
    await insertAd(server.app.db, { title: 'Over', window: { endDate: new Date(Date.now() - 1000) } });
    const member = await server.signUp();
    for (const client of [server.visitor(), member.client]) {
      const { ads, total, settings } = await all(client);
      expect([ads.map(({ title }: { title: string }) => title), total, settings]).toEqual([['Running'], 1, null]);
      const hidden = { email: null, owner: null, price: null, file: null, adWindow: null, state: null, stage: null };
      expect(ads[0]).toMatchObject(hidden);
      expect(ads[0]).toMatchObject({ displayLength: 10, skipAfter: 5 });
      expect((await client.put(`/api/ab/${adId}`, { title: 'Mine' })).status).toBe(
        client === member.client ? 403 : 401,
      );
      expect((await client.delete(`/api/ab/${adId}`)).status).toBe(client === member.client ? 403 : 401);
    }
    const changed = await change(adId, { title: 'Changed', type: 'media', file: 'x.mp3', skipAfter: null, price: 5 });
    expect(changed.body).toMatchObject({
      title: 'Changed',
      type: 'poster',
      file: 'poster.png',
      skipAfter: null,
      price: 5,
    });
    expect(changed.body).toMatchObject({ displayLength: 10, email: 'owner@example.org' });
    for (const [body, message] of [
      [{ displayLength: null }, 'Display length is required.'],
      [{ email: '', owner: '' }, 'Owner is required.'],
      [{ title: '' }, 'Title is required.'],
    ] as const)
      expect((await change(adId, body)).body).toMatchObject({ message });
    expect((await admin.client.delete(`/api/ab/${adId}`)).body).toEqual({ id: adId, deleted: true });
    expect((await all()).total).toBe(1);
    expect((await admin.client.delete(`/api/ab/${adId}`)).status).toBe(404);
    expect((await change(adId, { title: 'Back' })).status).toBe(404);
    expect((await admin.client.get(`/api/ab/stats/${adId}`)).status).toBe(404);
    const marked = await server.app.db`select prefix from pending_deletions where prefix like ${`%${adId}%`}`;
    expect(marked.map(({ prefix }) => String(prefix).split('/')[0]).toSorted()).toEqual(['ad', 'originals', 'posters']);
  });

  it('AD-24 API-50 let only administrators change the settings, each of the four separately', async () => {
    const settings = { enabled: true, playInterval: 10, playDuring: 3, playDuringMinTime: 60 };
    const saved = await admin.client.put('/api/ab/ab-settings', settings);
    expect([saved.status, saved.body]).toEqual([200, settings]);
    expect((await server.visitor().get('/api/settings')).body.ads).toEqual(settings);
    expect((await all()).settings).toEqual(settings);
    const member = await server.signUp();
    expect((await member.client.put('/api/ab/ab-settings', settings)).status).toBe(403);
    expect((await server.visitor().put('/api/ab/ab-settings', settings)).status).toBe(401);
    // Fields that aren't sent are not changed, because another administrator may have changed them in the meantime.
    for (const change of [{ playDuring: 0 }, { enabled: false }, { playInterval: 20, playDuringMinTime: 0 }, {}]) {
      Object.assign(settings, change);
      expect((await admin.client.put('/api/ab/ab-settings', change)).body).toEqual(settings);
    }
    for (const playInterval of [null, '', 0])
      expect((await admin.client.put('/api/ab/ab-settings', { ...settings, playInterval })).body).toMatchObject({
        errors: [{ field: 'playInterval' }],
      });
    expect((await all()).settings).toEqual(settings);
    const defaults = { enabled: false, playInterval: 600, playDuring: 0, playDuringMinTime: 0 };
    await admin.client.put('/api/ab/ab-settings', defaults);
  });

  it('API-51 let only administrators change the order', async () => {
    const ids: string[] = [];
    for (const title of ['1', '2', '3']) ids.push((await insertAd(server.app.db, { title })).adId);
    const positions = ids.toReversed().map((id, place) => ({ id, position: place + 1 }));
    const member = await server.signUp();
    expect((await member.client.put('/api/ab/ab-positions', { positions })).status).toBe(403);
    expect((await admin.client.put('/api/ab/ab-positions', { positions })).body).toEqual({ positions });
    expect((await all()).ads.map(({ title }: { title: string }) => title)).toEqual(['3', '2', '1']);
    const [first] = positions;
    const gone = [first, { id: admin.me.id, position: 9 }];
    expect((await admin.client.put('/api/ab/ab-positions', { positions: gone })).status).toBe(400);
    expect((await admin.client.put('/api/ab/ab-positions', { positions: [first, first] })).status).toBe(400);
  });

  it('API-52 mail an ad’s figures to its owner, at an account or an address', async () => {
    const owner = await server.signUp({ firstName: 'Olga' });
    const { adId } = await insertAd(server.app.db, { title: 'Guitars' });
    const send = (by = admin) => by.client.post(`/api/ab/sendStatsEmail/${adId}`);
    expect((await send(owner)).status).toBe(403);
    expect((await send()).body).toEqual({ message: 'Email Sent' });
    await change(adId, { owner: owner.me.id });
    await server.app.db`update ad_goals set impressions = 1200, clicks = 30, skips = 2, skip_seconds = 13`;
    await send();
    const mails = await server.app
      .db`select "to", subject, text from outbox where kind = 'ad-stats' order by created_at`;
    expect(mails.map(({ to }) => to)).toEqual(['owner@example.org', owner.me.email]);
    expect(mails[1]?.['subject']).toBe('Your ad at Scoville: Guitars');
    for (const part of ['Hello Olga Tester,', '“Guitars”', '1,200', '30', '2.5 %', '6.5 seconds'])
      expect(mails[1]?.['text']).toContain(part);
    const [told] = (await owner.client.get('/api/notifications')).body.notifications;
    expect(told).toMatchObject({
      text: 'Your ad “Guitars” was heard or seen 1,200 times and clicked 30 times',
      path: null,
    });
    expect((await admin.client.post(`/api/ab/sendStatsEmail/${owner.me.id}`)).status).toBe(404);
    await server.app.db`delete from outbox`;

    await server.app.db`update ad_goals set impressions = 1, clicks = 1, skips = 1, skip_seconds = 1`;
    await send();
    const [once] = await server.app.db<{ text: string; html: string }[]>`select text, html from outbox`;
    expect(once?.html).toContain('1 impression, 1 click<');
    expect(once?.text).toContain('had watched 1 second of it');
    await server.app.db`delete from outbox`;
  });

  it('show the ad’s title literally in the notification, even with placeholders or right-to-left text', async () => {
    const owner = await server.signUp();
    const send = async (title: string) => {
      const { adId } = await insertAd(server.app.db, { title });
      await change(adId, { owner: owner.me.id });
      expect((await admin.client.post(`/api/ab/sendStatsEmail/${adId}`)).status).toBe(200);
      const [latest] = (await owner.client.get('/api/notifications')).body.notifications;
      return latest.text;
    };
    const figures = 'was heard or seen 0 times and clicked 0 times';
    expect(await send('{actor} & {{media}}')).toBe(`Your ad “{actor} & {{media}}” ${figures}`);
    expect(await send('שירים')).toBe(`Your ad “\u2068שירים\u2069” ${figures}`);
    expect(await send('{'.repeat(200))).toBe(`Your ad “${'{'.repeat(99)}…” ${figures}`);
    await server.app.db`delete from outbox`;
  });

  it('AD-18 API-53 return the goal’s figures, which start at 0 after a new type, start, end or total', async () => {
    const { adId } = await insertAd(server.app.db);
    const stats = async () => (await admin.client.get(`/api/ab/stats/${adId}`)).body;
    const figures = (n: number) => ({
      impression: { total: n },
      clicked: { total: n },
      skipped: { total: n, avgDuration: n === 0 ? null : 5 },
    });
    const reach = (n: number) => server.app.db`
      update ad_goals set impressions = ${n}, clicks = ${n}, skips = ${n}, skip_seconds = ${5 * n}
      where ad_id = ${adId} and closed_at is null`;
    const [start, end] = [day(-3), day(7)];
    const impressions = (startDate: string, impressionLimit: number) => ({
      type: 'impressions',
      startDate,
      impressionLimit,
    });
    const windows = [
      { type: 'date', startDate: start, endDate: end },
      { type: 'date', startDate: day(-2), endDate: end },
      { type: 'date', startDate: day(-2), endDate: day(9) },
      impressions(start, 50),
      impressions(start, 60),
      impressions(day(-1), 60),
    ];
    expect(await stats()).toMatchObject({ id: adId, ...figures(0), state: 'running', previous: [] });
    for (const [step, adWindow] of windows.entries()) {
      await reach(step + 1);
      expect((await change(adId, { adWindow })).body.adWindow).toMatchObject(adWindow);
      const now = await stats();
      expect(now).toMatchObject({ ...figures(0), state: 'running' });
      expect(now.previous).toHaveLength(step + 1);
      expect(now.previous[0]).toMatchObject({ ...figures(step + 1), state: 'closed' });
    }
    await reach(9);
    const before = await stats();
    // The same window keeps the goal, whatever other fields change.
    await change(adId, {
      adWindow: windows[5],
      title: 'Other',
      skipAfter: 9,
      displayLength: 4,
      email: 'x@example.org',
    });
    expect(await stats()).toEqual(before);
    expect((await server.visitor().get(`/api/ab/stats/${adId}`)).status).toBe(401);
  });
});

describe('the end of a goal', () => {
  it('is mailed to the owner once', async () => {
    const past = new Date(Date.now() - DAY);
    await insertAd(server.app.db, {
      title: 'Over',
      window: { startDate: new Date(Date.now() - 2 * DAY), endDate: past },
    });
    const { goalId } = await insertAd(server.app.db, { title: 'Met', window: { impressionLimit: 3 } });
    await server.app.db`update ad_goals set impressions = 3 where id = ${goalId}`;
    const { goalId: onceId } = await insertAd(server.app.db, { title: 'Once', window: { impressionLimit: 1 } });
    await server.app.db`update ad_goals set impressions = 1 where id = ${onceId}`;
    await insertAd(server.app.db, { title: 'Running' });
    for (let round = 0; round < 3; round++) await reportGoals(server.app);
    const mails = await server.app.db<{ subject: string; text: string }[]>`
      select subject, text from outbox where kind = 'ad-stats' order by subject`;
    expect(mails.map(({ subject }) => subject)).toEqual(
      ['Met', 'Once', 'Over'].map((title) => `Your ad at Scoville: ${title}`),
    );
    expect(mails[0]?.text).toContain('It has reached its goal of 3 impressions.');
    expect(mails[1]?.text).toContain('It has reached its goal of 1 impression.');
    expect(mails[2]?.text).toContain('It ran from ');
  });

  it('is mailed when a new goal replaces one that is over, but not when one still runs', async () => {
    await server.app.db`delete from outbox where kind = 'ad-stats'`;
    const { adId, goalId } = await insertAd(server.app.db, { title: 'Renewed', window: { impressionLimit: 3 } });
    await server.app.db`update ad_goals set impressions = 3, clicks = 2 where id = ${goalId}`;
    const { adId: runningId } = await insertAd(server.app.db, { title: 'Changed', window: { impressionLimit: 3 } });
    for (const id of [adId, runningId]) expect((await change(id, { adWindow: dates() })).status).toBe(200);
    await reportGoals(server.app);
    const mails = await server.app.db<{ subject: string; text: string }[]>`
      select subject, text from outbox where kind = 'ad-stats'`;
    expect(mails.map(({ subject }) => subject)).toEqual(['Your ad at Scoville: Renewed']);
    expect(mails[0]?.text).toContain('It has reached its goal of 3 impressions.');
  });
});

describe('the files of an ad', () => {
  it('are readable by all while the ad runs or is shown, and later by administrators only', async () => {
    const { id, url } = (await upload()).body.ad;
    const status = async (client = server.visitor()) => (await client.get(url)).status;
    expect(await status()).toBe(200);
    const listener = server.visitor();
    await listener.get('/api/users/me');
    await listener.post('/api/ab/next');
    await server.app.db`update ad_settings set enabled = false`;
    expect(await status()).toBe(200);
    await server.app.db`update ad_showings set reserved_until = now() - interval '1 second'`;
    expect([await status(), await status(admin.client)]).toEqual([404, 200]);
    await server.app.db`update ad_settings set enabled = true`;
    for (const [startDate, endDate] of [
      [day(-2), day(-1)],
      [day(1), day(2)],
    ]) {
      await change(id, { adWindow: { type: 'date', startDate, endDate } });
      expect([await status(), await status(admin.client)]).toEqual([404, 200]);
    }
    await change(id, { adWindow: dates() });
    expect(await status()).toBe(200);
    await admin.client.delete(`/api/ab/${id}`);
    expect([await status(), await status(admin.client)]).toEqual([404, 404]);
  });

  it('are deleted with the account that owns the ad, and kept when the uploader is deleted', async () => {
    const owner = await server.signUp();
    const other = await server.signUp({ role: 'admin' });
    const own = (await upload({ owner: owner.me.id })).body.ad;
    const clip = { type: 'media', displayLength: undefined };
    const theirs = (await upload(clip, { name: 'jingle.mp3', bytes: mp3 }, other)).body.ad;
    await until(async () => expect((await all()).ads.at(-1).stage).toBe('Complete'));
    for (const { me } of [owner, other]) expect((await admin.client.delete(`/api/users/${me.id}`)).status).toBe(200);
    expect((await all()).ads.map(({ id }: { id: string }) => id)).toEqual([theirs.id]);
    const [source] = await server.app.db`select user_id from sources where owner_id = ${theirs.id}`;
    expect(source?.['user_id']).toBe(admin.me.id);
    const marked = await server.app.db`select 1 from pending_deletions where prefix = ${`posters/${own.id}`}`;
    expect(marked).toHaveLength(1);
  });
});
