import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { SHORT_OF_SPACE, tooManyUploadsMessage, unfinishedFull } from '@scoville/contract/catalogue/uploads.ts';
import { newId } from '../../platform/ids.ts';
import { freeBytes } from '../../platform/storage/space.ts';
import { song } from '../../../fixtures/files.ts';
import { keptUploads } from '../../testkit/stored.ts';
import { needs } from '../../testkit/needs.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { type TusClient, tusClient } from '../../testkit/tus.ts';
import { reserveSpace } from './reservations.ts';
import { sweepFiles } from './sweep.ts';

const MB = 1024 * 1024;

describe('files being uploaded', () => {
  let server: TestServer;
  let tus: TusClient;
  let mp3: Buffer;
  beforeAll(async () => {
    server = await startTestServer({ DISK_RESERVE_MB: '0' });
    tus = tusClient(server);
    mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
  });
  afterAll(() => server.close());

  const idOf = (path: string) => path.split('/').pop() ?? '';
  const kept = () => keptUploads(server.app);
  /** Imitates an account whose files received no bytes for longer than a reservation holds. */
  const standStill = ({ me }: Account) =>
    server.app.db`update upload_reservations set until = now() - interval '1 second' where user_id = ${me.id}`;
  const promised = async ({ me }: Account) => {
    const rows = await server.app.db<{ bytes: number; received: number }[]>`
      select bytes, received from upload_reservations where user_id = ${me.id} order by created_at, id`;
    return rows.map(({ bytes, received }) => [bytes, received]);
  };
  const said = async (answer: Response) => [answer.status, (await answer.json()).message];

  it('F8 C27 the upload that the twenty-first evicts loses its row, reservation and bytes at once', async () => {
    const account = await server.signUp();
    const paths = [];
    for (let i = 0; i < 20; i++) paths.push(await tus.started(account, 100_000));
    const [first = '', second = ''] = paths;
    expect((await tus.patch(account, first, 0, Buffer.alloc(50_000))).status).toBe(204);
    expect(await said(await tus.create(account, 100_000))).toEqual([429, tooManyUploadsMessage(20)]);
    await standStill(account);
    await tus.started(account, 100_000);
    expect((await tus.call(account, 'HEAD', first)).status).toBe(404);
    expect((await tus.call(account, 'HEAD', second)).status).toBe(200);
    expect(await kept()).not.toContain(idOf(first));
    expect(await promised(account)).toHaveLength(20);
  });

  needs.folder.it('F8 stops a sender whose upload was evicted, and removes its bytes', async () => {
    const account = await server.signUp();
    const path = await tus.started(account, 40 * MB);
    let source: ReadableStreamDefaultController | null = null;
    const body = new ReadableStream({ start: (stream) => void (source = stream) });
    const push = (bytes: number) => source?.enqueue(new Uint8Array(bytes));
    const sending = tus.patch(account, path, 0, body);
    push(MB);
    await expect.poll(async () => (await stat(join(server.app.env.DATA_DIR, 'resumable', idOf(path)))).size).toBe(MB);
    // Its reservation lapses between two records of its bytes, and the account begins other uploads.
    await standStill(account);
    for (let i = 0; i < 3; i++) await tus.started(account, 49 * MB);
    const drip = setInterval(() => push(64 * 1024), 5);
    // The response gives the reason; a client that is still writing may only see the connection end.
    const status = await sending.then(
      (answer) => answer.status,
      ({ cause }: Error) => (cause as NodeJS.ErrnoException).code,
    );
    clearInterval(drip);
    expect([404, 410, 423, 'EPIPE', 'ECONNRESET']).toContain(status);
    expect(await kept()).not.toContain(idOf(path));
    expect((await tus.call(account, 'HEAD', path)).status).toBe(404);
  });

  it('F8 limits unfinished uploads, plain and resumable together, to three of the plan’s largest files', async () => {
    const account = await server.signUp();
    for (let i = 0; i < 2; i++) await tus.started(account, 50 * MB);
    await tus.started(account, 49 * MB);
    expect(await said(await tus.create(account, 2 * MB))).toEqual([429, unfinishedFull(150)]);
    const large = Buffer.concat([mp3, Buffer.alloc(2 * MB)]);
    const plain = await account.client.upload('/api/upload', { name: 'song.mp3', bytes: large });
    expect([plain.status, plain.body.message]).toEqual([429, unfinishedFull(150)]);
    expect((await account.client.upload('/api/upload', { name: 'song.mp3', bytes: mp3 })).status).toBe(202);
    // The form's reservation ended with the form.
    expect(await promised(account)).toEqual([
      [50 * MB, 0],
      [50 * MB, 0],
      [49 * MB, 0],
    ]);
  });

  it('F8 reserves room for the plan’s largest file for a form without a length', async () => {
    const account = await server.signUp();
    for (const megabytes of [50, 50, 10]) await tus.started(account, megabytes * MB);
    const head = '--XYZ\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n';
    const form = Buffer.concat([Buffer.from(head), mp3, Buffer.from('\r\n--XYZ--\r\n')]);
    const send = (body: Buffer | ReadableStream) =>
      tus.call(account, 'POST', '/api/upload', { 'content-type': 'multipart/form-data; boundary=XYZ' }, body);
    expect(await said(await send(new Blob([new Uint8Array(form)]).stream()))).toEqual([429, unfinishedFull(150)]);
    expect((await send(form)).status).toBe(202);
  });

  it('F8 records the received bytes, so that each byte is counted once', async () => {
    const account = await server.signUp();
    const path = await tus.started(account, 30 * MB);
    expect((await tus.patch(account, path, 0, Buffer.alloc(9 * MB))).status).toBe(204);
    expect(await promised(account)).toEqual([[30 * MB, 9 * MB]]);
    expect((await tus.call(account, 'DELETE', path)).status).toBe(204);
    expect(await promised(account)).toEqual([]);
    expect(await kept()).not.toContain(idOf(path));
  });

  it('F8 renews a lapsed reservation before accepting bytes; without room the upload waits, undamaged', async () => {
    const account = await server.signUp();
    const path = await tus.started(account, 10 * MB);
    expect((await tus.patch(account, path, 0, Buffer.alloc(MB))).status).toBe(204);
    await standStill(account);
    // Another account has reserved all the space that the disk has.
    const other = await server.signUp();
    const all = 2 * (await freeBytes(server.app.env.DATA_DIR));
    await server.app.db`
      insert into upload_reservations (id, user_id, resumable, bytes, until)
      values (${newId()}, ${other.me.id}, false, ${all}, now() + interval '1 hour')`;
    expect(await said(await tus.patch(account, path, MB, Buffer.alloc(MB)))).toEqual([507, SHORT_OF_SPACE]);
    expect((await tus.call(account, 'HEAD', path)).headers.get('upload-offset')).toBe(String(MB));
    await server.app.db`delete from upload_reservations where user_id = ${other.me.id}`;
    expect((await tus.patch(account, path, MB, Buffer.alloc(MB))).status).toBe(204);
  });

  it('F8 the reservation of a killed process’s form lapses, and the sweep deletes it', async () => {
    const account = await server.signUp();
    const all = 2 * (await freeBytes(server.app.env.DATA_DIR));
    const [id] = [newId()];
    await server.app.db`
      insert into upload_reservations (id, user_id, resumable, bytes, until)
      values (${id}, ${account.me.id}, false, ${all}, now() + interval '1 hour')`;
    expect(await said(await tus.create(account, 1000))).toEqual([429, unfinishedFull(150)]);
    const other = await server.signUp();
    expect(await said(await tus.create(other, 1000))).toEqual([507, SHORT_OF_SPACE]);
    await standStill(account);
    for (const one of [account, other]) await tus.started(one, 1000);
    await sweepFiles(server.app);
    expect(await server.app.db`select 1 from upload_reservations where id = ${id}`).toHaveLength(0);
    expect(await promised(account)).toEqual([[1000, 0]]);
  });

  it('F8 leave database connections for other calls, however many uploads begin at once', async () => {
    const account = await server.signUp({ plan: 'ghost-pepper' });
    const begin = () => {
      const wanted = {
        id: newId(),
        userId: account.me.id,
        bytes: MB,
        limits: DEFAULT_PLANS.find((plan) => plan.type === 'ghost-pepper')!.limits,
        resumable: true,
      };
      return reserveSpace(server.app, wanted);
    };
    const other = await server.app.db.reserve();
    try {
      // Another process holds the lock for reserving space for a long time.
      await other`select pg_advisory_lock(7268458)`;
      const begun = Array.from({ length: 20 }, begin);
      expect((await server.visitor().get('/api/genres')).status).toBe(200);
      await other`select pg_advisory_unlock(7268458)`;
      await Promise.all(begun);
      expect(await promised(account)).toHaveLength(20);
    } finally {
      other.release();
    }
  });

  it('don’t block other calls of the same address, however long their bytes take', async () => {
    const limited = await startTestServer({ RATE_LIMIT_FACTOR: '1', DISK_RESERVE_MB: '0' });
    const sender = tusClient(limited);
    const account = await limited.signUp({ plan: 'ghost-pepper' });
    const bodies: ReadableStreamDefaultController[] = [];
    const held: Promise<Response>[] = [];
    for (let i = 0; i < 12; i++) {
      const path = await sender.started(account, MB);
      held.push(sender.patch(account, path, 0, new ReadableStream({ start: (stream) => void bodies.push(stream) })));
    }
    for (const body of bodies) body.enqueue(new Uint8Array(10));
    const written = () => limited.app.db`
      select 1 from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = current_database()`;
    await expect.poll(async () => (await written()).length).toBeGreaterThanOrEqual(12);
    expect((await sender.call(account, 'GET', '/api/users/me')).status).toBe(200);
    for (const body of bodies) body.close();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(12).fill(204));
    await limited.close();
  });

  it('accepts at most twenty simultaneous requests of one account, of any method', async () => {
    const account = await server.signUp({ plan: 'ghost-pepper' });
    const paths = await Promise.all(Array.from({ length: 20 }, () => tus.started(account, MB)));
    const bodies: ReadableStreamDefaultController[] = [];
    const held = paths.map((path) =>
      tus.patch(account, path, 0, new ReadableStream({ start: (stream) => void bodies.push(stream) })),
    );
    for (const body of bodies) body.enqueue(new Uint8Array(10));
    await expect.poll(async () => (await tus.call(account, 'OPTIONS', TUS_PATH)).status).toBe(429);
    expect(await said(await tus.create(account, 1000))).toEqual([429, tooManyUploadsMessage(20)]);
    // Other accounts are not affected by the limit.
    expect((await tus.create(await server.signUp(), 1000)).status).toBe(201);
    for (const body of bodies) body.close();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual(Array(20).fill(204));
    await expect.poll(async () => (await tus.call(account, 'OPTIONS', TUS_PATH)).status).toBe(204);
  });
});
