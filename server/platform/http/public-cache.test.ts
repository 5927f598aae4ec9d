import { describe, expect, test, vi } from 'vitest';
import { StatementWaited, readAs } from '../db/reading.ts';
import { createPublicCache } from './public-cache.ts';

const loads = () => {
  const asked: string[][] = [];
  let times = 0;
  const load = async (missing: string[]) => {
    asked.push(missing);
    times += 1;
    return new Map(missing.filter((key) => key !== 'nobody').map((key) => [key, `${key} ${times}`]));
  };
  return { asked, load };
};

test('loads only missing keys, and keeps the values of each name separately', async () => {
  const cache = createPublicCache(async () => '1');
  const { asked, load } = loads();
  expect([...(await cache.many('a', ['x', 'y'], load))]).toEqual([
    ['x', 'x 1'],
    ['y', 'y 1'],
  ]);
  expect([...(await cache.many('a', ['y', 'z', 'nobody'], load)).values()]).toEqual(['y 1', 'z 2']);
  expect([...(await cache.many('b', ['y'], load)).values()]).toEqual(['y 3']);
  expect(asked).toEqual([['x', 'y'], ['z', 'nobody'], ['y']]);
});

test('reloads everything after a change of public data', async () => {
  let version = 1;
  const cache = createPublicCache(async () => String(version));
  const { load } = loads();
  await cache.many('a', ['x'], load);
  version = 2;
  expect((await cache.many('a', ['x'], load)).get('x')).toBe('x 2');
});

test('returns values that were loading during a change to their caller, but doesn’t keep them', async () => {
  let version = 1;
  const cache = createPublicCache(async () => String(version));
  const { load } = loads();
  const slow = await cache.many('a', ['x'], async () => {
    version = 2;
    await cache.many('a', ['y'], load);
    return new Map([['x', 'of before']]);
  });
  expect(slow.get('x')).toBe('of before');
  expect((await cache.many('a', ['x'], load)).get('x')).toBe('x 2');
});

test('keeps no value for longer than the limit, because addresses in it expire', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cache = createPublicCache(async () => '1', { longest: 1000 });
    const { load } = loads();
    await cache.many('a', ['x'], load);
    vi.advanceTimersByTime(1000);
    expect((await cache.many('a', ['x'], load)).get('x')).toBe('x 1');
    vi.advanceTimersByTime(1);
    expect((await cache.many('a', ['x'], load)).get('x')).toBe('x 2');
  } finally {
    vi.useRealTimers();
  }
});

test('loads a value that may be stale once a second for all callers, and again at once after a failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const cache = createPublicCache(async () => '1');
    let read = 0;
    const ask = () =>
      cache.lately('count', async () => {
        read += 1;
        if (read === 1) throw new Error('away');
        return read;
      });
    const first = ask();
    await expect(Promise.all([first, ask()])).rejects.toThrow('away');
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2]);
    vi.advanceTimersByTime(999);
    expect(await ask()).toBe(2);
    vi.advanceTimersByTime(1);
    expect([await ask(), await ask()]).toEqual([3, 3]);
  } finally {
    vi.useRealTimers();
  }
});

test('doesn’t read the version if the caller passes it', async () => {
  const cache = createPublicCache(async () => expect.fail('asked'));
  const { asked, load } = loads();
  expect((await cache.many('a', ['x'], load, '1')).get('x')).toBe('x 1');
  expect((await cache.many('a', ['x'], load, '1')).get('x')).toBe('x 1');
  expect((await cache.many('a', ['x'], load, '2')).get('x')).toBe('x 2');
  expect(asked).toHaveLength(2);
});

describe('a value that may be stale', () => {
  const as = <T>(kind: string, isVisitor: boolean, ask: () => Promise<T>) => readAs({ kind, isVisitor, spent: 0 }, ask);

  test('doesn’t make answers of another kind wait, nor members for a visitor’s statement', async () => {
    const cache = createPublicCache(async () => '1');
    const load = Promise.withResolvers<string>();
    const stuck = as('GET /api/slow', true, () => cache.lately('count', () => load.promise));
    const other = as('GET /api/other', true, () => cache.lately('count', async () => 'of another kind'));
    const member = as('GET /api/slow', false, () => cache.lately('count', async () => 'of a member'));
    load.reject(new StatementWaited('Others held all connections.'));
    await expect(stuck).rejects.toThrow(StatementWaited);
    expect(await Promise.allSettled([other, member])).toEqual([
      { status: 'fulfilled', value: 'of another kind' },
      { status: 'fulfilled', value: 'of a member' },
    ]);
  });

  test('is loaded a second time, but only once, for callers that waited for a load without a turn', async () => {
    const cache = createPublicCache(async () => '1');
    let loads = 0;
    let failures = 1;
    const ask = () =>
      as('GET /api/slow', true, () =>
        cache.lately('count', async () => {
          loads += 1;
          const fails = loads <= failures;
          await Promise.resolve();
          if (fails) throw new StatementWaited('Others held all connections.');
          return loads;
        }),
      );
    const three = () => Promise.allSettled([ask(), ask(), ask()]);
    expect((await three()).map((end) => (end.status === 'fulfilled' ? end.value : end.status))).toEqual([
      'rejected',
      2,
      2,
    ]);
    [loads, failures] = [0, Infinity];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2000 });
    try {
      expect((await three()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      expect(loads).toBe(2);
    } finally {
      vi.useRealTimers();
    }
  });

  test('isn’t replaced by one whose load began earlier', async () => {
    const cache = createPublicCache(async () => '1');
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const early = Promise.withResolvers<string>();
      const slow = as('GET /api/slow', true, () => cache.lately('count', () => early.promise));
      vi.advanceTimersByTime(500);
      void as('GET /api/other', true, () => cache.lately('count', async () => 'later'));
      early.resolve('earlier');
      expect(await slow).toBe('earlier');
      expect(await cache.lately('count', async () => 'newest')).toBe('later');
    } finally {
      vi.useRealTimers();
    }
  });
});
