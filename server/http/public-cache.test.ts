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

test('what is there is not asked for again, what is missing is, and names are apart', async () => {
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

test('everything is read again once something that visitors are shown has changed', async () => {
  let version = 1;
  const cache = createPublicCache(async () => String(version));
  const { load } = loads();
  await cache.many('a', ['x'], load);
  version = 2;
  expect((await cache.many('a', ['x'], load)).get('x')).toBe('x 2');
});

test('what was on its way during a change is given to who waited for it, and not kept', async () => {
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

test('nothing is kept beyond its time: addresses in it expire', async () => {
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

test('a value that need not be current is read once a second, by one of many, and again at once after it failed', async () => {
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

test('whoever has asked for the version is not asked for it again', async () => {
  const cache = createPublicCache(async () => expect.fail('asked'));
  const { asked, load } = loads();
  expect((await cache.many('a', ['x'], load, '1')).get('x')).toBe('x 1');
  expect((await cache.many('a', ['x'], load, '1')).get('x')).toBe('x 1');
  expect((await cache.many('a', ['x'], load, '2')).get('x')).toBe('x 2');
  expect(asked).toHaveLength(2);
});

describe('a value that need not be current', () => {
  const as = <T>(kind: string, isVisitor: boolean, ask: () => Promise<T>) => readAs({ kind, isVisitor, spent: 0 }, ask);

  test('is not waited for by answers of another kind, nor by members where a visitor’s statement loads it', async () => {
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

  test('is loaded a second time, once, for the callers that waited for a load without a turn', async () => {
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

  test('is not replaced by one whose load began earlier', async () => {
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
