import { describe, expect, it } from 'vitest';
import { isolated, sentence } from './isolated.ts';

it.each(['שלום', 'Live בתל אביב', 'كريم', '3 ߒߞߏ', 'ދިވެހި'])('isolates the direction of %s', (name) => {
  expect(isolated(name)).toBe(`\u2068${name}\u2069`);
});

it.each(['', 'Juno Reyes', '日本語', 'Zoë 🎸', '12'])('leaves %s unchanged', (name) => {
  expect(isolated(name)).toBe(name);
});

describe('a sentence', () => {
  it('isolates right-to-left names only', () => {
    expect(sentence`${'Dana'} has ${5} of “${'שיר'}”.`).toBe('Dana has 5 of “\u2068שיר\u2069”.');
    expect(sentence`${'دانا'}, ${null}`).toBe('\u2068دانا\u2069, null');
    expect(sentence`Nobody`).toBe('Nobody');
  });

  it('isolates names only once: a list of isolated names is left unchanged', () => {
    const list = ['דנה', 'Bo', 'نور'].map(isolated).join(', ');
    expect(list).toBe('\u2068דנה\u2069, Bo, \u2068نور\u2069');
    expect(sentence`From ${list} and ${'דנה'}`).toBe(`From ${list} and \u2068דנה\u2069`);
  });
});
