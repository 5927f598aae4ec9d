import { expect, it } from 'vitest';
import { findCircles } from './circles.ts';

it('finds each circle once, the largest first, and nothing that only leads to one', () => {
  const edges = 'a-b b-c c-a x-y y-x d-a c-e'.split(' ').map((edge) => edge.split('-') as [string, string]);
  expect(findCircles(edges)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ]);
});

it('makes one circle of two that share a file', () => {
  expect(
    findCircles([
      ['a', 'b'],
      ['b', 'a'],
      ['b', 'c'],
      ['c', 'b'],
    ]),
  ).toEqual([['a', 'b', 'c']]);
});

it('doesn’t count a file that two ways lead to', () => {
  expect(
    findCircles([
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
    ]),
  ).toEqual([]);
});
