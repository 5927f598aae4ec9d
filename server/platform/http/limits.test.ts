import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Pool, connect } from '../db/connection.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { createLimits } from './limits.ts';

let db: Pool;
beforeAll(async () => {
  db = connect(await createTestDatabase());
});
afterAll(() => db.end());

const refusal = (message: string) => ({
  status: 429,
  message,
  retryAfter: expect.toSatisfy((left) => left > 50 && left <= 60),
});
const taken = async (key: string) =>
  (await db<{ taken: number }[]>`select taken from rate_limits where key = ${key}`)[0]?.taken;

it('takes up to the maximum for a key, returns the number taken, and refuses the next', async () => {
  const limits = createLimits(db, 1);
  for (const n of [1, 2, 3]) expect(await limits.take('three', 3, 60)).toBe(n);
  await expect(limits.take('three', 3, 60)).rejects.toMatchObject(
    refusal('Too many attempts. Wait a minute and try again.'),
  );
  await expect(limits.take('three', 3, 60, 'Wait an hour.')).rejects.toMatchObject(refusal('Wait an hour.'));
  // Another process shares the count; another key has its own.
  await expect(createLimits(db, 1).take('three', 3, 60)).rejects.toMatchObject({ status: 429 });
  expect(await limits.take('other', 3, 60)).toBe(1);
});

it('starts a new window when the previous window has ended; refused tries don’t extend a window', async () => {
  const limits = createLimits(db, 1);
  await limits.take('window', 1, 60);
  // The window ends in 4.5 seconds and not in whole seconds, because the column rounds to a millisecond, which may be
  // longer than the time until the next call.
  await db`update rate_limits set window_ends = now() + interval '4.5 seconds' where key = 'window'`;
  const refused: unknown = await limits.take('window', 1, 60).catch((error: unknown) => error);
  expect(refused).toMatchObject({ status: 429, retryAfter: expect.toSatisfy((left) => left >= 1 && left <= 5) });
  const [row] =
    await db`select window_ends < now() + interval '6 seconds' as stays from rate_limits where key = 'window'`;
  expect(row?.['stays']).toBe(true);
  await db`update rate_limits set window_ends = now() - interval '1 second' where key = 'window'`;
  expect(await limits.take('window', 1, 60)).toBe(1);
  const [next] = await db`
    select window_ends between now() + interval '50 seconds' and now() + interval '61 seconds' as anew
    from rate_limits where key = 'window'`;
  expect(next?.['anew']).toBe(true);
});

it('multiplies the maximum by the factor, and counts nothing when the factor is 0', async () => {
  const [twice, off] = [createLimits(db, 2), createLimits(db, 0)];
  for (const n of [1, 2]) expect(await twice.take('factor', 1, 60)).toBe(n);
  await expect(twice.take('factor', 1, 60)).rejects.toMatchObject({ status: 429 });
  expect(await off.take('off', 0, 60)).toBe(0);
  expect(await taken('off')).toBeUndefined();
});

it('doesn’t loosen strict limits with a larger factor, but tightens them with a smaller one', async () => {
  const { strict } = createLimits(db, 100);
  for (const n of [1, 2]) expect(await strict.take('strict', 2, 60)).toBe(n);
  await expect(strict.take('strict', 2, 60)).rejects.toMatchObject({ status: 429 });
  await expect(strict.check('strict', 2)).rejects.toMatchObject({ status: 429 });
  const half = createLimits(db, 0.5).strict;
  expect(await half.take('half', 2, 60)).toBe(1);
  await expect(half.take('half', 2, 60)).rejects.toMatchObject({ status: 429 });
  expect(await createLimits(db, 0).strict.take('strict', 2, 60)).toBe(0);
});

it('counts a call by its size, at most by the maximum, and a refused call once', async () => {
  const limits = createLimits(db, 1);
  const take = (count: number) => limits.take('several', 10, 60, 'Wait.', count);
  expect(await take(4)).toBe(4);
  await expect(take(7)).rejects.toMatchObject(refusal('Wait.'));
  expect(await taken('several')).toBe(5);
  expect(await take(5)).toBe(10);
  await expect(take(1)).rejects.toMatchObject({ status: 429 });
  await db`update rate_limits set window_ends = now() - interval '1 second' where key = 'several'`;
  expect(await take(19)).toBe(10);
  await expect(take(1)).rejects.toMatchObject({ status: 429 });
});

it('check refuses when no call is left, without taking one', async () => {
  const limits = createLimits(db, 1);
  const check = () => limits.check('looked at', 2, 'Wait.');
  await check();
  for (let n = 0; n < 2; n += 1) {
    await check();
    await limits.take('looked at', 2, 60);
  }
  await expect(check()).rejects.toMatchObject(refusal('Wait.'));
  expect(await taken('looked at')).toBe(2);
  await createLimits(db, 0).check('looked at', 2);
  await createLimits(db, 2).check('looked at', 2);
  await db`update rate_limits set window_ends = now() - interval '1 second' where key = 'looked at'`;
  await check();
});

it('refunds one call or the whole count of one key', async () => {
  const limits = createLimits(db, 1);
  for (const key of ['back', 'back', 'beside']) await limits.take(key, 9, 60);
  await limits.refund('back');
  expect([await taken('back'), await taken('beside')]).toEqual([1, 1]);
  for (let n = 0; n < 2; n += 1) await limits.refund('back');
  expect(await taken('back')).toBe(0);
  await limits.take('in parts', 9, 60, 'Wait.', 4);
  await limits.take('in parts', 9, 60, 'Wait.', 3);
  await limits.refund('in parts', 9, 3);
  expect(await taken('in parts')).toBe(4);
  // Taking more than the maximum counts as the maximum.
  await limits.take('all', 9, 60, 'Wait.', 20);
  await limits.refund('all', 9, 20);
  expect(await taken('all')).toBe(0);
  await limits.reset('back');
  expect([await taken('back'), await taken('beside')]).toEqual([undefined, 1]);
});
