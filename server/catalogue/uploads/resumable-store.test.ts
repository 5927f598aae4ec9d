import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ResumableStore, type UploadHooks } from './resumable-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'resumable-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A store with unlimited room and a lock that is never lost; `noted` collects the last counts. */
const store = (noted: number[], more: Partial<UploadHooks> = {}) =>
  new ResumableStore(
    { directory: folder },
    {
      discard: async () => {},
      watchReservation: () =>
        Object.assign(async () => {}, { end: async (received: number) => void noted.push(received) }),
      watchLock: () => () => true,
      ...more,
    },
  );

it('F7 F8 gives up a slow sender with 408, and keeps and records the received bytes', async () => {
  await writeFile(join(folder, 'drip'), 'before ');
  const noted: number[] = [];
  const sender = new PassThrough();
  const timer = setInterval(() => sender.write('x'), 10);
  const written = store(noted, { paceWindow: 300 }).write(sender, 'drip', 7);
  await expect(written).rejects.toMatchObject({ status: 408, message: 'Upload was interrupted. Please try again.' });
  clearInterval(timer);
  const kept = await readFile(join(folder, 'drip'), 'utf8');
  expect(kept).toMatch(/^before x+$/);
  expect(noted).toEqual([kept.length]);
});

it('does not interrupt a sender that is fast enough, and counts every byte', async () => {
  await writeFile(join(folder, 'quick'), '');
  const noted: number[] = [];
  const bytes = Readable.from([Buffer.alloc(1000), Buffer.alloc(500)]);
  expect(await store(noted, { paceWindow: 60_000 }).write(bytes, 'quick', 0)).toBe(1500);
  expect(noted).toEqual([1500]);
});

it('gives up an upload whose file can’t be created', async () => {
  const forgotten: string[] = [];
  const broken = store([], { discard: async (id) => void forgotten.push(id) });
  // A folder has the name of the upload's file.
  await mkdir(join(folder, 'taken'));
  const upload = { id: 'taken', size: 10, offset: 0 } as Parameters<ResumableStore['create']>[0];
  await expect(broken.create(upload)).rejects.toThrow('EISDIR');
  expect(forgotten).toEqual(['taken']);
});
