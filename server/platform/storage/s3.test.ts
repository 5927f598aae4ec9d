import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { type TestS3, startS3 } from '../../testkit/s3.ts';
import { until } from '../../testkit/until.ts';
import { checkStore } from './check-store.ts';
import { NotPlainError } from './plain-file.ts';
import { createS3Client } from './s3-client.ts';
import { s3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const MB = 1024 * 1024;
const large = randomBytes(17 * MB + 3);
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
let s3: TestS3;
let folder: string;
let from: string;
let storage: Storage;
let key: string;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scoville-s3-test-'));
  from = join(folder, 'arrived');
  key = `media/one/${newId()}/song.m4a`;
  storage = s3Storage({ ...s3.settings, delivery: 'redirect' }, async () => {
    const scratch = join(folder, 'scratch', newId());
    await mkdir(scratch, { recursive: true });
    return scratch;
  });
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (bytes: Buffer | string, at = key) => {
  await writeFile(from, bytes);
  await storage.put(at, from);
};
/** Resets the next `times` connections to the store; resolves after the last one. */
const refuse = (times: number) =>
  new Promise<void>((done) => {
    s3.proxy.answer((client: Socket) => {
      client.resetAndDestroy();
      times -= 1;
      if (times > 0) return;
      s3.proxy.answer(null);
      done();
    });
    s3.proxy.cut();
  });

describe('a store in a bucket', () => {
  it('takes over a file and returns its size, its bytes and a range of them', async () => {
    await put('all of the song');
    expect(await readdir(folder)).toEqual([]);
    expect(await storage.size(key)).toBe(15);
    expect(await text(await storage.read(key))).toBe('all of the song');
    expect(await text(await storage.read(key, { start: 4, end: 5 }))).toBe('of');
    const opened = await storage.open(key);
    const bytes = Buffer.alloc(20);
    expect(opened?.stats).toEqual({ size: 15 });
    expect(await opened?.file.read(bytes, 1, 20, 11)).toEqual({ bytesRead: 4 });
    expect(bytes.toString('latin1', 1, 5)).toBe('song');
    expect(await opened?.file.read(bytes, 0, 20, 15)).toEqual({ bytesRead: 0 });
    await opened?.file.close();
    expect(await storage.free()).toBeNull();
  });

  it('takes an empty file', async () => {
    await put('');
    expect(await storage.size(key)).toBe(0);
    expect(await text(await storage.read(key))).toBe('');
  });

  it('returns null for a missing key, fails to make a local copy of it, and ignores its removal', async () => {
    expect(await storage.size(key)).toBeNull();
    expect(await storage.open(key)).toBeNull();
    await expect(storage.withLocal(key, () => Promise.resolve())).rejects.toMatchObject({ name: 'NoSuchKey' });
    await storage.remove(key);
  });

  it('lists and removes everything below a prefix, and no key that only shares its beginning', async () => {
    const id = newId();
    for (const name of ['a/1', 'a/2', 'ab', 'b']) await put(name, `media/${id}/${name}`);
    const list = async (prefix: string) => {
      const keys: string[] = [];
      for await (const one of storage.list(prefix)) keys.push(one.slice(prefix.length + 1));
      return keys.sort();
    };
    expect(await list(`media/${id}`)).toEqual(['a/1', 'a/2', 'ab', 'b']);
    await storage.remove(`media/${id}/a`);
    await storage.remove(`media/${id}/b`);
    expect(await list(`media/${id}`)).toEqual(['ab']);
  });

  it('doesn’t list objects that others put next to its files, but removes them with the files', async () => {
    const prefix = `media/${newId()}`;
    await put('a song', `${prefix}/song.m4a`);
    const [client, at] = [createS3Client(s3.settings), { Bucket: s3.settings.bucket }];
    for (const name of ['', 'old/', '.DS_Store', 'a song.m4a', 'song.m4a~'])
      await client.send(new PutObjectCommand({ ...at, Key: `${prefix}/${name}`, Body: 'foreign' }));
    const keys: string[] = [];
    for await (const one of storage.list(prefix)) keys.push(one);
    expect(keys).toEqual([`${prefix}/song.m4a`]);
    await storage.remove(prefix);
    const { KeyCount } = await client.send(new ListObjectsV2Command({ ...at, Prefix: `${prefix}/` }));
    expect(KeyCount).toBe(0);
  });

  it('removes many objects per request, and reports why the store refused one', async () => {
    const prefix = `media/${newId()}`;
    for (let at = 0; at < 20; at += 1) await put('a segment', `${prefix}/${at}.m4s`);
    s3.asked.length = 0;
    await storage.remove(prefix);
    expect(s3.asked).toEqual(['GET', 'POST']);
    expect(await storage.size(`${prefix}/0.m4s`)).toBeNull();
    const errors = ['SlowDown', 'AccessDenied'];
    const strict = createServer((request, answer) => {
      const removal = `<DeleteResult><Error><Key>${key}</Key><Code>${errors.shift()}</Code></Error></DeleteResult>`;
      answer.end(request.method === 'POST' ? removal : '<ListBucketResult></ListBucketResult>');
    });
    await new Promise<void>((done) => strict.listen(0, '127.0.0.1', done));
    const endpoint = `http://127.0.0.1:${(strict.address() as AddressInfo).port}`;
    const other = s3Storage({ ...s3.settings, endpoint, delivery: 'process' }, () => Promise.resolve(folder));
    await expect(other.remove(key)).rejects.toThrow('1 of 1 objects could not be removed: AccessDenied');
    expect(errors).toEqual([]);
    strict.closeAllConnections();
    strict.close();
  });

  it('takes over a large file in parts, leaves no unfinished upload, and makes a local copy of it', async () => {
    await put(large);
    expect(await s3.unfinished()).toEqual([]);
    expect(await storage.size(key)).toBe(large.length);
    expect(digest(await storage.withLocal(key, (path) => readFile(path)))).toBe(digest(large));
    expect(await readdir(join(folder, 'scratch'))).toEqual([]);
    expect(digest(await buffer(await storage.read(key)))).toBe(digest(large));
  });

  it.each([
    ['a link', (path: string, secret: string) => symlink(secret, path)],
    ['a second name of a file', (path: string, secret: string) => link(secret, path)],
  ])('F21 does not take over %s', async (_kind, make) => {
    await writeFile(join(folder, 'secret'), 'the password');
    await make(from, join(folder, 'secret'));
    await expect(storage.put(key, from)).rejects.toThrow(NotPlainError);
    expect(await storage.size(key)).toBeNull();
  });

  it('rejects keys that are not plain', async () => {
    await expect(storage.size('../secret')).rejects.toThrow('Not a storage key: "../secret"');
  });
});

describe('an address of the bucket', () => {
  const headers = { contentType: 'audio/mp4', cacheControl: 'private, max-age=60' };

  it('gives any client the file with its content type, and a range of it', async () => {
    await put('all of the song');
    const address = (await storage.address(key, Date.now() + 60_000, headers)) ?? '';
    const answer = await fetch(address, { headers: { range: 'bytes=4-5' } });
    expect([answer.status, await answer.text()]).toEqual([206, 'of']);
    expect(answer.headers.get('content-type')).toBe('audio/mp4');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    expect((await fetch(address.replace('song.m4a', 'other.m4a'))).status).toBe(403);
  });

  it('is the same for a quarter of an hour, and expires with our own address, but after an hour at most', async () => {
    const ends = (address: string | null) => {
      const asked = new URL(address ?? '').searchParams;
      const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(asked.get('X-Amz-Date') ?? '') ?? [];
      const begun = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
      return { begun: Date.parse(begun), ends: Date.parse(begun) + Number(asked.get('X-Amz-Expires')) * 1000 };
    };
    const now = Date.now();
    const soon = ends(await storage.address(key, now + 5000, headers));
    expect(soon.ends).toBe(Math.floor((now + 5000) / 1000) * 1000);
    const late = ends(await storage.address(key, now + 12 * 3600_000, headers));
    expect(late.begun % 900_000).toBe(0);
    expect(late.ends - late.begun).toBe(3600_000);
  });
});

describe('an unreachable bucket', () => {
  it('is retried until it is back, for a read and for a write', async () => {
    await put('all of the song');
    const refused = refuse(3);
    const size = storage.size(key);
    await refused;
    expect(await size).toBe(15);
    await writeFile(from, large);
    const putting = storage.put(`${key}.large`, from);
    await refuse(3);
    await putting;
    expect(digest(await buffer(await storage.read(`${key}.large`)))).toBe(digest(large));
  });

  it('has the file when its reply was lost after it assembled the parts', async () => {
    let lost = 0;
    s3.proxy.onQuery = (bytes) => {
      if (!/^POST \S+uploadId=/.test(bytes.toString('latin1'))) return;
      s3.proxy.onAnswer = (answer) => {
        if (!/^HTTP\/1.1 200/.test(answer.toString('latin1')) || lost > 0) return;
        lost += 1;
        s3.proxy.cut();
      };
    };
    await put(large);
    s3.proxy.onQuery = s3.proxy.onAnswer = () => {};
    expect(lost).toBe(1);
    expect(digest(await buffer(await storage.read(key)))).toBe(digest(large));
    expect(await s3.unfinished()).toEqual([]);
  });

  it('is sent the bytes of a file again when it replies 400 because it timed out waiting for them', async () => {
    const answers = [400, 200];
    const slow = createServer((request, answer) => {
      request.resume().on('end', () => {
        answer.statusCode = answers.shift() ?? 500;
        answer.end(answer.statusCode === 200 ? '' : '<Error><Code>RequestTimeout</Code></Error>');
      });
    });
    await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
    const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    await writeFile(from, 'all of the song');
    await s3Storage({ ...s3.settings, endpoint, delivery: 'process' }, () => Promise.resolve(folder)).put(key, from);
    expect(answers).toEqual([]);
    slow.closeAllConnections();
    slow.close();
  });

  it('doesn’t prevent reading a file to its end when the connection breaks in the middle', async () => {
    await put(large);
    let came = 0;
    s3.proxy.onAnswer = (bytes) => {
      came += bytes.length;
      if (came < 5 * MB) return;
      came = -100 * MB;
      s3.proxy.cut();
    };
    expect(digest(await storage.withLocal(key, (path) => readFile(path)))).toBe(digest(large));
    expect(came).toBeLessThan(0);
    s3.proxy.onAnswer = () => {};
  });

  it('is no longer waited for once the caller aborts', async () => {
    await s3.proxy.away();
    const stop = new AbortController();
    const waiting = storage.withLocal(key, () => Promise.resolve(), stop.signal);
    stop.abort(new Error('The worker stops.'));
    await waiting.catch(() => {});
    await s3.proxy.back();
    await expect(waiting).rejects.toThrow('The worker stops.');
    await until(async () => expect(await readdir(join(folder, 'scratch'))).toEqual([]));
  });
});

describe('checkStore', () => {
  const log = pino({ level: 'silent' });

  it('refuses wrong settings with a message about what to correct', async () => {
    const refusal = (change: Partial<TestS3['settings']>) =>
      checkStore({ ...s3.settings, ...change }, log).then(
        () => 'accepted',
        (error: unknown) => (error as Error).message,
      );
    const { endpoint } = s3.settings;
    expect(await refusal({})).toBe('accepted');
    expect(await refusal({ bucket: 'scovile' })).toBe(
      `The setting S3_BUCKET is not usable: ${endpoint} has no bucket scovile. Create it, or correct its name.`,
    );
    expect(await refusal({ accessKeyId: 'OTHER' })).toBe(
      `The setting S3_ACCESS_KEY_ID is not usable: ${endpoint} does not know this key. Correct it, or make a new one.`,
    );
    expect(await refusal({ secretAccessKey: 'wrong' })).toBe(
      'The setting S3_SECRET_ACCESS_KEY is not usable: it does not belong to S3_ACCESS_KEY_ID. Correct either.',
    );
    const page = createServer((_request, answer) => answer.writeHead(404).end('<h1>Not here</h1>'));
    await new Promise<void>((done) => page.listen(0, '127.0.0.1', done));
    const elsewhere = `http://127.0.0.1:${(page.address() as AddressInfo).port}`;
    expect(await refusal({ endpoint: elsewhere })).toMatch(
      /^The settings S3_… are not usable: http:\S+ answers with .* Correct S3_ENDPOINT\.$/,
    );
    page.close();
  });

  it('accepts a bucket that is only unreachable', async () => {
    await s3.proxy.away();
    await checkStore(s3.settings, log);
    await s3.proxy.back();
  });
});
