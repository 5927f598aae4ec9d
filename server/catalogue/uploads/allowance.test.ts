import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_PLANS, type Limits } from '@scoville/contract/accounts/plans.ts';
import { type Pool, connect, transaction } from '../../platform/db/connection.ts';
import { type Env, readEnv } from '../../platform/env.ts';
import { newId } from '../../platform/ids.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { insertPerson } from '../../testkit/people.ts';
import { findAllowance, checkCount, checkFailures, maxBytes, takeExtra, tooLarge } from './allowance.ts';

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
  /** Accepts an upload as the plan allows it; returns the source's id. */
  const upload = (userId: string) =>
    transaction(db, async (tx) => {
      const allowance = await findAllowance(tx, env, userId, { lock: true });
      checkCount(allowance);
      const sourceId = newId();
      await tx`insert into upload_ledger (source_id, user_id) values (${sourceId}, ${userId})`;
      await takeExtra(tx, allowance, userId, sourceId);
      return sourceId;
    });
  const grant = (userId: string) => db`
    insert into compensations (id, user_id, review_id, kind) values (${newId()}, ${userId}, ${newId()}, 'upload')`;
  const fail = (userId: string, attempt: number, ago: string) => db`
    insert into upload_failures (source_id, attempt, user_id, failed_at)
    values (${newId()}, ${attempt}, ${userId}, now() - ${ago}::interval)`;

  it('has the limits of its plan, and counts only its own accepted and failed uploads', async () => {
    await accept(spicy);
    await fail(spicy, 1, '1 hour');
    expect(await findAllowance(db, env, spicy)).toEqual({ limits: limitsOf('spicy'), used: 1, extra: 0, failed: 1 });
    expect(await findAllowance(db, env, mild)).toEqual({ limits: limitsOf('mild'), used: 0, extra: 0, failed: 0 });
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

  it('has granted uploads on top of the plan, which are taken beyond its limit and come back if the file fails', async () => {
    const state = async () => {
      const { used, extra } = await findAllowance(db, env, mild);
      return { used, extra };
    };
    const refund = (sourceId: string) => db`update upload_ledger set refunded_at = now() where source_id = ${sourceId}`;
    await grant(mild);
    await upload(mild);
    expect(await state()).toEqual({ used: 1, extra: 1 });
    const granted = await upload(mild);
    expect(await state()).toEqual({ used: 1, extra: 0 });
    await expect(upload(mild)).rejects.toThrow('trial limit reached');
    await refund(granted);
    expect(await state()).toEqual({ used: 1, extra: 1 });
    // The failed file is tried again, while there is another grant as well.
    await grant(mild);
    await transaction(db, async (tx) => {
      const allowance = await findAllowance(tx, env, mild, { lock: true });
      await takeExtra(tx, allowance, mild, granted);
      await tx`update upload_ledger set refunded_at = null where source_id = ${granted}`;
    });
    expect(await state()).toEqual({ used: 1, extra: 1 });
    // A replaced file takes its grant along.
    await db`update upload_ledger set source_id = ${newId()} where source_id = ${granted}`;
    expect(await state()).toEqual({ used: 1, extra: 1 });
    await upload(mild);
    await expect(upload(mild)).rejects.toThrow('trial limit reached');
  });

  it('takes a granted upload once for two simultaneous files', async () => {
    await accept(mild);
    await grant(mild);
    const ended = await Promise.allSettled([upload(mild), upload(mild)]);
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
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
  const left = { limits: limitsOf('spicy'), used: 4, extra: 0, failed: 14 };

  it('accept the last upload and refuse the next one with the plan’s sentence', () => {
    expect(() => checkCount(left)).not.toThrow();
    expect(() => checkCount({ ...left, used: 5 })).toThrow(
      expect.objectContaining({ status: 403, message: 'monthly limit reached' }),
    );
    expect(() => checkCount({ ...left, used: 5, extra: 1 })).not.toThrow();
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
