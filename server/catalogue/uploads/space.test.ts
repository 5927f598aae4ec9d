import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { SHORT_OF_SPACE } from '@scoville/contract/catalogue/uploads.ts';
import { folderStorage } from '../../platform/storage/folder.ts';
import { keepsReserve, freeBytes, spaceWarning } from '../../platform/storage/space.ts';
import { image, song } from '../../../fixtures/files.ts';
import { insertMedia } from '../../testkit/media.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { needs } from '../../testkit/needs.ts';
import { type SmallDisk, mountSmallDisk } from '../../testkit/small-disk.ts';
import { cookieOf, portOf } from '../../testkit/tus.ts';
import { expectedBytes } from './space.ts';

const MB = 1024 * 1024;
let mp3: Buffer;
let png: Buffer;
beforeAll(async () => {
  mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
  png = await readFile(await image({ width: 300, height: 300, format: 'png' }));
});

const tus = async (server: TestServer, account: Account, method: string, path: string, more: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${await portOf(server)}${path}`, {
    method,
    ...more,
    headers: {
      'tus-resumable': '1.0.0',
      'sec-fetch-site': 'same-origin',
      cookie: cookieOf(account),
      ...(more.headers as Record<string, string>),
    },
  });
const create = (server: TestServer, account: Account, bytes: number) =>
  tus(server, account, 'POST', TUS_PATH, {
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from('song.mp3').toString('base64')}`,
    },
  });
const nothingLeft = async (server: TestServer, account: Account): Promise<void> => {
  const { DATA_DIR } = server.app.env;
  for (const folder of ['incoming', 'resumable'])
    expect(await readdir(join(DATA_DIR, folder)).catch(() => [])).toEqual([]);
  for await (const key of server.app.storage.list('originals')) expect.unreachable(`${key} stayed`);
  expect(await server.app.db`select 1 from resumable_uploads where user_id = ${account.me.id}`).toHaveLength(0);
  expect((await account.client.get('/api/users/me')).body).toMatchObject({ used: 0, uploadCount: 0 });
};

describe('the rule for free space', () => {
  const disk = { free: 600 * MB, reserve: 512 * MB };
  const nobody = { files: 0, bytes: 0 };

  it('never uses the reserve, to the byte', () => {
    // 64 kB are added for each file: its last block, its folders, the tus library's note of it.
    const left = 88 * MB - 64 * 1024;
    expect(keepsReserve(disk, nobody, left)).toBe(true);
    expect(keepsReserve(disk, nobody, left + 1)).toBe(false);
    expect(keepsReserve({ ...disk, free: 512 * MB }, nobody, 0)).toBe(true);
    expect(keepsReserve({ ...disk, free: 512 * MB - 1 }, nobody, 0)).toBe(false);
  });

  it('F8 counts space reserved for unfinished files as used', () => {
    const promised = { files: 2, bytes: 80 * MB };
    const left = 8 * MB - 3 * 64 * 1024;
    expect(keepsReserve(disk, promised, left)).toBe(true);
    expect(keepsReserve(disk, promised, left + 1)).toBe(false);
  });

  it('F8 keeps the reserve once all reservations are used, for any requested sizes', () => {
    const files = fc.array(fc.nat(50 * MB), { maxLength: 100 });
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.nat(2 ** 30), files, (free, reserve, wanted) => {
        const promised = { files: 0, bytes: 0 };
        for (const bytes of wanted)
          if (keepsReserve({ free, reserve }, promised, bytes)) {
            promised.files += 1;
            promised.bytes += bytes;
          }
        expect(promised.files === 0 || free - promised.bytes >= reserve).toBe(true);
      }),
    );
  });

  it('expects the size that a request declares, and never more than the limit', () => {
    expect(expectedBytes('1000', 5000)).toBe(1000);
    for (const header of [undefined, '', 'x', '-1', '5001', '1e99', 'Infinity'])
      expect(expectedBytes(header, 5000)).toBe(5000);
  });
});

describe('when the disk is nearly full', () => {
  let server: TestServer;
  let account: Account;
  beforeAll(async () => {
    // A reserve that is larger than any disk.
    server = await startTestServer({ DISK_RESERVE_MB: String(2 ** 40) });
    account = await server.signUp({ plan: 'ghost-pepper' });
  });
  afterAll(() => server.close());

  it('songs and pictures are refused before they are sent, by every endpoint, with the same sentence', async () => {
    const mediaId = await insertMedia(server.app.db, { musicianId: account.me.id });
    const form = { imageType: 'artwork', targetId: mediaId };
    const answers = [
      await account.client.upload('/api/upload', { name: 'song.mp3', bytes: mp3 }),
      await account.client.upload('/api/upload/image', { name: 'a.png', bytes: png, field: 'image' }, form),
    ];
    for (const { status, body } of answers) expect([status, body.message]).toEqual([507, SHORT_OF_SPACE]);
    const created = await create(server, account, mp3.length);
    expect([created.status, (await created.json()).message]).toEqual([507, SHORT_OF_SPACE]);
    await server.app.db`delete from media where id = ${mediaId}`;
    await nothingLeft(server, account);
  });

  it('health stays ok with a warning, and reads still work', async () => {
    const { status, body } = await server.visitor().get('/api/health');
    expect([status, body.ok]).toEqual([200, true]);
    expect(body.reason).toMatch(/disk is nearly full/);
    expect((await account.client.get('/api/users/me')).status).toBe(200);
  });

  it('L5 health reports whether other changes can still be saved', async () => {
    const { env } = server.app;
    const warning = (free: number) =>
      spaceWarning({
        // Both folders are on one disk, even if the files of this test run are in a bucket.
        env: { ...env, FILES_DIR: env.DATA_DIR, DISK_RESERVE_MB: 32 },
        storage: { ...server.app.storage, free: () => Promise.resolve(free) },
      });
    expect(await warning(15 * MB)).toMatch(/^The disk is full: .* everything else that is saved/);
    expect(await warning(17 * MB)).toMatch(/^The disk is nearly full: uploads are refused/);
    expect(await warning(33 * MB)).toBe(null);
  });

  it('health has no warning while there is room', async () => {
    const roomy = await startTestServer({ DISK_RESERVE_MB: '0' }, { folder: true });
    expect((await roomy.visitor().get('/api/health')).body).toEqual({ ok: true });
    await roomy.close();
  });
});

describe('on a disk of 8 MB', () => {
  let disk: SmallDisk;
  let server: TestServer;
  let account: Account;
  const logged: unknown[] = [];
  beforeAll(async () => {
    if (!needs.mount.met) return;
    disk = await mountSmallDisk(8);
    server = await startTestServer({ DATA_DIR: disk.path, DISK_RESERVE_MB: '0' }, { folder: true });
    account = await server.signUp({ plan: 'ghost-pepper' });
    const { error } = server.app.log;
    server.app.log.error = (...entry: unknown[]) => {
      logged.push(entry);
      error.apply(server.app.log, entry as Parameters<typeof error>);
    };
  });
  afterEach(() => disk?.empty());
  afterAll(async () => {
    await server?.close();
    await disk?.unmount();
  });

  needs.mount.it('refuses a file that cannot fit before it is sent', async () => {
    const { path } = disk;
    expect(await freeBytes(path)).toBeLessThanOrEqual(8 * MB);
    const large = Buffer.concat([mp3, Buffer.alloc(9 * MB)]);
    const answer = await account.client.upload('/api/upload', { name: 'song.mp3', bytes: large });
    expect([answer.status, answer.body.message]).toEqual([507, SHORT_OF_SPACE]);
    expect((await create(server, account, 9 * MB)).status).toBe(507);
    await nothingLeft(server, account);
  });

  needs.mount.it('gives up a plain upload completely when the disk runs full', async () => {
    const { path, fill, empty } = disk;
    const head = Buffer.from(
      '--XYZ\r\nContent-Disposition: form-data; name="file"; filename="song.mp3"\r\nContent-Type: audio/mpeg\r\n\r\n',
    );
    const rest = Buffer.concat([Buffer.alloc(4 * MB), Buffer.from('\r\n--XYZ--\r\n')]);
    const begun = Buffer.concat([head, mp3, Buffer.alloc(200_000)]);
    const port = await portOf(server);
    const text = await new Promise<string>((resolve, reject) => {
      const socket: Socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
        if (answer.includes('"message"')) socket.end();
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      socket.write(
        `POST /api/upload HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookieOf(account)}\r\nSec-Fetch-Site: same-origin\r\n` +
          `Content-Type: multipart/form-data; boundary=XYZ\r\nContent-Length: ${begun.length + rest.length}\r\n\r\n`,
      );
      socket.write(begun);
      const arrived = async () => {
        const [name] = await readdir(join(path, 'incoming')).catch(() => []);
        return name === undefined ? 0 : (await stat(join(path, 'incoming', name))).size;
      };
      expect
        .poll(arrived, { interval: 5 })
        .toBeGreaterThan(100_000)
        .then(fill)
        .then(() => socket.write(rest))
        .catch(reject);
    });
    expect(text).toMatch(/^HTTP\/1.1 507/);
    expect(text).toContain(SHORT_OF_SPACE);
    await nothingLeft(server, account);
    await empty();
    expect((await server.visitor().get('/api/health')).body).toEqual({ ok: true });
  });

  needs.mount.it('gives up a resumable upload completely when the disk runs full, and logs the reason', async () => {
    const { fill, empty } = disk;
    const bytes = Buffer.concat([mp3, Buffer.alloc(4 * MB)]);
    const path = (await create(server, account, bytes.length)).headers.get('location') ?? '';
    const send = (offset: number, body: Buffer) =>
      tus(server, account, 'PATCH', path, {
        headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(body),
      });
    expect((await send(0, bytes.subarray(0, MB))).status).toBe(204);
    await fill();
    logged.length = 0;
    const answer = await send(MB, bytes.subarray(MB));
    expect([answer.status, (await answer.json()).message]).toEqual([507, SHORT_OF_SPACE]);
    expect(
      JSON.stringify(logged, (_key, value) => (value instanceof Error ? { ...value, why: value.cause } : value)),
    ).toContain('ENOSPC');
    await nothingLeft(server, account);
    await empty();
    expect((await send(MB, bytes.subarray(MB))).status).toBe(404);
  });

  needs.mount.it('refuses a picture on a full disk, without changes', async () => {
    const { fill } = disk;
    const mediaId = await insertMedia(server.app.db, { musicianId: account.me.id });
    await fill();
    const form = { imageType: 'artwork', targetId: mediaId };
    const answer = await account.client.upload(
      '/api/upload/image',
      { name: 'a.png', bytes: png, field: 'image' },
      form,
    );
    expect([answer.status, answer.body.message]).toEqual([507, SHORT_OF_SPACE]);
    expect((await account.client.get(`/api/media/${mediaId}`)).body.artworkImg).toBeNull();
    expect((await server.visitor().get('/api/health')).body.ok).toBe(true);
    await server.app.db`delete from media where id = ${mediaId}`;
    await nothingLeft(server, account);
  });

  needs.mount.it('keeps no partial file in a store on that disk when a file doesn’t fit', async () => {
    const { path, fill } = disk;
    const root = join(path, 'store');
    await mkdir(root);
    const storage = folderStorage(root);
    const elsewhere = await mkdtemp(join(tmpdir(), 'scoville-from-'));
    const from = join(elsewhere, 'file');
    await writeFile(from, Buffer.alloc(3 * MB));
    await fill();
    await expect(storage.put('originals/a', from)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(await readdir(root, { recursive: true })).toEqual(['originals']);
    expect((await stat(from)).size).toBe(3 * MB);
    expect(await storage.free()).toBe(0);
    await rm(elsewhere, { recursive: true });
  });
});

describe('F8 a hundred simultaneous uploads of ten accounts in two processes', () => {
  const [ROOM, RESERVE] = [28, 20];

  needs.mount.it('are accepted while they fit, refused otherwise, and never use the reserve', async () => {
    const disk = await mountSmallDisk(ROOM + RESERVE);
    const settings = { DATA_DIR: disk.path, DISK_RESERVE_MB: String(RESERVE) };
    const one = await startTestServer(settings, { folder: true });
    const servers = [
      one,
      await startTestServer({ ...settings, DATABASE_URL: one.app.env.DATABASE_URL }, { folder: true }),
    ] as const;
    const accounts = await Promise.all(Array.from({ length: 10 }, () => one.signUp({ plan: 'ghost-pepper' })));
    const bytes = Buffer.concat([mp3, Buffer.alloc(MB - mp3.length)]);

    // A client that was refused in the middle of its file may continue sending; a stopping server waits a minute for
    // that.
    const over = new AbortController();
    const resumable = async (server: TestServer, account: Account, sent: Buffer): Promise<number> => {
      const created = await create(server, account, bytes.length);
      if (created.status !== 201) return created.status;
      const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const path = created.headers.get('location') ?? '';
      return (await tus(server, account, 'PATCH', path, { headers, body: new Uint8Array(sent), signal: over.signal }))
        .status;
    };
    const plain = async (server: TestServer, account: Account): Promise<number> => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(bytes)]), 'song.mp3');
      const headers = { cookie: cookieOf(account), 'sec-fetch-site': 'same-origin' };
      const url = `http://127.0.0.1:${await portOf(server)}/api/upload`;
      return (await fetch(url, { method: 'POST', headers, body, signal: over.signal })).status;
    };

    let least = Number.POSITIVE_INFINITY;
    const watch = async () => {
      while (!over.signal.aborted) least = Math.min(least, await freeBytes(disk.path));
    };
    const watching = watch();
    try {
      for (const server of servers) await portOf(server);
      const statuses = await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const [server, account] = [servers[i % 2] as TestServer, accounts[i % 10] as Account];
          if (i % 4 < 2) return plain(server, account);
          // Half of the resumable uploads never send their last byte, so they are not handed over.
          return resumable(server, account, i % 8 < 4 ? bytes : bytes.subarray(0, -1));
        }),
      );
      const taken = statuses.filter((status) => status === 202 || status === 204).length;
      expect(statuses.filter((status) => status === 507)).toHaveLength(100 - taken);
      // The 64 kB that are reserved in addition to each file's own bytes are released once the file has arrived.
      expect(taken).toBeGreaterThanOrEqual(Math.floor((ROOM * MB) / (MB + 64 * 1024)));
      expect(taken).toBeLessThanOrEqual(ROOM);
      over.abort();
      await watching;
      expect(least).toBeGreaterThanOrEqual(RESERVE * MB);
    } finally {
      over.abort();
      for (const server of servers) await server.close();
      await disk.unmount();
    }
  });
});
