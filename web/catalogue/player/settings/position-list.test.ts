import { MAX_PLACES } from '@scoville/contract/catalogue/player/player.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type Position,
  type Positions,
  assignToAccount,
  changePositions,
  markSent,
  recordPosition,
  loadPositions,
  withPosition,
} from './position-list.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const place = (more: Partial<Position> = {}): Position => ({ id: 'a', at: 100, on: 1, of: null, sent: false, ...more });
const places = (of: fc.Arbitrary<string | null>) =>
  fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      at: fc.nat(600),
      on: fc.nat(1000),
      of,
      sent: fc.boolean(),
    }),
    { selector: ({ on }) => on, maxLength: 12 },
  );
const all = (list: Positions): Positions => list.reduce<Positions>((sum, one) => withPosition(sum, one), []);
/** The position of each media item that this listener sees. */
const seen = (list: Positions, of: string | null) =>
  new Map(list.filter((one) => one.of === of && one.at > 0).map(({ id, at }) => [id, at]));

describe('positions in long media', () => {
  const reached = fc.record({ id: fc.constantFrom('a', 'b', 'c'), at: fc.integer({ min: 0, max: 700 }) });

  it('contain the latest position of each media item, and none near its beginning or end', () => {
    fc.assert(
      fc.property(fc.array(reached, { maxLength: 30 }), (steps) => {
        let list: Positions = [];
        const expected = new Map<string, number>();
        for (const [on, { id, at }] of steps.entries()) {
          list = recordPosition(list, { id, at, duration: 700, on, of: null });
          if (at < 15 || at > 685) expected.delete(id);
          else expected.set(id, at);
        }
        expect(seen(list, null)).toEqual(expected);
        expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
      }),
    );
  });

  it('are the same in whatever order they arrive', () => {
    const shuffled = places(fc.constantFrom(null, 'me', 'other')).chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(all(one)).toEqual(all(other));
      }),
    );
  });

  it('move from a visitor to the account that signs in, the later of two per item; other accounts keep theirs', () => {
    fc.assert(
      fc.property(places(fc.constantFrom(null, 'me', 'other')), (list) => {
        const after = assignToAccount(all(list), 'me');
        expect(after.some(({ of }) => of === null)).toBe(false);
        expect(seen(after, 'other')).toEqual(seen(all(list), 'other'));
        const mine = list.filter(({ of }) => of !== 'other').map((one) => ({ ...one, of: 'me' }));
        expect(seen(after, 'me')).toEqual(seen(all(mine), 'me'));
      }),
    );
  });

  it('belong to one listener, so that no listener resumes where another one left off', () => {
    const list = all([place({ of: 'me', at: 100 }), place({ of: null, at: 200, on: 2 })]);
    expect([seen(list, 'me').get('a'), seen(list, null).get('a')]).toEqual([100, 200]);
  });

  it('drop the oldest when there are too many', () => {
    let list: Positions = [];
    for (let on = 0; on <= MAX_PLACES; on += 1) list = withPosition(list, place({ id: `media ${on}`, on }));
    expect(list).toHaveLength(MAX_PLACES);
    expect(list[0]?.id).toBe(`media ${MAX_PLACES}`);
    expect(list.some(({ id }) => id === 'media 0')).toBe(false);
  });

  it('are not saved without a known duration, nor at the beginning if none was saved before; the end saves 0', () => {
    expect(recordPosition([], { id: 'a', at: 100, duration: NaN, on: 1, of: null })).toEqual([]);
    // A position near the beginning is not saved, because a play that could not load the account's position would reset
    // that.
    expect(recordPosition([], { id: 'a', at: 2, duration: 700, on: 1, of: 'me' })).toEqual([]);
    const over = recordPosition([], { id: 'a', at: 690, duration: 700, on: 1, of: 'me' });
    expect(over).toMatchObject([{ at: 0, sent: false }]);
  });

  it('are replaced by newer positions even if they were saved while the clock was ahead', () => {
    const kept = new Map<string, string>();
    const localStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    };
    vi.stubGlobal('window', { localStorage });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T13:00:00Z') });
    const id = '0a1b2c3d-0000-7000-8000-000000000001';
    const reach = (at: number) =>
      changePositions((list) => recordPosition(list, { id, at, duration: 700, on: Date.now(), of: null }));
    reach(300);
    vi.setSystemTime('2026-11-26T12:00:00Z');
    reach(200);
    expect(loadPositions()).toMatchObject([{ id, at: 200, on: Date.now() }]);
  });

  const whole = { id: '0a1b2c3d-0000-7000-8000-000000000001', at: 30, on: 1, of: null, sent: false };
  it.each([
    ['text that is not JSON', '{'],
    ['an object instead of a list', JSON.stringify(whole)],
    ['null instead of an entry', JSON.stringify([whole, null])],
    ['an invalid id', JSON.stringify([{ ...whole, id: 'a' }])],
    ['a negative position', JSON.stringify([{ ...whole, at: -1 }])],
    ['an infinite position', JSON.stringify([whole]).replace('30', '1e999')],
    ['an infinite time', JSON.stringify([whole]).replace('"on":1', '"on":-1e999')],
    ['no time', JSON.stringify([{ ...whole, on: null }])],
    ['an invalid account', JSON.stringify([{ ...whole, of: 7 }])],
    ['no account', JSON.stringify([{ ...whole, of: undefined }])],
    ['an invalid mark', JSON.stringify([{ ...whole, sent: 1 }])],
  ])('are not read from damaged content: %s', (_, text) => {
    const read = (content: string) => {
      vi.stubGlobal('window', { localStorage: { getItem: () => content } });
      return loadPositions();
    };
    expect(read(JSON.stringify([whole, { ...whole, of: 'me' }]))).toHaveLength(2);
    expect(read(text)).toEqual([]);
  });

  it('are sent until the server has them, and again if they changed in the meantime', () => {
    const [one, other] = [place({ of: 'me' }), place({ id: 'b', of: 'me' })];
    const later = { ...other, at: 120, on: 5 };
    expect(markSent([later, one], [one, other])).toEqual([later, { ...one, sent: true }]);
  });
});
