import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberText } from './format.ts';

it('numbers stand in groups of three, as English writes them', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (count) => {
      expect(numberText(count)).toBe(count.toLocaleString('en-US'));
    }),
  );
});
