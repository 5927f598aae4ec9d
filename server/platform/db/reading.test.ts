import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testkit/database.ts';
import { until } from '../../testkit/until.ts';
import { type Pool, connect } from './connection.ts';
import { type Reading, StatementWaited, poolInTurns, readAs } from './reading.ts';

describe('statements of answers', () => {
  let main: Pool;
  let visitors: Pool;
  let db: Pool;
  let url: string;
  beforeAll(async () => {
    url = await createTestDatabase();
    main = connect(url, { name: 'members' });
    visitors = connect(url, { name: 'visitors', statementTimeout: 300 });
    db = poolInTurns(main, visitors, { longestWait: 200 });
  });
  afterAll(() => Promise.all([main.end(), visitors.end()]));

  const reading = (kind = 'GET /api/list', isVisitor = false): Reading => ({ kind, isVisitor, spent: 0 });
  const name = () => db<{ name: string }[]>`select current_setting('application_name') as name`;
  const [held, waiting] = [424_242, 0];
  /** Statements that wait for a lock, which the test holds. */
  const stuck = (kind: string, count: number) =>
    Array.from({ length: count }, () =>
      readAs(reading(kind), async () => db`select pg_advisory_xact_lock(${held}, ${waiting})`),
    );
  const stuckNow = async () =>
    (
      await main<{ n: number }[]>`
      select count(*)::int as n from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
    )[0]?.n;

  it('use the visitors’ pool only for visitors, and the main pool outside of readings', async () => {
    expect(await readAs(reading('a', true), async () => name())).toEqual([{ name: 'visitors' }]);
    expect(await readAs(reading('a'), async () => name())).toEqual([{ name: 'members' }]);
    expect(await name()).toEqual([{ name: 'members' }]);
    expect(
      await readAs(reading('a', true), async () => db.unsafe(`select current_setting('application_name') as name`)),
    ).toEqual([{ name: 'visitors' }]);
    expect(
      await readAs(reading('a', true), async () =>
        db.begin((tx) => tx`select current_setting('application_name') as name`),
      ),
    ).toEqual([{ name: 'members' }]);
  });

  it('may contain fragments, lists and rows, which aren’t statements', async () => {
    const part = () => db`where n = any(${db.array([1, 2, 3])})`;
    const rows = readAs(reading(), async () => db`select n from (values ${db([[2], [7]])}) t(n) ${part()}`);
    expect(await rows).toEqual([{ n: '2' }]);
  });

  it('add their time to their answer', async () => {
    const mine = reading();
    await readAs(mine, async () => Promise.all([db`select pg_sleep(0.1)`, db`select pg_sleep(0.1)`]));
    expect(mine.spent).toBeGreaterThan(190);
  });

  it('don’t add the time in which their connection runs another statement', async () => {
    const single = connect(url, { max: 1 });
    const few = poolInTurns(single, visitors);
    try {
      const [slow, quick] = [reading('a'), reading('b')];
      await single`select 1`;
      const began = performance.now();
      await Promise.all([
        readAs(slow, async () => few`select pg_sleep(0.5)`),
        readAs(quick, async () => few`select 1 as one`),
      ]);
      expect(slow.spent).toBeGreaterThan(490);
      expect(quick.spent).toBeGreaterThan(0);
      expect(slow.spent + quick.spent).toBeLessThan(performance.now() - began + 250);
    } finally {
      await single.end();
    }
  });

  it('use at most three connections per endpoint, and fail after a long wait; other endpoints continue', async () => {
    const key = await main.reserve();
    await key`select pg_advisory_lock(${held}, ${waiting})`;
    const all = Promise.allSettled(stuck('GET /api/slow', 12));
    try {
      await until(async () => expect(await stuckNow()).toBeGreaterThanOrEqual(3));
      expect(await readAs(reading('GET /api/other'), async () => db`select 1 as one`)).toEqual([{ one: 1 }]);
      await expect(readAs(reading('GET /api/slow'), async () => db`select 1`)).rejects.toThrow(StatementWaited);
      expect(await stuckNow()).toBe(3);
    } finally {
      await key`select pg_advisory_unlock(${held}, ${waiting})`;
      key.release();
    }
    const ends = (await all).map(({ status }) => status);
    expect(ends.filter((status) => status === 'fulfilled')).toHaveLength(3);
    expect(await readAs(reading('GET /api/slow'), async () => db`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  it('get their turns one after the other, even after failures', async () => {
    const failing = Array.from({ length: 6 }, () => readAs(reading('b'), async () => db`select 1 / 0`));
    for (const end of await Promise.allSettled(failing)) expect(end.status).toBe('rejected');
    const fine = Array.from({ length: 6 }, () => readAs(reading('b'), async () => db`select 1 as one`));
    expect(await Promise.all(fine)).toEqual(Array.from({ length: 6 }, () => [{ one: 1 }]));
  });

  it('are ended by the database after the time limit if a visitor makes the request', async () => {
    await expect(readAs(reading('c', true), async () => db`select pg_sleep(5)`)).rejects.toMatchObject({
      code: '57014',
    });
    expect(await readAs(reading('c'), async () => db`select pg_sleep(0.5)`)).toHaveLength(1);
  });
});
