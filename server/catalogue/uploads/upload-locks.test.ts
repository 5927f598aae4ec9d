import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pool, connect } from '../../platform/db/connection.ts';
import { createTestDatabase } from '../../testkit/database.ts';
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
])('a lock has one holder at a time, which is asked to release it: %s', async (_name, first, second) => {
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

it('an aborted request stops waiting for the lock', async () => {
  const [one, other] = [processes[0]?.newLock('again'), processes[1]?.newLock('again')];
  await one?.lock(never, () => {});
  await expect(other?.lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({ status: 423 });
  await one?.unlock();
});

it('locks of different uploads are independent: all are held at once, and no holder must let go', async () => {
  const ids = ['a', 'b', 'c'];
  const asked: string[] = [];
  const locks = ids.map((id) => processes[0]?.newLock(id));
  const others = ids.map((id) => processes[1]?.newLock(`${id} of the other`));
  for (const [i, id] of ids.entries()) {
    await locks[i]?.lock(never, () => asked.push(id));
    await others[i]?.lock(never, () => asked.push(id));
  }
  expect(asked).toEqual([]);
  // Each lock is really held, against the other process and against this one.
  for (const id of ids)
    for (const one of processes)
      await expect(one.newLock(id).lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({ status: 423 });
  for (const lock of [...locks, ...others]) await lock?.unlock();
  for (const id of ids) await expect(processes[1]?.under(id, async () => 'free')).resolves.toBe('free');
});

/** Ends the database sessions in which the processes hold their locks. */
const loseLocks = () => pools[0]!`
  select pg_terminate_backend(pid) from pg_locks
  where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;

it('e17 a lost connection ends its lock and notifies the holder, and the next holder keeps the lock', async () => {
  const [one, other] = processes as [UploadLocks, UploadLocks];
  const first = one.newLock('lost');
  let asked = 0;
  await first.lock(never, () => (asked += 1));
  const mayWrite = one.watch('lost');
  expect(mayWrite()).toBe(true);
  await loseLocks();
  await expect.poll(mayWrite).toBe(false);
  expect(asked).toBe(1);

  const second = other.newLock('lost');
  await second.lock(never, () => {});
  // A late unlock by the first holder doesn't release the second holder's lock, and the first process waits like any
  // other.
  await first.unlock();
  await expect(one.newLock('lost').lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({ status: 423 });
  await second.unlock();
  await one.under('lost', async () => expect(one.watch('lost')()).toBe(true));
  expect(mayWrite()).toBe(false);
});

it('e17 the connection of the locks is not closed for being idle or old', () => {
  const db = connect(url, { onLost: () => {} });
  expect([db.options.idle_timeout, db.options.max_lifetime]).toEqual([0, null]);
  expect(connect(url).options.idle_timeout).toBeGreaterThan(0);
});
