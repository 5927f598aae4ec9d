import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type Limits } from '@scoville/contract/accounts/plans.ts';
import { type Pool, connect, transaction } from '../../platform/db/connection.ts';
import { type Env, readEnv } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import { findAllowance, checkCount, checkFailures, maxBytes, tooLarge } from './allowance.ts';

let db: Pool;
let env: Env;
beforeAll(async () => {
  const url = await createTestDatabase();
  env = readEnv({ NODE_ENV: 'test', DATABASE_URL: url, DEFAULT_PLAN: 'mild' }, 'no file');
  db = connect(url);
});
afterAll(() => db.end());

const limitsOf = (type: string): Limits => DEFAULT_PLANS.find((plan) => plan.type === type)!.limits;

describe('the allowance of an account', () => {
  let spicy: string;
  let mild: string;
  beforeEach(async () => {
    spicy = await insertPerson(db, { plan: 'spicy' });
    mild = await insertPerson(db);
  });
  /** Adds an accepted upload. */
  const accept = (userId: string, more: { at?: string; refunded?: boolean } = {}) => db`
    insert into upload_ledger (source_id, user_id, created_at, refunded_at)
    values (${newId()}, ${userId}, coalesce(${more.at ?? null}::timestamptz, now()), ${more.refunded ? new Date() : null})`;
  const fail = (userId: string, attempt: number, ago: string) => db`
    insert into upload_failures (source_id, attempt, user_id, failed_at)
    values (${newId()}, ${attempt}, ${userId}, now() - ${ago}::interval)`;

  it('has the limits of its plan, and counts only its own accepted and failed uploads', async () => {
    await accept(spicy);
    await fail(spicy, 1, '1 hour');
    expect(await findAllowance(db, env, spicy)).toEqual({ limits: limitsOf('spicy'), used: 1, failed: 1 });
    expect(await findAllowance(db, env, mild)).toEqual({ limits: limitsOf('mild'), used: 0, failed: 0 });
  });

  it('counts this month’s uploads in a monthly plan, otherwise all uploads, but no refunded uploads', async () => {
    const [month] = await db<{ begins: string; before: string }[]>`
      select date_trunc('month', now())::text as begins, (date_trunc('month', now()) - interval '1 second')::text as before`;
    for (const one of [spicy, mild]) {
      for (const at of [month?.begins, month?.before]) await accept(one, { at: at ?? '' });
      await accept(one, { refunded: true });
    }
    expect((await findAllowance(db, env, spicy)).used).toBe(1);
    expect((await findAllowance(db, env, mild)).used).toBe(2);
  });

  it('F8 counts the failures of 24 hours', async () => {
    for (const ago of ['23 hours 59 minutes', '24 hours 1 minute', '0 hours']) await fail(mild, 1, ago);
    expect((await findAllowance(db, env, mild)).failed).toBe(2);
  });

  it('rejects a deleted or unknown account with 401', async () => {
    await db`update users set deleted_at = now() where id = ${mild}`;
    for (const id of [mild, newId()])
      await expect(findAllowance(db, env, id)).rejects.toMatchObject({ status: 401, message: 'Please sign in.' });
  });

  it('locks the account against a simultaneous upload only when `lock` is set', async () => {
    const isFree = () =>
      transaction(db, (tx) => tx`select 1 from users where id = ${mild} for no key update nowait`).then(
        () => true,
        () => false,
      );
    await transaction(db, async (tx) => {
      await findAllowance(tx, env, mild);
      expect(await isFree()).toBe(true);
      await findAllowance(tx, env, mild, { lock: true });
      expect(await isFree()).toBe(false);
    });
    expect(await isFree()).toBe(true);
  });
});

describe('the limits of a plan', () => {
  const left = { limits: limitsOf('spicy'), used: 4, failed: 14 };

  it('accept the last upload and refuse the next one with the plan’s sentence', () => {
    expect(() => checkCount(left)).not.toThrow();
    expect(() => checkCount({ ...left, used: 5 })).toThrow(
      expect.objectContaining({ status: 403, message: 'monthly limit reached' }),
    );
    expect(() => checkCount({ ...left, limits: limitsOf('mild'), used: 1 })).toThrow(
      expect.objectContaining({ status: 403, message: 'trial limit reached' }),
    );
    expect(() => checkCount({ ...left, limits: limitsOf('ghost-pepper'), used: 1_000_000 })).not.toThrow();
  });

  it('F8 make an account wait after too many failed files', () => {
    expect(() => checkFailures(left)).not.toThrow();
    expect(() => checkFailures({ ...left, failed: 15 })).toThrow(
      expect.objectContaining({
        status: 429,
        message: '15 files could not be processed within 24 hours. Try again tomorrow.',
      }),
    );
  });

  it('give the size of the largest file; the error for a larger one names the field', () => {
    expect(maxBytes(limitsOf('mild'))).toBe(52_428_800);
    const message = 'File is too large. File size must not be greater than 50 MB.';
    expect(tooLarge(50)).toMatchObject({
      status: 413,
      message,
      errors: [{ field: 'file', code: 'too_large', message }],
    });
    expect(tooLarge(50, 'image')).toMatchObject({ errors: [{ field: 'image', code: 'too_large', message }] });
  });
});
