import { describe, expect, it } from 'vitest';
import { isProfileName, isReserved } from './addresses.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('names in addresses', () => {
  it('are usernames or ids', () => {
    expect(['juno7', 'JUNO', id].filter((name) => !isProfileName(name))).toEqual([]);
    expect(['juno-reyes', '', 'a.b', '__proto__', id.toUpperCase()].filter(isProfileName)).toEqual([]);
  });

  it('e7 D-18 are never a first word of the product’s own, in whatever case', () => {
    const own = ['about', 'About', 'agenda', 'MEDIA', 'songs', 'perfectly-seasoned', 'Well-Done'];
    expect(own.filter((word) => !isReserved(word))).toEqual([]);
    expect(own.filter(isProfileName)).toEqual([]);
    expect(isReserved('constructor')).toBe(false);
  });
});
