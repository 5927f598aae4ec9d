import { expect, test, vi } from 'vitest';
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
