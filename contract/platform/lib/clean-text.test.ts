import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effort } from '../../../scripts/patience.ts';
import { cleanLine, cleanText } from './clean-text.ts';

/** Any UTF-16 unit, including lone surrogates; fast-check's own `binary` takes a second to start. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

/** Characters that combine with their neighbours, or whose removal lets their neighbours combine. */
const tricky = fc.constantFrom(
  'e',
  '\u0301',
  '\u0327',
  '\u1112',
  '\u1161',
  '\u11ab',
  ' ',
  '\u200b',
  '\u001b',
  '[3m',
  '\r',
  '\n',
);

describe('texts from people and files', () => {
  it('lose control characters, direction overrides and lone surrogates, and keep everything else', () => {
    expect(cleanText('a\u0000b\u0007c\u202ed\ud800e')).toBe('abcde');
    expect(cleanText('  Zażółć\n\tgęślą 🎸 ')).toBe('Zażółć\n\tgęślą 🎸');
  });
  it('lose only controls except tab and line feed, direction overrides, and marks of broken texts', () => {
    const removed = [
      [0x00, 0x08],
      [0x0b, 0x1f],
      [0x7f, 0x9f],
      [0x202a, 0x202e],
      [0x2066, 0x2069],
      [0xd800, 0xdfff],
      [0xfeff, 0xfeff],
      [0xfff9, 0xfffd],
    ];
    for (let unit = 0; unit <= 0xffff; unit += 1) {
      const gone = removed.some(([first = 0, last = 0]) => first <= unit && unit <= last);
      const kept = cleanText(`a${String.fromCharCode(unit)}b`);
      const wanted =
        unit === 0x2028 || unit === 0x2029 ? 'a\nb' : gone ? 'ab' : `a${String.fromCharCode(unit)}b`.normalize('NFC');
      if (kept !== wanted) expect([unit, kept]).toBeNull();
    }
  });
  it('are unchanged by a second cleaning', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(anyUnit, tricky) }), (text) => {
        const once = cleanText(text);
        expect(cleanText(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
        expect(once).not.toContain('\u0000');
        expect(once).toBe(once.normalize('NFC'));
        expect(cleanLine(cleanLine(text))).toBe(cleanLine(text));
      }),
    );
  });
  it('have only line feeds as line breaks', () => {
    expect(cleanText('a\r\nb\nc\rd')).toBe('a\nb\ncd');
  });
  it('keep the joiners of emoji, Persian and scripts of South Asia', () => {
    for (const text of ['👩‍🚀 ❤️', '🏴\u{e0067}\u{e0062}\u{e007f}', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී', 'a\u200f!', 'hy\u00adphen'])
      expect(cleanText(text)).toBe(text);
  });
  it('are empty if they contain nothing visible', () => {
    const unseen =
      '\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b\u180e\u2000\u200b\u200c\u200d\u200e\u200f\u2028\u202e\u2060\u2061\u206a\u2800\u3000\u3164\ufe0f\ufeff\uffa0\ufff0\u{13441}\u{16fe4}\u{1bca0}\u{1d159}\u{1d173}\u{e0001}\u{e0020}\u{e0100}';
    for (const one of unseen) if (cleanText(one) !== '') expect(one.codePointAt(0)?.toString(16)).toBeNull();
    expect(cleanText(unseen)).toBe('');
    for (const seen of ['.', '†††', '!!!', '\u0301', '　x', '\u0600', '\ue000', '🔥'])
      expect(cleanText(seen)).not.toBe('');
  });
  it('have no blanks of any script around them', () => {
    expect(cleanText('\u200b\u2800\u3164 a\u200bb \u3000\u200b')).toBe('a\u200bb');
  });
  it('are normalized to NFC', () => {
    expect(cleanText('Ro\u0308yksopp')).toBe('R\u00f6yksopp');
    expect(cleanText('\u1112\u1161\u11ab')).toBe('\ud55c');
  });
  it('lose terminal escape sequences as a whole', () => {
    expect(cleanText('B\u001b[31mC\u001b[0m')).toBe('BC');
  });
  it('keep at most six combining marks per letter', () => {
    const tibetan = 'ཀྐྵྨླྺྼྻྂ';
    expect(cleanText(tibetan.slice(0, 7))).toBe(tibetan.slice(0, 7));
    expect(cleanText(tibetan)).toBe(tibetan.slice(0, 7));
    expect(cleanText(`Z${'\u0337'.repeat(5000)}!`)).toBe(`Z${'\u0337'.repeat(6)}!`);
  });
  it('are cleaned quickly even if written to slow the cleaning down', async () => {
    const spite = `a${'\u0301'.repeat(60_000)}${'\u0327'.repeat(60_000)}`;
    expect(await effort(() => cleanText(spite))).toBeLessThan(200);
    expect(await effort(() => cleanText(`a${' \u0301\u200b'.repeat(60_000)}b`))).toBeLessThan(200);
  });
  it('are put on one line by cleanLine', () => {
    expect(cleanLine(' a \r\n\t b\u2028c ')).toBe('a b c');
  });
});
