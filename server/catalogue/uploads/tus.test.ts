import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TUS_PATH } from '@scoville/contract/platform/http/addresses.ts';
import { CHOSEN_BY, OFFSET_CONFLICT, RIGHTS_CONFIRMED } from '@scoville/contract/catalogue/uploads.ts';
import { transaction } from '../../platform/db/connection.ts';
import { newId } from '../../platform/ids.ts';
import { broken, song } from '../../../fixtures/files.ts';
import { keptUploads } from '../../testkit/stored.ts';
import { insertMedia } from '../../testkit/media.ts';
import { needs } from '../../testkit/needs.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';
import { type TusClient, named, tusClient } from '../../testkit/tus.ts';
import { untilWaiting } from '../../testkit/waiting.ts';
import { bodyOf } from '../../platform/http/respond.ts';
import { inAscii } from './explain-heads.ts';
import { finishResumable } from './resumable.queries.ts';
import { sweepFiles } from './sweep.ts';
import { locked } from './upload-locks.ts';

let server: TestServer;
let tus: TusClient;
let call: TusClient['call'];
let create: TusClient['create'];
let patch: TusClient['patch'];
let wav: Buffer;
beforeAll(async () => {
  server = await startTestServer();
  tus = tusClient(server);
  ({ call, create, patch } = tus);
  wav = await readFile(await song({ seconds: 3, format: 'wav' }));
});
afterAll(() => server.close());

const started = (account: Account, bytes = wav.length) => tus.started(account, bytes);
const unlimited = () => server.signUp({ plan: 'ghost-pepper' });
const sourceOf = async (mediaId: string | null) => {
  const [row] = await server.app.db`select sha256, bytes from sources where owner_id = ${mediaId ?? ''}`;
  return row;
};
const originals = async () => {
  const keys: string[] = [];
  for await (const key of server.app.storage.list('originals')) keys.push(key);
  return keys.sort();
};
const folder = () => join(server.app.env.DATA_DIR, 'resumable');

describe('a resumable upload', () => {
  it('continues where it stopped, stores the same bytes, and returns the media id in the last response', async () => {
    const account = await unlimited();
    const path = await started(account);
    const half = Math.floor(wav.length / 2);
    expect((await patch(account, path, 0, wav.subarray(0, half))).headers.get('upload-offset')).toBe(String(half));
    const asked = await call(account, 'HEAD', path);
    expect([asked.headers.get('upload-offset'), asked.headers.get('upload-length')]).toEqual([
      `${half}`,
      `${wav.length}`,
    ]);
    const last = await patch(account, path, half, wav.subarray(half));
    expect(last.status).toBe(204);
    const mediaId = last.headers.get('x-media-id');
    expect((await sourceOf(mediaId))?.['sha256']).toEqual(createHash('sha256').update(wav).digest());
    expect((await account.client.get(`/api/media/${mediaId}`)).body).toMatchObject({
      title: 'song',
      filename: 'song.wav',
    });
    expect(await keptUploads(server.app)).toEqual([]);
  });

  it('works with POST and X-HTTP-Method-Override', async () => {
    const account = await unlimited();
    const by = (method: string, path: string, headers = {}, body?: Buffer) =>
      call(account, 'POST', path, { 'x-http-method-override': method, ...headers }, body);
    const bytes = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const path = await started(account);
    expect(await by('PATCH', path, bytes, wav.subarray(0, 1000))).toMatchObject({ status: 204 });
    const asked = await by('head', path);
    expect([asked.status, asked.headers.get('upload-offset'), await asked.text()]).toEqual([200, '1000', '']);
    expect((await by('PUT', path)).status).toBe(404);
    expect((await call(account, 'POST', path)).status).toBe(404);
    const last = await by('PATCH', path, { ...bytes, 'upload-offset': '1000' }, wav.subarray(1000));
    expect(last.headers.get('x-media-id')).toMatch(/^[0-9a-f-]{36}$/);
    const other = await started(account);
    expect((await by('DELETE', other)).status).toBe(204);
    expect((await call(account, 'HEAD', other)).status).toBe(404);
    // The override doesn't bypass the owner check.
    const stranger = await unlimited();
    expect((await call(stranger, 'POST', path, { 'x-http-method-override': 'HEAD' })).status).toBe(404);
  });

  needs.folder.it('keeps the bytes that arrived when the connection breaks in the middle of a request', async () => {
    const account = await unlimited();
    const path = await started(account);
    const abort = new AbortController();
    const dying = new ReadableStream({
      start(stream) {
        stream.enqueue(new Uint8Array(wav.subarray(0, 200_000)));
      },
    });
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const sending = call(account, 'PATCH', path, headers, dying, abort.signal);
    await expect.poll(async () => (await readFile(join(folder(), path.split('/').pop() ?? ''))).length).toBe(200_000);
    abort.abort();
    await expect(sending).rejects.toThrow();
    const offset = Number((await call(account, 'HEAD', path)).headers.get('upload-offset'));
    expect(offset).toBe(200_000);
    const mediaId = (await patch(account, path, offset, wav.subarray(offset))).headers.get('x-media-id');
    expect((await sourceOf(mediaId))?.['sha256']).toEqual(createHash('sha256').update(wav).digest());
  });

  it('records when the uploader confirmed holding the rights, and no time without a confirmation', async () => {
    const account = await unlimited();
    const confirmed = `filename ${Buffer.from('mine.wav').toString('base64')},${RIGHTS_CONFIRMED} ${Buffer.from('1').toString('base64')}`;
    const begun = await create(account, wav.length, { 'upload-metadata': confirmed });
    for (const [path, expected] of [
      [begun.headers.get('location') ?? '', true],
      [await started(account), false],
    ] as const) {
      const mediaId = (await patch(account, path, 0, wav)).headers.get('x-media-id');
      const [row] = await server.app.db`select rights_confirmed_at from uploads where media_id = ${mediaId}`;
      expect(row?.['rights_confirmed_at'] instanceof Date).toBe(expected);
    }
  });

  it('expires a day after its last bytes arrived, not after its start', async () => {
    const account = await unlimited();
    const path = await started(account);
    const id = path.split('/').pop() ?? '';
    expect((await patch(account, path, 0, wav.subarray(0, 1000))).status).toBe(204);
    // The upload was begun 30 hours ago, and continued 23 hours and 59 minutes ago.
    await server.app.db`
      update resumable_uploads set created_at = now() - interval '30 hours', expires_at = now() + interval '1 minute'
      where id = ${id}`;
    const note = join(folder(), `${id}.json`);
    const begun = new Date(Date.now() - 30 * 3600_000);
    if (existsSync(note)) {
      const noted = JSON.parse(await readFile(note, 'utf8')) as object;
      await writeFile(note, JSON.stringify({ ...noted, creation_date: begun.toISOString() }));
      await utimes(note, begun, begun);
    }
    expect((await call(account, 'HEAD', path)).headers.get('upload-offset')).toBe('1000');
    const waits = async () =>
      (
        await server.app.db`
        select expires_at > now() + interval '23 hours' as waits from resumable_uploads where id = ${id}`
      )[0]?.['waits'];
    // A request without bytes doesn't extend the expiry: one call a day would keep the upload's room forever. The
    // second time the reservation has lapsed, too.
    for (const until of ['1 minute', '-1 minute']) {
      await server.app.db`
        update upload_reservations set until = now() + ${until}::text::interval where id = ${id}`;
      expect((await patch(account, path, 1000, Buffer.alloc(0))).status).toBe(204);
      expect(await waits()).toBe(false);
    }
    expect((await patch(account, path, 1000, wav.subarray(1000, 2000))).status).toBe(204);
    expect(await waits()).toBe(true);
    await sweepFiles(server.app);
    const last = await patch(account, path, 2000, wav.subarray(2000));
    expect([last.status, last.headers.get('x-media-id')]).toEqual([204, expect.any(String)]);
  });

  it('accepts a file only for the account that chose it', async () => {
    const [account, other] = [await unlimited(), await unlimited()];
    const metadata = (id: string) =>
      `filename ${Buffer.from('mine.wav').toString('base64')},${CHOSEN_BY} ${Buffer.from(id).toString('base64')}`;
    const refused = await create(account, wav.length, { 'upload-metadata': metadata(other.me.id) });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('Another account was signed in when this file was chosen.');
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(0);
    expect((await create(account, wav.length, { 'upload-metadata': metadata(account.me.id) })).status).toBe(201);
  });

  it('repeats a lost last response instead of creating a second song, and reports a duplicate file', async () => {
    const account = await unlimited();
    const path = await started(account);
    const mediaId = (await patch(account, path, 0, wav)).headers.get('x-media-id');
    const twin = await patch(account, await started(account), 0, wav);
    expect(twin.headers.get('x-duplicate-of')).toBe(mediaId);
    const again = await call(account, 'HEAD', path);
    expect([again.status, again.headers.get('x-media-id'), again.headers.get('upload-offset')]).toEqual([
      200,
      mediaId,
      String(wav.length),
    ]);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(2);
  });

  needs.folder.it('hands over a complete file after a process died before the hand-over', async () => {
    const account = await unlimited();
    const path = await started(account);
    await writeFile(join(folder(), path.split('/').pop() ?? ''), wav);
    const asked = await call(account, 'HEAD', path);
    expect(asked.status).toBe(200);
    expect((await sourceOf(asked.headers.get('x-media-id')))?.['bytes']).toBe(wav.length);
  });

  it.each([
    ['before the file is stored', 'pending_deletions'],
    ['after the file is stored', 'media'],
  ])('doesn’t have to be sent again if the database fails %s', async (_when, table) => {
    const account = await unlimited();
    const path = await started(account);
    const { db } = server.app;
    await db`create function test_outage() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '57P01', message = 'terminating connection'; end $$`;
    await db`create trigger outage before insert on ${db(table)} execute function test_outage()`;
    try {
      expect((await patch(account, path, 0, wav)).status).toBeGreaterThanOrEqual(500);
      expect((await call(account, 'HEAD', path)).status).toBeGreaterThanOrEqual(500);
    } finally {
      await db`drop function test_outage cascade`;
    }
    const asked = await call(account, 'HEAD', path);
    expect([asked.status, asked.headers.get('upload-offset')]).toEqual([200, String(wav.length)]);
    const mediaId = asked.headers.get('x-media-id');
    expect((await sourceOf(mediaId))?.['sha256']).toEqual(createHash('sha256').update(wav).digest());
    expect((await originals()).filter((key) => key.includes(mediaId ?? ''))).toHaveLength(1);
    expect(await keptUploads(server.app)).not.toContain(path.split('/').pop());
  });
});

describe('a resumable upload may not', () => {
  it('be accessed by another account, which gets 404', async () => {
    const [owner, other] = [await unlimited(), await unlimited()];
    const path = await started(owner);
    expect((await patch(other, path, 0, wav)).status).toBe(404);
    expect((await call(other, 'HEAD', path)).status).toBe(404);
    expect((await call(other, 'DELETE', path)).status).toBe(404);
    expect((await call(null, 'HEAD', path)).status).toBe(401);
    expect((await create(null, 10)).status).toBe(401);
    for (const trick of ['..%2F..%2Fetc%2Fpasswd', 'x', '%00', '00000000-0000-7000-8000-000000000000'])
      expect((await call(owner, 'HEAD', `${TUS_PATH}/${trick}`)).status).toBe(404);
    expect((await call(owner, 'HEAD', path)).headers.get('upload-offset')).toBe('0');
  });

  it('come from another site', async () => {
    const account = await unlimited();
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    expect((await create(account, 10, { ...named('a.mp3'), ...foreign })).status).toBe(403);
    const path = await started(account);
    expect((await call(account, 'DELETE', path, foreign)).status).toBe(403);
  });

  it('X-02 be larger than the plan allows, empty, or of unknown length', async () => {
    const account = await server.signUp();
    const large = await create(account, 50 * 1024 * 1024 + 1);
    expect(large.status).toBe(413);
    expect((await large.json()).message).toBe('File is too large. File size must not be greater than 50 MB.');
    expect((await create(account, 0)).status).toBe(400);
    expect((await create(account, '-5')).status).toBe(400);
    const deferred = await call(account, 'POST', TUS_PATH, { 'upload-defer-length': '1', ...named('song.wav') });
    expect(deferred.status).toBe(400);
    const path = await started(account, 1000);
    expect((await patch(account, path, 0, wav)).status).toBe(413);
    expect((await patch(account, path, 7, wav.subarray(0, 10))).status).toBe(409);
  });

  it('UP-09 exceed the plan’s number of uploads, neither at its start nor at its end', async () => {
    const account = await server.signUp();
    const [one, other] = [await started(account), await started(account)];
    expect((await patch(account, one, 0, wav)).status).toBe(204);
    const second = await patch(account, other, 0, wav);
    expect([second.status, (await second.json()).message]).toEqual([403, 'trial limit reached']);
    expect((await create(account, 100)).status).toBe(403);
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(1);
  });

  it('UP-14 X-21 have a name with an unaccepted extension: refused before a byte is sent', async () => {
    const account = await unlimited();
    const before = await keptUploads(server.app);
    for (const headers of [named('song.mp3.exe'), named('song.ape'), named('mp3'), named(''), {}]) {
      const answer = await create(account, wav.length, headers);
      expect([answer.status, (await answer.json()).message]).toEqual([415, "You can't upload files of this type."]);
    }
    expect(await keptUploads(server.app)).toEqual(before);
    expect(await server.app.db`select 1 from resumable_uploads where user_id = ${account.me.id}`).toHaveLength(0);
    for (const name of ['song.WAV', `${'x'.repeat(900)}.wav`, 'a\0b.wav']) {
      const path = (await create(account, wav.length, named(name))).headers.get('location') ?? '';
      const mediaId = (await patch(account, path, 0, wav)).headers.get('x-media-id');
      expect((await account.client.get(`/api/media/${mediaId}`)).body.filename).toMatch(/\.wav$/i);
    }
  });

  it('UP-14 have other content than its name says', async () => {
    const account = await unlimited();
    const text = await readFile(await broken('playlist-as-mp3'));
    const path = await started(account, text.length);
    const answer = await patch(account, path, 0, text);
    expect([answer.status, (await answer.json()).message]).toEqual([415, "You can't upload files of this type."]);
    expect((await call(account, 'HEAD', path)).status).toBe(404);
  });
});

describe('simultaneous requests for one upload', () => {
  needs.folder.it(
    'C26 a complete upload is handed over once, as one media item and one use of the plan, with the same answer for all',
    async () => {
      const account = await unlimited();
      const path = await started(account);
      const id = path.split('/').pop() ?? '';
      await writeFile(join(folder(), id), wav);
      const answers = await Promise.all([1, 2, 3, 4].map(() => call(account, 'HEAD', path)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [row] = await server.app.db<
        { media_id: string }[]
      >`select media_id from resumable_uploads where id = ${id}`;
      expect(answers.map(({ headers }) => headers.get('x-media-id'))).toEqual(Array(4).fill(row?.media_id));
      expect((await account.client.get('/api/users/me')).body).toMatchObject({ used: 1, uploadCount: 1 });
      // Any request that gets the lock later finds the upload already bound to its media.
      expect(await finishResumable(server.app.db, id, newId())).toBe(false);
      expect((await call(account, 'HEAD', path)).headers.get('x-media-id')).toBe(row?.media_id);
    },
  );

  it('a DELETE during the hand-over is refused with 409', async () => {
    const account = await unlimited();
    const path = await started(account);
    const id = path.split('/').pop() ?? '';
    const mediaId = await insertMedia(server.app.db, { musicianId: account.me.id });
    const deleting = await transaction(server.app.db, async (tx) => {
      await finishResumable(tx, id, mediaId);
      const answer = call(account, 'DELETE', path);
      await untilWaiting(server.app.db, 1);
      return { answer };
    });
    const answer = await deleting.answer;
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      'This upload is already complete. Delete its media instead.',
    ]);
    expect((await call(account, 'HEAD', path)).headers.get('x-media-id')).toBe(mediaId);
  });

  it('C21 a file that the plan refuses at the end leaves no bytes, no row and no reservation', async () => {
    const account = await server.signUp();
    const [one, other] = [await started(account), await started(account)];
    expect((await patch(account, one, 0, wav)).status).toBe(204);
    const before = await originals();
    expect((await patch(account, other, 0, wav)).status).toBe(403);
    expect(await originals()).toEqual(before);
    expect(before.length).toBeGreaterThan(0);
    expect(await keptUploads(server.app)).not.toContain(other.split('/').pop());
    const { db } = server.app;
    expect(await db`select 1 from upload_reservations where user_id = ${account.me.id}`).toHaveLength(0);
    expect(await db`select 1 from resumable_uploads where user_id = ${account.me.id} and media_id is null`).toEqual([]);
  });

  needs.folder.it(
    'e17 stops a writer that lost its lock, keeps the received bytes, and lets the upload continue',
    async () => {
      const account = await unlimited();
      const path = await started(account);
      let source: ReadableStreamDefaultController | null = null;
      const body = new ReadableStream({ start: (stream) => void (source = stream) });
      const push = (bytes: Buffer) => source?.enqueue(new Uint8Array(bytes));
      const sending = patch(account, path, 0, body);
      push(wav.subarray(0, 100_000));
      const arrived = async () => (await stat(join(folder(), path.split('/').pop() ?? ''))).size;
      await expect.poll(arrived).toBe(100_000);
      const lost = await server.app.db`
      select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and a.datname = current_database() and application_name = 'scoville-upload-locks'`;
      expect(lost).toHaveLength(1);
      const drip = setInterval(() => push(wav.subarray(0, 1)), 10);
      const answer = await sending.finally(() => clearInterval(drip));
      expect([answer.status, (await answer.json()).message]).toEqual([423, 'This upload is being written. Try again.']);
      const offset = Number((await call(account, 'HEAD', path)).headers.get('upload-offset'));
      expect(offset).toBe(await arrived());
      await call(account, 'DELETE', path);
    },
  );
});

describe('the reason for refusing a HEAD, whose response has no body', () => {
  const reason = (answer: Response) => JSON.parse(answer.headers.get('x-refusal') ?? '') as unknown;

  it('is in a header for a request without a session', async () => {
    const path = await started(await unlimited());
    const answer = await call(null, 'HEAD', path);
    expect([answer.status, reason(answer)]).toEqual([401, { message: 'Please sign in.', errors: [] }]);
  });

  needs.folder.it('is in a header for a complete file that the plan refuses', async () => {
    const account = await server.signUp();
    const [one, other] = [await started(account), await started(account)];
    expect((await patch(account, one, 0, wav)).status).toBe(204);
    await writeFile(join(folder(), other.split('/').pop() ?? ''), wav);
    const answer = await call(account, 'HEAD', other);
    expect([answer.status, reason(answer)]).toEqual([403, { message: 'trial limit reached', errors: [] }]);
    expect((await call(account, 'HEAD', one)).headers.get('x-refusal')).toBeNull();
  });

  it('is escaped to ASCII without changing its value', () => {
    const sentence = { message: '“Zoë’s” 🎵\n\\' };
    const ascii = inAscii(JSON.stringify(sentence));
    expect(ascii).toMatch(/^[ -~]+$/);
    expect(JSON.parse(ascii)).toEqual(sentence);
  });
});

it('the product and the tus library reply alike with 423 when a lock can’t be acquired', () => {
  expect(bodyOf(locked())).toEqual({
    status: 423,
    body: { message: 'This upload is being written. Try again.', errors: [] },
  });
});

describe('errors of the tus library', () => {
  const inOurForm = async (answer: Response, status: number, message: string, errors: unknown[] = []) => {
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({ message, errors });
    for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
      expect(answer.headers.get(header), header).not.toBeNull();
    expect(answer.headers.get('cache-control')).toContain('no-store');
  };

  it('F4 concatenated uploads are refused with 400 and a hint, without a log entry', async () => {
    const account = await unlimited();
    const logged: unknown[] = [];
    const { error } = server.app.log;
    server.app.log.error = (...said: unknown[]) => void logged.push(said);
    for (const concat of ['partial', 'final;/api/upload/tus/a /api/upload/tus/b', 'nonsense'])
      await inOurForm(
        await create(account, 1000, { ...named('song.wav'), 'upload-concat': concat }),
        400,
        'Concatenated uploads are not supported. Send the whole file as one upload, without Upload-Concat.',
      );
    server.app.log.error = error;
    expect(logged).toEqual([]);
  });

  it('F4 are JSON with our headers: wrong offset, missing and malformed headers, excess bytes', async () => {
    const account = await unlimited();
    const path = await started(account, 1000);
    const bytes = { 'content-type': 'application/offset+octet-stream' };
    const elsewhere = 'The upload stands at another offset. Ask for it with HEAD, and go on from there.';
    await inOurForm(await patch(account, path, 7, wav.subarray(0, 10)), 409, elsewhere, [
      { field: 'Upload-Offset', code: OFFSET_CONFLICT, message: elsewhere },
    ]);
    await inOurForm(
      await call(account, 'PATCH', path, bytes, wav.subarray(0, 10)),
      403,
      'Say where these bytes begin: Upload-Offset.',
    );
    await inOurForm(
      await call(account, 'PATCH', path, { ...bytes, 'upload-offset': 'seven' }, wav.subarray(0, 10)),
      400,
      'The header upload-offset is malformed.',
    );
    await inOurForm(
      await call(account, 'PATCH', path, { ...bytes, 'upload-offset': '0', 'tus-resumable': '' }, wav.subarray(0, 10)),
      412,
      'Send the header Tus-Resumable: 1.0.0. This address speaks the tus protocol.',
    );
    await inOurForm(await patch(account, path, 0, wav), 413, 'These are more bytes than Upload-Length said.');
    await inOurForm(await create(account, '-5'), 400, 'The header upload-length is malformed.');
    await inOurForm(
      await call(account, 'POST', TUS_PATH, { 'upload-defer-length': '1', ...named('song.wav') }),
      400,
      'Send the length of the file in the header Upload-Length.',
    );
    await inOurForm(
      await call(
        account,
        'PATCH',
        path,
        { ...bytes, 'upload-offset': '0', 'upload-length': '1000' },
        wav.subarray(0, 10),
      ),
      400,
      'The length of an upload is told when it is begun. Send these bytes without Upload-Length.',
    );
    await call(account, 'DELETE', path);
  });

  it('OPTIONS lists the supported extensions', async () => {
    const answer = await call(await unlimited(), 'OPTIONS', TUS_PATH);
    expect([answer.status, answer.headers.get('tus-extension')]).toEqual([
      204,
      'creation,creation-with-upload,termination,expiration',
    ]);
  });
});
