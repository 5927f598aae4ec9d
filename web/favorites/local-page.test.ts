import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localPage } from './local-page.ts';

/** Every page in the order of a seed; before each further one `change` may leave another list. */
function walk(all: string[], seed: number, change = (ids: string[]) => ids): string[] {
  const seen: string[] = [];
  let left = all;
  for (let next: string | null | undefined; next !== null; left = change(left)) {
    const page = localPage(left, seed, next);
    seen.push(...page.ids);
    ({ next } = page);
  }
  return seen;
}

const favorites = fc.uniqueArray(fc.uuid({ version: 7 }), { maxLength: 70 });

it('a visitor’s favorites come once each, in the order of a seed, whatever their own order', () => {
  fc.assert(
    fc.property(favorites, fc.nat(), (ids, seed) => {
      const seen = walk(ids, seed);
      expect(seen.toSorted()).toEqual(ids.toSorted());
      expect(walk(ids.toReversed(), seed)).toEqual(seen);
    }),
  );
});

it('those that stay come once each, while others are taken away', () => {
  fc.assert(
    fc.property(favorites, fc.nat(), (ids, seed) => {
      const seen = walk(ids, seed, (left) => left.filter((id, at) => at % 3 > 0 || id.endsWith('0')));
      expect(seen).toEqual([...new Set(seen)]);
      const staying = ids.filter((id) => id.endsWith('0'));
      expect(staying.filter((id) => !seen.includes(id))).toEqual([]);
    }),
  );
});

it('another seed is another order', () => {
  const ids = Array.from({ length: 20 }, (_, n) => `00000000-0000-7000-8000-0000000000${n + 10}`);
  expect(walk(ids, 1)).not.toEqual(walk(ids, 2));
});
