import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { RESERVED, isProfileName, parseProfilePath } from '../../platform/http/addresses.ts';
import { USERNAME_TAKEN, Username } from './usernames.ts';
import { isId } from '../../platform/lib/values.ts';

const said = (value: unknown): string[] => (z.safeParse(Username, value).error?.issues ?? []).map((one) => one.message);

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
const name = fc.array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 30 }).map((letters) => letters.join(''));

describe('a username', () => {
  it('is the first word of its profile’s address if it has only letters and digits and isn’t reserved', () => {
    fc.assert(
      fc.property(name, (username) => {
        fc.pre(!RESERVED.has(username.toLowerCase()));
        expect(z.parse(Username, username)).toBe(username);
        expect(isProfileName(username)).toBe(true);
        expect(parseProfilePath(`/${username}`)).toEqual({ name: username, type: null, mediaId: null });
        expect(isId(username)).toBe(false);
      }),
    );
  });
  it('VA-29 is refused if any of its characters is neither a letter nor a digit', () => {
    fc.assert(
      fc.property(
        name,
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        fc.nat(30),
        (username, other, at) => {
          fc.pre(!/^[A-Za-z0-9]$/.test(other));
          expect(said(username.slice(0, at) + other + username.slice(at))).toContain(
            'Usernames can only contain letters or numbers.',
          );
        },
      ),
    );
    for (const wrong of ['', 'a_b', 'a b', ' ab', 'ab\n', 'é', 'ａｂ', '١٢', 'a\u0000'])
      expect(said(wrong)).toEqual(['Usernames can only contain letters or numbers.']);
  });
  it('is refused if it has more than 30 characters', () => {
    expect(said('x'.repeat(30))).toEqual([]);
    expect(said('x'.repeat(31))).toEqual(['Use at most 30 characters.']);
  });
  it('D-18 counts as taken if it is a reserved word, in upper or lower case', () => {
    for (const word of RESERVED) {
      if (!/^[a-z0-9]+$/.test(word)) continue;
      for (const written of [word, word.toUpperCase()]) expect(said(written)).toEqual([USERNAME_TAKEN]);
    }
  });
});
