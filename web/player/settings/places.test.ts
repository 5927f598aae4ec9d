import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MOST_PLACES, type Places, placesAfter } from './places.ts';

const reached = fc.record({ id: fc.constantFrom('a', 'b', 'c'), at: fc.integer({ min: 0, max: 700 }) });

it('the latest place of each media is kept once, and none at its beginning and its end', () => {
  fc.assert(
    fc.property(fc.array(reached, { maxLength: 30 }), (steps) => {
      let places: Places = [];
      const expected = new Map<string, number>();
      for (const { id, at } of steps) {
        places = placesAfter(places, id, at, 700);
        if (at < 15 || at > 685) expected.delete(id);
        else expected.set(id, at);
      }
      expect(new Map(places.map(({ id: media, at: place }) => [media, place]))).toEqual(expected);
      expect(places).toHaveLength(expected.size);
    }),
  );
});

it('the oldest gives way to the latest', () => {
  let places: Places = [];
  for (let n = 0; n <= MOST_PLACES; n++) places = placesAfter(places, `media ${n}`, 100, 700);
  expect(places).toHaveLength(MOST_PLACES);
  expect(places[0]?.id).toBe(`media ${MOST_PLACES}`);
  expect(places.some(({ id }) => id === 'media 0')).toBe(false);
});

it('a media whose duration is not known has no end to keep', () => {
  expect(placesAfter([], 'a', 100, NaN)).toEqual([]);
});
