import { afterAll, beforeAll, expect, it } from 'vitest';
import { routesOf } from '../../app.ts';
import { newId } from '../ids.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { putBytes } from '../../testkit/stored.ts';

let server: TestServer;
let admin: Account;
let media: string;
/** Addresses of stored files. */
const files: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp({ role: 'admin', isCurator: true });
  media = await insertMedia(server.app.db, { musicianId: admin.me.id, published: true });
  for (const [name, bytes] of [
    ['song.m4a', 'a song'],
    ['empty.m4a', ''],
    ['master.m3u8', '#EXTM3U'],
  ] as const) {
    const key = `media/${media}/${newId()}/${name}`;
    await putBytes(server.app, key, Buffer.from(bytes));
    files.push(server.app.signer.address(key));
  }
  const picture = `images/users/${admin.me.id}/${newId()}/96.webp`;
  await putBytes(server.app, picture, Buffer.from('a picture'));
  files.push(`/${picture}`);
});
afterAll(() => server.close());

/** Headers that differ between any two answers. */
const OWN = new Set(['date', 'set-cookie', 'connection', 'keep-alive', 'transfer-encoding']);

/** Headers that depend on the body, set to null. */
const OF_BODY = { 'content-length': null, etag: null, 'content-security-policy': null };

const ask = async (method: 'GET' | 'HEAD', url: string, cookies: Record<string, string>) => {
  const { statusCode, headers, body } = await server.http.inject({
    method,
    url,
    cookies,
    headers: { 'accept-encoding': 'br', 'sec-fetch-site': 'same-origin' },
  });
  const told = Object.entries(headers).filter(([name]) => !OWN.has(name));
  return { said: { url, status: statusCode, ...Object.fromEntries(told) }, body };
};

/** All addresses that GET reads, with ids that exist. */
function addresses(): string[] {
  const calls = routesOf(server.app).flatMap(({ endpoint }) => (endpoint.method === 'GET' ? [endpoint] : []));
  // Leave out the event stream, which never ends, and each GET that changes something, because it can't be repeated.
  const reading = calls.filter(({ path, changesState }) => path !== '/api/events' && !changesState);
  const plain = server.http.plainRoutes.flatMap((route) => (route.startsWith('GET ') ? [route.slice(4)] : []));
  const ids: Record<string, string> = { id: media, mediaId: media, userId: admin.me.id };
  const idIn = (path: string, name: string) => (/\/users?\/:id/.test(path) ? admin.me.id : (ids[name] ?? newId()));
  const paths = [...reading.map(({ path }) => path), ...plain].map((path) =>
    path.replaceAll(/:(\w+)/g, (_, name: string) => idIn(path, name)).replace('*', 'queues'),
  );
  return [...paths, ...files, '/', `/media/${media}`, `/api/media/${media}/enclosure.m4a`];
}

it('HEAD answers with the headers of GET at every address, without a body', async () => {
  let found = 0;
  for (const cookies of [{}, Object.fromEntries(admin.client.cookies)])
    for (const url of addresses()) {
      const before = await ask('GET', url, cookies);
      const head = await ask('HEAD', url, cookies);
      const get = await ask('GET', url, cookies);
      // Some bodies differ each time, such as the server's uptime.
      const forgotten = before.body === get.body ? {} : OF_BODY;
      expect({ ...head.said, ...forgotten }).toEqual({ ...get.said, ...forgotten });
      expect(head.body, url).toBe('');
      if (get.said.status === 200) found += 1;
    }
  expect(found).toBeGreaterThan(80);
});
