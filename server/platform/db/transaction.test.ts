import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { type Pool, connect, transaction } from './connection.ts';

let db: Pool;
beforeAll(async () => {
  db = connect(await createTestDatabase({ migrated: false }));
  await db`create table counters (name text primary key, n int not null default 0)`;
  await db`insert into counters (name) values ('one'), ('other')`;
});
afterAll(() => db.end());

const counts = async () => (await db<{ n: number }[]>`select n from counters order by name`).map(({ n }) => n);

it('commits both of two deadlocked transactions, each once', async () => {
  let runs = 0;
  let locked = 0;
  let whole = () => {};
  const bothLocked = new Promise<void>((done) => (whole = done));
  const inOrder = (first: string, second: string) =>
    transaction(db, async (tx) => {
      runs += 1;
      await tx`update counters set n = n + 1 where name = ${first}`;
      locked += 1;
      if (locked === 2) whole();
      await bothLocked;
      await tx`update counters set n = n + 1 where name = ${second}`;
      return first;
    });
  expect(await Promise.all([inOrder('one', 'other'), inOrder('other', 'one')])).toEqual(['one', 'other']);
  expect(await counts()).toEqual([2, 2]);
  expect(runs).toBeGreaterThan(2);
});

it('rolls back after any other error, without a retry', async () => {
  const before = await counts();
  let runs = 0;
  const failing = transaction(db, async (tx) => {
    runs += 1;
    await tx`update counters set n = n + 1`;
    await tx`insert into counters (name) values ('one')`;
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect([runs, await counts()]).toEqual([1, before]);
});

it('fails after three deadlocks', async () => {
  let runs = 0;
  const failing = transaction(db, async (tx) => {
    runs += 1;
    await tx`do $$ begin raise exception 'As if' using errcode = 'deadlock_detected'; end $$`;
  });
  await expect(failing).rejects.toMatchObject({ code: '40P01' });
  expect(runs).toBe(3);
});
