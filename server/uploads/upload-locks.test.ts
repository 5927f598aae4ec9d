import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pool, connect } from '../db/connection.ts';
import { createTestDatabase } from '../testkit/database.ts';
import { type UploadLocks, openUploadLocks } from './upload-locks.ts';

let url: string;
let pools: Pool[];
let processes: UploadLocks[];
beforeAll(async () => {
  url = await createTestDatabase();
  pools = [connect(url), connect(url)];
  processes = await Promise.all(pools.map((pool) => openUploadLocks(url, pool)));
});
afterAll(async () => {
  for (const one of processes) await one.close();
  for (const pool of pools) await pool.end();
});

const never = new AbortController().signal;

it.each([
  ['two requests of one process', 0, 0],
  ['two processes', 0, 1],
])('a lock is held once, and its holder is asked to let go: %s', async (_name, first, second) => {
  const one = processes[first]?.newLock('upload');
  const other = processes[second]?.newLock('upload');
  const order: string[] = [];
  await one?.lock(never, () => {
    order.push('asked');
    void one.unlock().then(() => order.push('let go'));
  });
  await other?.lock(never, () => {});
  order.push('taken');
  expect(order[0]).toBe('asked');
  expect(order.indexOf('taken')).toBeGreaterThan(order.indexOf('asked'));
  await other?.unlock();
});

it('a request that was given up waits no longer', async () => {
  const [one, other] = [processes[0]?.newLock('again'), processes[1]?.newLock('again')];
  await one?.lock(never, () => {});
  await expect(other?.lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({ status_code: 423 });
  await one?.unlock();
});

it('locks of different uploads do not meet', async () => {
  const locks = ['a', 'b', 'c'].map((id) => processes[0]?.newLock(id));
  for (const lock of locks) await lock?.lock(never, () => {});
  for (const lock of locks) await lock?.unlock();
});
