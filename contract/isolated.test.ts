import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it.each(['שלום', 'Live בתל אביב', 'كريم', '3 ߒߞߏ', 'ދިވެހި'])('keeps the direction of %s to itself', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['', 'Juno Reyes', '日本語', 'Zoë 🎸', '12'])('leaves %s as it is', (name) => {
  expect(isolated(name)).toBe(name);
});
