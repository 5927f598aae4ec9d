import { expect, it } from 'vitest';
import { isId } from '@scoville/contract/values.ts';
import { newId } from './ids.ts';

it('makes ids of version 7 that sort by time and do not meet', () => {
  const made = Array.from({ length: 2000 }, (_, index) => newId(1_700_000_000_000 + index));
  expect(made.every((id) => isId(id) && id[14] === '7' && '89ab'.includes(id[19] ?? ''))).toBe(true);
  expect([...made].sort()).toEqual(made);
  expect(new Set(Array.from({ length: 5000 }, () => newId(1))).size).toBe(5000);
});
