import fc from 'fast-check';
import { expect, it } from 'vitest';

it('samples of a property are as long as its maxLength allows', () => {
  const lengths = fc.sample(fc.array(fc.constant('step'), { maxLength: 30 }), 200).map(({ length }) => length);
  expect(Math.max(...lengths)).toBeGreaterThan(25);
});
