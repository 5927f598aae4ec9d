import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginRestore, finishRestore, unfinishedRestore } from './unfinished-restore.ts';

let DATA_DIR: string;
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'scoville-unfinished-'));
});
afterEach(() => rm(DATA_DIR, { recursive: true }));

it('lists the folders to delete, and the database or bucket to empty, until the restore is finished', async () => {
  const text = (place: object = {}) => unfinishedRestore({ DATA_DIR, S3: null, ...place });
  expect(text()).toBeNull();
  await beginRestore(DATA_DIR);
  const begins = `A restore into ${DATA_DIR} did not finish, so nothing can be started there. Delete that folder`;
  expect(text()).toBe(`${begins}, and restore again.`);
  expect(text({ DATABASE_URL: 'postgres://db/scoville' })).toBe(
    `${begins}, empty the database of DATABASE_URL, and restore again.`,
  );
  await writeFile(join(DATA_DIR, 'postgres-is-at.txt'), '/var/lib/scoville/0123456789abcdef\n');
  expect(text({ S3: {} })).toBe(
    `${begins} and /var/lib/scoville/0123456789abcdef, empty the bucket of S3_BUCKET, and restore again.`,
  );
  await finishRestore(DATA_DIR);
  expect(text()).toBeNull();
});
