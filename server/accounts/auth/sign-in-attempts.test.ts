import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Pool, connect } from '../../platform/db/connection.ts';
import { type Env, readEnv } from '../../platform/env.ts';
import { UNKNOWN } from '../../platform/http/caller.ts';
import { type Limits, createLimits } from '../../platform/http/limits.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { countSignInAttempt, pauseFor } from './sign-in-attempts.ts';

let db: Pool;
let env: Env;
let limits: Limits;
beforeAll(async () => {
  const url = await createTestDatabase();
  env = readEnv({ NODE_ENV: 'test', DATABASE_URL: url }, 'no file');
  db = connect(url);
  limits = createLimits(db, 1);
});
beforeEach(() => db`delete from rate_limits`);
afterAll(() => db.end());

const attempt = (network: string, email = 'owner@example.org') => countSignInAttempt({ limits, env }, network, email);
const TRY_LATER = { status: 429, message: 'Too many attempts. Wait 15 minutes and try again.' };
const TRY_LATER_NETWORK = { status: 429, message: 'Too many attempts from your network. Wait an hour and try again.' };
const times = async (many: number, work: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < many; n += 1) await work(n);
};

it('allows ten attempts from one network at one account, regardless of the email’s case', async () => {
  await times(10, (n) => attempt('a', n % 2 === 0 ? 'owner@example.org' : 'OWNER@example.org'));
  await expect(attempt('a')).rejects.toMatchObject(TRY_LATER);
  await attempt('a', 'other@example.org');
  await attempt('b');
});

it('F12 allows sixty attempts from one network at all accounts', async () => {
  await times(60, (n) => attempt('a', `account${n}@example.org`));
  await expect(attempt('a', 'one-more@example.org')).rejects.toMatchObject(TRY_LATER_NETWORK);
  await attempt('b', 'one-more@example.org');
});

it('doesn’t count callers of unknown origin as one network, but delays attempts at one account', async () => {
  await times(10, (n) => attempt(UNKNOWN, `account${n % 2}@example.org`));
  await times(60, (n) => attempt(UNKNOWN, `other${n}@example.org`));
  await times(51, () => attempt(UNKNOWN));
  const began = performance.now();
  await attempt(UNKNOWN);
  expect(performance.now() - began).toBeGreaterThan(pauseFor(2) - 5);
});

it('F12 delays each attempt beyond fifty from all networks at one account, and allows two per network', async () => {
  await times(50, (n) => attempt(`network ${n}`));
  const began = performance.now();
  await times(2, () => attempt('late'));
  // A timer may be late on a busy machine, never early.
  expect(performance.now() - began).toBeGreaterThan(pauseFor(1) + pauseFor(2) - 5);
  await expect(attempt('late')).rejects.toMatchObject(TRY_LATER);
  await attempt('late', 'other@example.org');
});

it('F12 allows ten attempts per network while there are at most fifty from all networks', async () => {
  await times(40, (n) => attempt(`network ${n}`));
  await times(10, () => attempt('late'));
  expect(await db`select taken from rate_limits where key = 'login to owner@example.org'`).toEqual([{ taken: 50 }]);
});

it('doesn’t count a successful attempt, and deletes the network’s count of attempts at that account', async () => {
  await times(3, () => attempt('a'));
  await attempt('b');
  const right = await attempt('a');
  await right.succeeded();
  const rows = await db<{ key: string; taken: number }[]>`select key, taken from rate_limits order by key`;
  expect(rows.map(({ key, taken }) => [key, taken])).toEqual([
    ['login b owner@example.org', 1],
    ['login from a', 3],
    ['login from b', 1],
    ['login to owner@example.org', 4],
  ]);
});

it('uses a window of 15 minutes per network and account, and of an hour for either alone', async () => {
  await attempt('a');
  const rows = await db<{ key: string; minutes: number }[]>`
    select key, round(extract(epoch from window_ends - now()) / 60)::int as minutes from rate_limits order by key`;
  expect(rows.map(({ key, minutes }) => [key, minutes])).toEqual([
    ['login a owner@example.org', 15],
    ['login from a', 60],
    ['login to owner@example.org', 60],
  ]);
});

it('halves an account’s limit for all networks at a rate limit factor of 0.5', async () => {
  const half = (network: string) =>
    countSignInAttempt(
      { limits: createLimits(db, 0.5), env: { ...env, RATE_LIMIT_FACTOR: 0.5 } },
      network,
      'owner@example.org',
    );
  await times(25, (n) => half(`network ${n}`));
  await half('late');
  await expect(half('late')).rejects.toMatchObject(TRY_LATER);
});

it('keeps the limit per network when RATE_LIMIT_FACTOR is above 1', async () => {
  const wide = () =>
    countSignInAttempt(
      { limits: createLimits(db, 100), env: { ...env, RATE_LIMIT_FACTOR: 100 } },
      'a',
      'owner@example.org',
    );
  await times(10, wide);
  await expect(wide()).rejects.toMatchObject(TRY_LATER);
});

it('delays each attempt beyond the account’s limit longer than the one before, up to five seconds', () => {
  expect([-3, 0, 1, 2, 49, 50, 51, 10_000].map(pauseFor)).toEqual([0, 0, 100, 200, 4900, 5000, 5000, 5000]);
});
