import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Newcomer, chooseNewcomers, newcomersWanted, seededRandom } from './first-listens.ts';

const pool = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    musicianId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    shown: fc.integer({ min: 0, max: 300 }),
    heard: fc.integer({ min: 0, max: 300 }),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
);
const seeds = fc.integer({ min: 1, max: 2_147_483_647 });

describe('newcomers', () => {
  it('are at most one of each musician, those below the floor first, and the same for a seed', () => {
    fc.assert(
      fc.property(pool, seeds, fc.integer({ min: 0, max: 12 }), (all, seed, most) => {
        const options = { floor: 100, most, seed };
        const chosen = chooseNewcomers(all, options);
        expect(chooseNewcomers(all, options)).toEqual(chosen);
        const musicians = chosen.map(({ musicianId }) => musicianId);
        expect(new Set(musicians).size).toBe(musicians.length);
        expect(chosen.length).toBe(Math.min(most, new Set(all.map(({ musicianId }) => musicianId)).size));
        const belowFloor = chosen.map(({ shown }) => shown < 100);
        expect(belowFloor).toEqual(belowFloor.toSorted((one, other) => Number(other) - Number(one)));
      }),
    );
  });

  it('above the floor are mostly those that listeners go on to play, and sometimes others', () => {
    const all: Newcomer[] = Array.from({ length: 20 }, (_, at) => ({
      id: `m${at}`,
      musicianId: `u${at}`,
      shown: 200,
      heard: at === 3 ? 60 : at === 4 ? 50 : 10,
    }));
    const times = new Map<string, number>();
    for (let seed = 1; seed <= 400; seed += 1)
      for (const { id } of chooseNewcomers(all, { floor: 100, most: 1, seed })) times.set(id, (times.get(id) ?? 0) + 1);
    expect(times.get('m3')).toBeGreaterThan(200);
    expect(times.get('m4')).toBeGreaterThan(10);
    expect((times.get('m3') ?? 0) + (times.get('m4') ?? 0)).toBeGreaterThan(395);
  });

  it('below the floor differ from seed to seed, each with the same chance', () => {
    const all = Array.from({ length: 10 }, (_, at) => ({ id: `m${at}`, musicianId: `u${at}`, shown: at, heard: 0 }));
    const times = new Map<string, number>();
    for (let seed = 1; seed <= 1000; seed += 1)
      for (const { id } of chooseNewcomers(all, { floor: 100, most: 2, seed })) times.set(id, (times.get(id) ?? 0) + 1);
    for (const { id } of all) expect(times.get(id)).toBeGreaterThan(130);
  });

  it('keep their order for a seed when another newcomer is added or removed', () => {
    fc.assert(
      fc.property(pool, seeds, fc.nat(), (all, seed, at) => {
        fc.pre(all.length > 0);
        const chosenOf = (some: readonly Newcomer[]) =>
          chooseNewcomers(some, { floor: 100, most: some.length, seed }).map(({ id }) => id);
        const apart = all.map((one, n) => ({ ...one, musicianId: `u${n}` }));
        const gone = apart[at % apart.length]?.id;
        expect(chosenOf(apart.filter(({ id }) => id !== gone))).toEqual(chosenOf(apart).filter((id) => id !== gone));
      }),
    );
  });

  it('get their share of the first cards', () => {
    expect([0, 0.15, 0.5].map((share) => newcomersWanted({ share }))).toEqual([0, 12, 40]);
    const random = seededRandom(5);
    const numbers = Array.from({ length: 1000 }, random);
    expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true);
    expect(numbers.reduce((sum, one) => sum + one, 0) / 1000).toBeCloseTo(0.5, 1);
  });
});
