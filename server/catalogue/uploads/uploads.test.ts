import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { WRONG_TYPE } from '@scoville/contract/catalogue/uploads.ts';
import { broken, song, video } from '../../../fixtures/files.ts';
import { attemptOf } from '../../testkit/media.ts';
import { storedBytes } from '../../testkit/stored.ts';
import { type Account, type TestServer, startTestServer } from '../../testkit/server.ts';

let server: TestServer;
let mp3: Buffer;
beforeAll(async () => {
  // No worker runs: uploads stay queued, so that counts and names can be checked.
  server = await startTestServer();
  mp3 = await readFile(await song({ seconds: 1, format: 'mp3' }));
});
afterAll(() => server.close());

const send = ({ client }: Account, name = 'song.mp3', bytes = mp3) => client.upload('/api/upload', { name, bytes });
const unlimited = () => server.signUp({ plan: 'ghost-pepper' });

describe('an accepted upload', () => {
  it('API-20 returns 202 with the media and a title guessed from the name, and queues one job', async () => {
    const account = await unlimited();
    const answer = await send(account, '01 - Night_Drive.mp3');
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      media: { title: 'Night Drive', mediaType: 'song', stage: 'Queued', published: false, sources: [] },
      duplicateOf: null,
    });
    const { sourceId } = await attemptOf(server.app.db, answer.body.media.id);
    const jobs = await server.app.queue.boss.findJobs('transcode', { data: { sourceId } });
    expect(jobs).toHaveLength(1);
  });

  it('keeps the original byte for byte, without a deletion mark', async () => {
    const account = await unlimited();
    const { id } = (await send(account)).body.media;
    const [source] = await server.app.db`select storage_key, bytes, sha256 from sources where owner_id = ${id}`;
    expect(await storedBytes(server.app, source?.['storage_key'] as string)).toEqual(mp3);
    const marked = await server.app
      .db`select 1 from pending_deletions where prefix = ${source?.['storage_key'] as string}`;
    expect(marked).toHaveLength(0);
  });

  it('reports a duplicate of the account’s own file, and keeps both', async () => {
    const account = await unlimited();
    const first = (await send(account, 'first.mp3')).body.media;
    const second = (await send(account, 'second.mp3')).body;
    expect(second.duplicateOf).toEqual({ id: first.id, title: 'first' });
    const stranger = await unlimited();
    expect((await send(stranger)).body.duplicateOf).toBeNull();
    expect((await account.client.get('/api/upload/progress')).body.total).toBe(2);
  });

  it('UP-18 X-21 accepts each accepted extension, and detects the kind by content', async () => {
    const account = await unlimited();
    const files = [
      await song({ seconds: 1, format: 'mp3' }),
      await song({ seconds: 1, format: 'flac' }),
      await song({ seconds: 1, format: 'm4a' }),
      await song({ seconds: 1, format: 'wav' }),
      await song({ seconds: 1, format: 'ogg' }),
      await video({ seconds: 1, width: 320, height: 180 }),
    ];
    for (const file of files) expect((await send(account, 'other.oga', await readFile(file))).status).toBe(202);
    for (const extension of ['flac', 'oga', 'ogg', 'm4a', 'mp3', 'wav', 'm4v', 'mp4', 'mov', 'webm', 'MP3'])
      expect((await send(account, `same.${extension}`)).status).toBe(202);
  });

  it('accepts AIFF and 64-bit WAV under a plan that lists only WAV', async () => {
    const plans = [
      { ...DEFAULT_PLANS[0]!, limits: { ...DEFAULT_PLANS[0]!.limits, total: null, acceptedFiles: ['wav'] } },
    ];
    const strict = await startTestServer({ PLANS: JSON.stringify(plans) });
    const account = await strict.signUp();
    expect(account.me.limits.acceptedFiles).toEqual(['wav', 'aiff', 'aif', 'aifc']);
    for (const [name, form, type] of [
      ['a.aif', 'FORM', 'AIFF'],
      ['b.aifc', 'FORM', 'AIFC'],
      ['c.wav', 'BW64', 'WAVE'],
    ])
      expect((await send(account, name, Buffer.from(`${form}\0\0\0\x40${type}${'\0'.repeat(60)}`))).status).toBe(202);
    for (const extension of ['aif', 'AIFF', 'aifc'])
      expect(await send(account, `no.${extension}`, Buffer.from(`RIFF\0\0\0\x40WAVE${'\0'.repeat(60)}`))).toMatchObject(
        {
          status: 415,
          body: { message: WRONG_TYPE },
        },
      );
    await strict.close();
  });

  it('UP-29 counts songs', async () => {
    const account = await unlimited();
    await send(account);
    expect((await account.client.get('/api/users/me')).body).toMatchObject({
      uploadedSongs: 1,
      uploadCount: 1,
      used: 1,
    });
  });
});

describe('names', () => {
  it('UP-20 strips a name to the safe set', async () => {
    const account = await unlimited();
    const media = (await send(account, "a b/../<c>'d.mp3")).body.media;
    expect(media.filename).toBe('cd.mp3');
    const tricks = [
      '../../etc/passwd.mp3',
      '..\\\\..\\\\boot.ini.mp3',
      `${'x'.repeat(500)}.mp3`,
      '....mp3',
      '-i.mp3',
      'file:.mp3',
    ];
    for (const name of tricks) {
      const { filename, title } = (await send(account, name)).body.media;
      expect(filename).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,119}$/);
      expect(title.length).toBeGreaterThan(0);
    }
  });

  it('D-34 gives the second file of the same name a "-2"', async () => {
    const account = await unlimited();
    for (let i = 0; i < 3; i++) await send(account, 'same.mp3');
    const { progress } = (await account.client.get('/api/upload/progress')).body;
    expect(progress.map((one: { fileName: string }) => one.fileName)).toEqual(['same-3.mp3', 'same-2.mp3', 'same.mp3']);
  });
});

describe('limits of the plan', () => {
  it('UP-28 UP-09 allows one song on trial and refuses the second', async () => {
    const account = await server.signUp();
    expect((await send(account)).status).toBe(202);
    const refused = await send(account);
    expect([refused.status, refused.body.message]).toEqual([403, 'trial limit reached']);
    const [rows] = await server.app.db`select count(*)::int as n from media where musician_id = ${account.me.id}`;
    expect(rows?.['n']).toBe(1);
  });

  it('UP-09 accepts only one of three simultaneous uploads on trial', async () => {
    const account = await server.signUp();
    const answers = await Promise.all([send(account), send(account), send(account)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([202, 403, 403]);
    const orphans = await server.app.db`
      select 1 from media where musician_id = ${account.me.id} offset 1`;
    expect(orphans).toHaveLength(0);
  });

  it('UP-27 UP-08 blocks uploads above the total of another plan', async () => {
    const account = await server.signUp({ plan: 'spicy' });
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push(await send(account));
    expect(statuses.map((answer) => answer.status)).toEqual([202, 202, 202, 202, 202, 403]);
    expect(statuses[5]?.body.message).toBe('monthly limit reached');
    await server.app
      .db`update upload_ledger set created_at = now() - interval '32 days' where user_id = ${account.me.id}`;
    expect((await send(account)).status).toBe(202);
  });

  it('UP-10 never blocks uploads of a plan without a total', async () => {
    const account = await unlimited();
    for (let i = 0; i < 7; i++) expect((await send(account)).status).toBe(202);
    expect(account.me.limits.total).toBeNull();
  });

  it('UP-19 include total, unit, accepted files and the largest size', async () => {
    const { me } = await server.signUp();
    expect(me.limits).toMatchObject({ total: 1, unit: 'trial', maxFileSizeMB: 50 });
    expect(me.limits.acceptedFiles).toContain('mp3');
  });

  it('UP-11 X-02 UP-12 accepts 49 MB and refuses 51 MB with the sentence of the limit that applied', async () => {
    const account = await server.signUp();
    const padded = (megabytes: number) => Buffer.concat([mp3, Buffer.alloc(megabytes * 1024 * 1024 - mp3.length)]);
    const refused = await send(account, 'large.mp3', padded(51));
    expect(refused.status).toBe(413);
    expect(refused.body.message).toBe('File is too large. File size must not be greater than 50 MB.');
    expect((await send(account, 'fits.mp3', padded(49))).status).toBe(202);
  });
});

describe('UP-17 the accepted kinds come from the configuration', () => {
  it('UP-17 refuses kinds that the plan does not list', async () => {
    const plan = { type: 'only', displayName: 'Only', planId: null, price: 0, currency: 'USD', perks: [] };
    const limits = { total: null, unit: 'monthly', acceptedFiles: ['flac'], maxFileSizeMB: 50 };
    const strict = await startTestServer({ PLANS: JSON.stringify([{ ...plan, limits }]) });
    try {
      const account = await strict.signUp({ plan: 'only' });
      const flac = await readFile(await song({ seconds: 1, format: 'flac' }));
      const status = async (name: string, bytes: Buffer) => (await send(account, name, bytes)).status;
      expect(await status('a.mp3', mp3)).toBe(415);
      expect(await status('a.flac', mp3)).toBe(415);
      expect(await status('a.mp3', flac)).toBe(415);
      expect(await status('a.flac', flac)).toBe(202);
    } finally {
      await strict.close();
    }
  });
});

describe('the list of uploads', () => {
  it('API-17 UP-21 has the account’s own entries only, with all their fields', async () => {
    const [one, other] = [await unlimited(), await unlimited()];
    const { id } = (await send(one)).body.media;
    expect((await other.client.get('/api/upload/progress')).body).toEqual({ progress: [], total: 0 });
    expect((await one.client.get('/api/upload/progress')).body).toMatchObject({
      progress: [
        {
          fileName: 'song.mp3',
          media: { id, title: 'song', mediaType: 'song' },
          stage: 'Queued',
          progress: 0,
          error: false,
          errorMsg: null,
        },
      ],
      total: 1,
    });
  });

  it('API-18 UP-23 D-34 lists the account’s own uploads without progress for half an hour as stale', async () => {
    const [one, other] = [await unlimited(), await unlimited()];
    await send(one);
    await send(other);
    expect((await one.client.get('/api/upload/stale')).body.total).toBe(0);
    await server.app.db`update sources set updated_at = now() - interval '31 minutes'`;
    expect((await one.client.get('/api/upload/stale')).body).toMatchObject({
      total: 1,
      progress: [{ fileName: 'song.mp3' }],
    });
  });

  it('API-19 UP-24 lets only its owner remove entries, and path tricks find nothing', async () => {
    const [one, other] = [await unlimited(), await unlimited()];
    const { id } = (await send(one)).body.media;
    expect((await other.client.delete('/api/upload/progress/song.mp3')).status).toBe(404);
    for (const trick of ['..%2F..%2Fsong.mp3', '%2e%2e%5csong.mp3', 'song.mp3%00', 'SONG.MP3', 'x'.repeat(201)])
      expect((await one.client.delete(`/api/upload/progress/${trick}`)).status).toBeGreaterThanOrEqual(400);
    const answer = await one.client.delete('/api/upload/progress/song.mp3');
    expect(answer.body).toEqual({ fileName: 'song.mp3', deleted: true });
    expect((await one.client.get('/api/upload/progress')).body.total).toBe(0);
    expect((await one.client.get(`/api/media/${id}`)).status).toBe(200);
    expect((await one.client.delete('/api/upload/progress/song.mp3')).status).toBe(404);
  });
});

describe('a file that is not accepted', () => {
  it.each(['text-as-mp3', 'playlist-as-mp3', 'html-as-jpg'] as const)(
    'UP-14 is refused with 415 and a message: %s',
    async (kind) => {
      const account = await server.signUp();
      const answer = await send(account, 'song.mp3', await readFile(await broken(kind)));
      expect([answer.status, answer.body.message]).toEqual([415, WRONG_TYPE]);
      expect((await account.client.get('/api/users/me')).body).toMatchObject({ used: 0, uploadCount: 0 });
    },
  );

  it.each(['song.mp3.exe', 'song.ape', 'song.opus', 'clip.mkv', 'x.php', 'song.mрЗ', 'mp3', 'song.mp3.', '.', ''])(
    'UP-14 X-21 is refused with 415 and the same message, and isn’t written: a valid song called %j',
    async (name) => {
      const account = await server.signUp();
      const answer = await send(account, name);
      expect([answer.status, answer.body]).toEqual([
        415,
        { message: WRONG_TYPE, errors: [{ field: 'file', code: 'wrong_type', message: WRONG_TYPE }] },
      ]);
      expect((await account.client.get('/api/users/me')).body).toMatchObject({ used: 0, uploadCount: 0 });
      expect(await readdir(join(server.app.env.DATA_DIR, 'incoming'))).toEqual([]);
    },
  );

  it('is refused with 400 and a hint when it is empty', async () => {
    const answer = await send(await server.signUp(), 'song.mp3', Buffer.alloc(0));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/empty/);
  });
});
