import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aggregateEvents } from '../../listening/stats/aggregate-events.ts';
import type { Client } from '../../testkit/client.ts';
import { insertMedia } from '../../testkit/media.ts';
import { putBytes } from '../../testkit/stored.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let owner: Account;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
});
afterAll(() => server.close());

async function song(): Promise<{ id: string; url: string }> {
  const id = await insertMedia(server.app.db, { musicianId: owner.me.id, length: 100 });
  const key = `media/${id}/${newId()}/audio.m4a`;
  await putBytes(server.app, key, Buffer.alloc(4000, 1));
  return { id, url: server.app.signer.address(key) };
}

const plays = async (id: string) => {
  await written();
  while ((await aggregateEvents(server.app)) > 0);
  const [row] = await server.app.db<{ play_count: string }[]>`select play_count from media where id = ${id}`;
  return Number(row?.play_count);
};
const say = (client: Client, media: string) => client.post('/api/stats', { statTitle: 'play-media', media });
/**
 * Waits until deliveries are written, which happens once a second: requests a new file, whose delivery is written after
 * all earlier deliveries, and waits for that.
 */
const written = async () => {
  const marker = await insertMedia(server.app.db, { musicianId: owner.me.id });
  const key = `media/${marker}/${newId()}/audio.m4a`;
  await putBytes(server.app, key, 'x');
  await owner.client.get(server.app.signer.address(key));
  await expect.poll(() => server.app.db`select 1 from deliveries where media_id = ${marker}`).toHaveLength(1);
};
/** A browser that has its visitor cookie from an earlier answer. */
const browser = async () => {
  const client = server.visitor();
  await client.get('/api/settings');
  return client;
};
/** Makes listening begin half a minute ago. */
const since = (id: string) =>
  server.app.db`update deliveries set first_at = now() - interval '30 seconds' where media_id = ${id}`;

describe('a counter isn’t raised without listening, by', () => {
  it('PL-17 crawlers and previews: GET, HEAD and prefetch of pages, calls and files', async () => {
    const { id, url } = await song();
    const client = server.visitor();
    for (const headers of [
      {},
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
      { 'user-agent': 'Googlebot/2.1' },
      { range: 'bytes=0-99' },
    ])
      for (const method of ['GET', 'HEAD'] as const)
        for (const path of [
          url,
          `/api/media/${id}`,
          `/artist/${id}`,
          '/api/stats',
          `/api/stats?statTitle=play-media&media=${id}`,
        ])
          await client.send({ method, url: path, headers });
    expect(await plays(id)).toBe(0);
  });

  it('a caller who received no bytes: without a request, by HEAD, or by a 304', async () => {
    const { id, url } = await song();
    const [nothing, head, same] = [await browser(), await browser(), await browser()];
    await head.send({ method: 'HEAD', url });
    const { headers } = await owner.client.get(url);
    await same.send({ method: 'GET', url, headers: { 'if-none-match': String(headers['etag']) } });
    await written();
    await since(id);
    for (const client of [nothing, head, same]) await say(client, id);
    expect(await plays(id)).toBe(0);
  });

  it('a caller who reports a play too early or many times: a hundred parallel reports count once', async () => {
    const { id, url } = await song();
    const client = await browser();
    await client.get(url);
    await say(client, id);
    expect(await plays(id)).toBe(0);
    await since(id);
    await Promise.all(Array.from({ length: 100 }, () => say(client, id)));
    expect(await plays(id)).toBe(1);
    for (let again = 0; again < 5; again += 1) await say(client, id);
    expect(await plays(id)).toBe(1);
  });

  it('one listener with many names: made-up, stripped and copied cookies add no plays', async () => {
    const { id, url } = await song();
    const client = await browser();
    await client.get(url);
    await written();
    await since(id);
    const mine = client.cookies.get('visitor') ?? '';
    for (let index = 0; index < 20; index += 1) {
      const forged = server.visitor();
      forged.cookies.set('visitor', index % 2 === 0 ? `${String(index).padStart(22, 'A')}.${mine.split('.')[1]}` : '');
      const before = forged.cookies.get('visitor');
      await say(forged, id);
      // The server replaces names that it didn't sign.
      expect(forged.cookies.get('visitor')).toMatch(/^[\w-]{22}\.[\w-]{16}$/);
      expect(forged.cookies.get('visitor')).not.toBe(before);
    }
    expect(await plays(id)).toBe(0);
    const copies = Array.from({ length: 10 }, () => server.visitor());
    for (const copy of copies) copy.cookies.set('visitor', mine);
    await Promise.all(copies.map((copy) => say(copy, id)));
    expect(await plays(id)).toBe(1);
  });

  it('PR-28 an owner in their own zone, whichever user the call names', async () => {
    const views = async () => {
      while ((await aggregateEvents(server.app)) > 0);
      const [row] = await server.app.db<
        { view_count: string }[]
      >`select view_count from users where id = ${owner.me.id}`;
      return Number(row?.view_count);
    };
    const before = await views();
    for (const title of ['view-zone', 'viewZone'])
      await owner.client.post('/api/stats', { statTitle: title, musician: owner.me.id, userId: newId(), visitor: 'x' });
    expect(await views()).toBe(before);
  });
});

describe('raising a counter too fast', () => {
  it('gets 429 after 120 calls a minute', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1' });
    try {
      const { me } = await limited.signUp();
      const media = await insertMedia(limited.app.db, { musicianId: me.id });
      const answers = await Promise.all(Array.from({ length: 130 }, () => say(limited.visitor(), media)));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    } finally {
      await limited.close();
    }
  });
});
