import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Email, PageQuery, Seed, cleanText, isId, requiredText } from './values.ts';

describe('texts from people', () => {
  it('lose control characters, overriding directions and lone surrogates, and keep everything else', () => {
    expect(cleanText('a\u0000b\u0007c\u202ed\ud800e')).toBe('abcde');
    expect(cleanText('  Zażółć\n\tgęślą 🎸 ')).toBe('Zażółć\n\tgęślą 🎸');
  });
  it('come out the same the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toContain('\u0000');
      }),
    );
  });
  it('that are only blanks are missing', () => {
    expect(z.safeParse(requiredText(10, 'Title is required'), ' \u0000 ').error?.issues[0]?.message).toBe(
      'Title is required',
    );
  });
});

describe('addresses', () => {
  it('takes what people have and refuses what no mail reaches', () => {
    for (const good of ['a@b.co', ' first.last+tag@sub.example.org ', "o'neil@example.ie"])
      expect(z.safeParse(Email, good).success).toBe(true);
    for (const bad of [
      '',
      'x',
      'x@',
      '@b.co',
      'a b@c.co',
      'a@b',
      'a@b.c',
      'a@@b.co',
      `${'a'.repeat(250)}@b.co`,
      'a@b.co\nbcc: c@d.co',
    ])
      expect(z.safeParse(Email, bad).success).toBe(false);
  });
  it('decides in time that does not grow with spite', () => {
    const spite = `${'a.'.repeat(50_000)}@`;
    expect(z.safeParse(Email, spite).success).toBe(false);
  });
});

describe('ids, pages and seeds', () => {
  it('knows an id from a name', () => {
    expect(isId('01a1fcfe-8cbb-7b35-be4f-64e482914812')).toBe(true);
    for (const other of ['juno', '', '01a1fcfe8cbb7b35be4f64e482914812', '01A1FCFE-8CBB-7B35-BE4F-64E482914812'])
      expect(isId(other)).toBe(false);
  });
  it('refuses pages and seeds that are no small whole numbers', () => {
    const query = z.object(PageQuery);
    for (const bad of [
      { page: '0' },
      { page: '1.5' },
      { page: 'x' },
      { size: '101' },
      { size: '-1' },
      { size: '1e9' },
      { cursor: 'x'.repeat(401) },
    ])
      expect(z.safeParse(query, bad).success).toBe(false);
    expect(z.parse(query, { page: '2', size: '100' })).toEqual({ page: 2, size: 100 });
    for (const bad of ['-1', '2147483648', '1.5', "1'"]) expect(z.safeParse(Seed, bad).success).toBe(false);
  });
});
