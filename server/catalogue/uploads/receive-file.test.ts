import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpError } from '../../platform/http/errors.ts';
import { receiveFile } from './receive-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receive-'));
});
afterAll(() => rm(folder, { recursive: true }));

const tooLarge = new HttpError(413, 'Too large.');
const bytes = Buffer.from('0123456789'.repeat(100));

it('writes the received bytes and returns their hash and size', async () => {
  const path = join(folder, 'whole');
  const received = await receiveFile(Readable.from([bytes, bytes]), { path, maxBytes: 2000, tooLarge });
  const both = Buffer.concat([bytes, bytes]);
  expect(received).toEqual({ path, bytes: 2000, sha256: createHash('sha256').update(both).digest() });
  expect(await readFile(path)).toEqual(both);
  await rm(path);
});

it('removes the file when it exceeds the limit by one byte', async () => {
  const given = receiveFile(Readable.from([bytes, bytes]), { path: join(folder, 'large'), maxBytes: 1999, tooLarge });
  await expect(given).rejects.toBe(tooLarge);
  expect(await readdir(folder)).toEqual([]);
});

it('passes the head to the judge once, also for a file shorter than the head', async () => {
  const seen: string[] = [];
  const judge = (head: Buffer) => void seen.push(head.toString());
  const chunks = [...'abcdefgh'].map((letter) => Buffer.from(letter));
  const options = { maxBytes: 100, tooLarge, judge, headBytes: 3 };
  await receiveFile(Readable.from(chunks), { ...options, path: join(folder, 'a') });
  await receiveFile(Readable.from([Buffer.from('xy')]), { ...options, path: join(folder, 'b') });
  expect(seen).toEqual(['abc', 'xy']);
  await rm(join(folder, 'a'));
  await rm(join(folder, 'b'));
});

it('ER-37 gives up a silent sender with 408, and removes the file', async () => {
  const silent = new PassThrough();
  silent.write(bytes);
  const given = receiveFile(silent, { path: join(folder, 'silent'), maxBytes: 10_000, tooLarge, patience: 30 });
  await expect(given).rejects.toMatchObject({ status: 408, message: 'Upload was interrupted. Please try again.' });
  expect(await readdir(folder)).toEqual([]);
});
