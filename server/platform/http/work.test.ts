import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { UNKNOWN } from './caller.ts';
import { HttpError } from './errors.ts';
import { type Order, createWork } from './work.ts';

/** A read of a network's visitor, or of the account. */
const order = (network: string, account: string | null = null, isRead = true): Order => ({
  payer: { network, account },
  kind: 'GET /api/list',
  isVisitor: account === null,
  isRead,
});

/** A machine whose clock and CPU time are set by the test (milliseconds). */
function machine(factor = 1) {
  const now = { clock: 0, cpu: 0 };
  const work = createWork(factor, { clock: () => now.clock, cpu: () => now.cpu });
  const make = (one: Order, milliseconds: number) =>
    work.make(one, async () => {
      await turn();
      now.cpu += milliseconds;
      return milliseconds;
    });
  const use = (network: string, milliseconds: number) => make(order(network), milliseconds);
  return { now, work, make, use };
}

const refusalOf = async (made: Promise<unknown>): Promise<HttpError> => {
  const error = await made.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof HttpError)) throw new Error(`There was no refusal: ${String(error)}`);
  return error;
};

describe('the work for one caller', () => {
  it('is limited to six seconds at once, then refused with 429; other callers are unaffected', async () => {
    const { use } = machine();
    for (let n = 0; n < 6; n += 1) expect(await use('10.0.0.1', 1000)).toBe(1000);
    const { status, retryAfter, message } = await refusalOf(use('10.0.0.1', 1));
    expect([status, retryAfter]).toEqual([429, 1]);
    expect(message).toBe(
      'Your network has asked for more than this server can work on for it. Wait a moment and try again.',
    );
    expect(await use('10.0.0.2', 1000)).toBe(1000);
  });

  it('is a tenth of a second per second in the long run, even if single answers take longer', async () => {
    const { now, use } = machine();
    let [worked, refused] = [0, 0];
    for (; now.clock < 3_600_000; now.clock += 250)
      await use('10.0.0.1', 1000).then(
        (milliseconds) => (worked += milliseconds),
        () => (refused += 1),
      );
    expect(refused).toBeGreaterThan(10_000);
    // A tenth of a second of work in each second of an hour, plus the saved work of the first minute.
    expect(worked).toBeGreaterThan(360_000);
    expect(worked).toBeLessThan(360_000 + 8000);
  });

  it('is refused until the debt is paid, and the refusal gives that time', async () => {
    const { now, use } = machine();
    await use('10.0.0.1', 16_000);
    expect((await refusalOf(use('10.0.0.1', 1))).retryAfter).toBe(100);
    now.clock += 99_000;
    expect((await refusalOf(use('10.0.0.1', 1))).retryAfter).toBe(1);
    now.clock += 1100;
    expect(await use('10.0.0.1', 1)).toBe(1);
  });

  it('is counted once, shared by all answers in progress', async () => {
    const { now, work, use } = machine();
    let finish = () => {};
    const slow = work.make(order('10.0.0.1'), () => new Promise<void>((resolve) => (finish = resolve)));
    // The slow answer pays for half of these.
    for (let n = 0; n < 11; n += 1) await use('10.0.0.2', 1000);
    expect(await use('10.0.0.2', 2000)).toBe(2000);
    expect((await refusalOf(use('10.0.0.2', 1))).status).toBe(429);
    finish();
    await slow;
    expect((await refusalOf(use('10.0.0.1', 1))).status).toBe(429);
    expect(now.cpu).toBe(13_000);
  });

  it('includes the work of failed answers', async () => {
    const { now, work, use } = machine();
    const fail = async () => {
      now.cpu += 7000;
      throw new Error('away');
    };
    await expect(work.make(order('10.0.0.1'), fail)).rejects.toThrow('away');
    expect((await refusalOf(use('10.0.0.1', 1))).status).toBe(429);
  });

  it('is limited by RATE_LIMIT_FACTOR times as much, and unlimited if the factor is 0', async () => {
    const twice = machine(2);
    for (let n = 0; n < 12; n += 1) await twice.use('10.0.0.1', 1000);
    expect((await refusalOf(twice.use('10.0.0.1', 1))).status).toBe(429);
    const endless = machine(0);
    for (let n = 0; n < 100; n += 1) expect(await endless.use('10.0.0.1', 1000)).toBe(1000);
  });
});

describe('a user of a shared network', () => {
  const SCHOOL = '10.0.0.1';

  it('has a budget of their own as a member, even if visitors or other members have used up theirs', async () => {
    const { make, use } = machine();
    await use(SCHOOL, 20_000);
    expect((await refusalOf(use(SCHOOL, 1))).status).toBe(429);
    expect(await make(order(SCHOOL, 'ann'), 7000)).toBe(7000);
    const { status, message } = await refusalOf(make(order(SCHOOL, 'ann'), 1));
    expect([status, message]).toEqual([
      429,
      'You have asked for more than this server can work on for you. Wait a moment and try again.',
    ]);
    expect((await refusalOf(make(order('10.0.0.9', 'ann'), 1))).status).toBe(429);
    expect(await make(order(SCHOOL, 'ben'), 1000)).toBe(1000);
  });

  it('can be one of fifty members who each open a profile every three seconds for an hour', async () => {
    const { now, make } = machine();
    for (; now.clock < 3_600_000; now.clock += 3000)
      for (let n = 0; n < 50; n += 1) await make(order(SCHOOL, `member ${n}`), 29);
    expect(now.cpu).toBe(1200 * 50 * 29);
  });

  it('shares ten times the budget of a single member with all other members, for reading', async () => {
    const { make, use } = machine();
    for (let n = 0; n < 60; n += 1) await make(order(SCHOOL, `member ${n}`), 1000);
    const { status, message } = await refusalOf(make(order(SCHOOL, 'another'), 1));
    expect([status, message]).toEqual([
      429,
      'Your network has asked for more than this server can work on for it. Wait a moment and try again.',
    ]);
    expect(await use(SCHOOL, 1)).toBe(1);
    expect(await make(order('10.0.0.2', 'another'), 1)).toBe(1);
  });

  it('can sign in and save, even if other users have used up the budget for reading', async () => {
    const { make, use } = machine();
    await use(SCHOOL, 20_000);
    for (let n = 0; n < 30; n += 1) await make(order(SCHOOL, `member ${n}`), 2000);
    expect((await refusalOf(make(order(SCHOOL, 'another'), 1))).status).toBe(429);
    expect(await make(order(SCHOOL, null, false), 1)).toBe(1);
    expect(await make(order(SCHOOL, 'another', false), 7000)).toBe(7000);
    expect((await refusalOf(make(order(SCHOOL, 'another', false), 1))).status).toBe(429);
  });

  it('shares no budget if the network is unknown', async () => {
    const { make, use } = machine();
    for (let n = 0; n < 100; n += 1) expect(await use(UNKNOWN, 1000)).toBe(1000);
    for (let n = 0; n < 100; n += 1) expect(await make(order(UNKNOWN, `member ${n}`), 1000)).toBe(1000);
    await make(order(UNKNOWN, 'ann'), 7000);
    expect((await refusalOf(make(order(UNKNOWN, 'ann'), 1))).status).toBe(429);
  });
});
