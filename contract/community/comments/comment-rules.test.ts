import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHeld } from './comment-rules.ts';

const naming = (...words: string[]) => ({ holdAll: false, words });

describe('isHeld', () => {
  it('holds every comment for an owner who reviews all of them first', () => {
    expect(isHeld({ holdAll: true, words: [] }, 'Lovely.')).toBe(true);
    expect(isHeld(naming(), 'Lovely.')).toBe(false);
  });

  it('holds a named word or phrase in any case, with any accents and punctuation, but not within another word', () => {
    for (const said of ['Buy FOLLOWERS!', 'bùy   followers', 'please,buy-followers.now'])
      expect(isHeld(naming('buy followers'), said)).toBe(true);
    for (const said of ['buyfollowers', 'followers buy', 'I would buy, followers or not', 'classic'])
      expect(isHeld(naming('buy followers now', 'ass'), said)).toBe(false);
    expect(isHeld(naming('!!', '…'), 'Wow!! …')).toBe(false);
  });

  it('holds a named word anywhere between other words', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(word),
        word,
        fc.array(word),
        fc.constantFrom(' ', '\n', ', ', ' -- '),
        (a, named, b, gap) => {
          expect(isHeld(naming(named.toUpperCase()), [...a, named, ...b].join(gap))).toBe(true);
          expect(isHeld(naming(named), [...a, ...b].join(gap))).toBe([...a, ...b].includes(named));
        },
      ),
    );
  });
});
