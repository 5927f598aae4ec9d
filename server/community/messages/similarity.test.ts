import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { fingerprintOf, isAlike, lettersOf } from './similarity.ts';

const alike = (one: string, other: string): boolean => {
  const [some, others] = [fingerprintOf(one), fingerprintOf(other)];
  return some !== null && others !== null && isAlike(some, others);
};

/** A long text whose sequences of three letters hardly repeat. */
const LONG = Array.from({ length: 120 }, (_, n) => (n * 7919 + 10_000).toString(36)).join(' ');

describe('similar texts', () => {
  it.each([
    [
      'another name',
      'Hi Ann, please listen to my new album, it is out',
      'Hi Bartholomew, please listen to my new album, it is out',
    ],
    [
      'other punctuation and capitals',
      'Buy my NEW album now!! it is cheap',
      '*** buy, my new album: now … It is cheap ***',
    ],
    [
      'a few other words',
      'Listen to my new song, it is out today on my page',
      'Listen to my new track, it is out now on my page',
    ],
    ['full-width letters', 'Buy my new album right now', 'Ｂｕｙ ｍｙ ｎｅｗ ａｌｂｕｍ ｒｉｇｈｔ ｎｏｗ'],
    [
      'extra text at the end',
      'Buy my new album now, it is cheap: half of the price',
      'Buy my new album now, it is cheap: half of the price (a8f3kq)',
    ],
    [
      'as much punctuation in front as a message can hold',
      'Buy my new album now, it is cheap',
      `${'!'.repeat(3900)} Buy my new album now, it is cheap`,
    ],
    ['a long ending that is not compared', `${LONG} one`, `${LONG.slice(0, 500)}${'x'.repeat(3000)}`],
    ['a tenth of a long text changed', LONG, LONG.replaceAll(/\b\w*7\w*\b/g, 'other')],
    ['a web address among short words', 'Hi Ann, bit.ly/3xYz', 'Hi Bo: bit.ly/3xYz'],
    ['only a web address', 'https://a.example', 'https://a.example'],
    ['Hindi', 'नमस्ते आशा, मेरा नया गाना सुनिए और बताइए कैसा लगा', 'नमस्ते रवि! मेरा नया गाना सुनिए और बताइए, कैसा लगा?'],
    ['Thai', 'สวัสดีแอน ฟังเพลงใหม่ของฉันแล้วบอกฉันว่าชอบไหม', 'สวัสดีบอย ฟังเพลงใหม่ของฉันแล้วบอกฉันว่าชอบไหม!'],
  ])('are recognized with %s', (_what, one, other) => {
    expect([alike(one, other), alike(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['short texts', 'Thanks!', 'Thanks!'],
    ['short texts without a space', 'Hello.how are you', 'Hello.how are you'],
    ['short texts in Hindi', 'बहुत धन्यवाद', 'बहुत धन्यवाद'],
    [
      'different messages to different people',
      'Thanks for the follow, I like your drums',
      'The rehearsal is at eight, bring the keys',
    ],
    ['a long text and its reverse', LONG, [...LONG].toReversed().join('')],
    ['different texts in Hindi', 'नमस्ते आशा, मेरा नया गाना सुनिए और बताइए', 'कल शाम सात बजे अभ्यास है, गिटार साथ लाना'],
    ['different texts in Thai', 'ฟังเพลงใหม่ของฉันแล้วบอกฉันว่าชอบไหม', 'พรุ่งนี้ซ้อมตอนหนึ่งทุ่มอย่าลืมเอากีตาร์มา'],
  ])('don’t include %s', (_what, one, other) => {
    expect(alike(one, other)).toBe(false);
  });

  it('keep vowel signs, which alone distinguish words in many scripts', () => {
    expect(lettersOf('की, कु!').join('')).toBe('कीकु');
    expect(lettersOf('น้ำ 7').join('')).toBe('น้ํา7');
  });

  it('include the same text with any punctuation and spaces between its words', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom(...'abcdefgकखिฟงื'), minLength: 5 }), {
      minLength: 5,
      maxLength: 9,
    });
    fc.assert(
      fc.property(words, fc.constantFrom(' ', ' - ', '!!', '\n', '…*'), (parts, between) => {
        expect(alike(parts.join(' '), parts.join(between))).toBe(true);
      }),
    );
  });

  it('are compared by a limited number of characters, even if the normalization of a text makes it longer', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    try {
      // One character that expands to eighteen letters and spaces.
      const fingerprint = fingerprintOf('\u{fdfa}'.repeat(4000));
      expect(fingerprint?.length).toBeLessThanOrEqual(256);
      expect(normalize.mock.contexts.map(String).map(({ length }) => length)).toEqual([1000]);
      expect(fingerprintOf(LONG)).toHaveLength(256);
    } finally {
      normalize.mockRestore();
    }
  });
});
