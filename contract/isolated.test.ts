import { describe, expect, it } from 'vitest';
import { isolated, sentence } from './isolated.ts';

it.each(['שלום', 'Live בתל אביב', 'كريم', '3 ߒߞߏ', 'ދިވެހި'])('keeps the direction of %s to itself', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['', 'Juno Reyes', '日本語', 'Zoë 🎸', '12'])('leaves %s as it is', (name) => {
  expect(isolated(name)).toBe(name);
});

describe('a sentence', () => {
  it('keeps names from right to left apart, and nothing else', () => {
    expect(sentence`${'Dana'} has ${5} of “${'שיר'}”.`).toBe('Dana has 5 of “\u2068שיר\u2069”.');
    expect(sentence`${'دانا'}, ${null}`).toBe('\u2068دانا\u2069, null');
    expect(sentence`Nobody`).toBe('Nobody');
  });

  it('keeps them apart once: a list of them stays as it is', () => {
    const list = ['דנה', 'Bo', 'نور'].map(isolated).join(', ');
    expect(list).toBe('\u2068דנה\u2069, Bo, \u2068نور\u2069');
    expect(sentence`From ${list} and ${'דנה'}`).toBe(`From ${list} and \u2068דנה\u2069`);
  });
});
