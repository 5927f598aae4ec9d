import { expect, it } from 'vitest';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { derivedId, newId } from './ids.ts';

const inOrder = (made: readonly string[]) => {
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
};

it('makes unique ids of version 7 that sort by time', () => {
  const made = Array.from({ length: 2000 }, (_, index) => newId(1_700_000_000_000 + index));
  expect(made.every((id) => isId(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true);
  inOrder(made);
});

it('makes the same id from the same parts, and another from parts that concatenate to the same text', () => {
  const made = [derivedId('ab', 'c'), derivedId('a', 'bc'), derivedId('abc')];
  expect(new Set(made).size).toBe(3);
  expect(made[0]).toBe(derivedId('ab', 'c'));
  expect(made.every((id) => isId(id) && id[14] === '8' && '89ab'.includes(id[19] ?? ''))).toBe(true);
});

it('makes ids that sort by creation, even if many are made in a millisecond or the clock is set back', () => {
  const now = Date.now() + 1000;
  const made = [...Array.from({ length: 20_000 }, () => newId(now)), newId(now - 500), newId(now + 1000)];
  inOrder(made);
  expect(made.every((id) => isId(id) && id[14] === '7')).toBe(true);
});
