import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleFrom } from './title.ts';

/** UTF-16 code units, unpaired surrogates included. The library's own `binary` takes a second to start. */
const anyUnit = fc.nat(0xffff).map((unit) => String.fromCharCode(unit));

describe('a title from a file name', () => {
  it.each([
    ['01 - Night_Drive.mp3', 'Night Drive'],
    ['12. Outro.flac', 'Outro'],
    ['99 Luftballons.mp3', '99 Luftballons'],
    ['7 rings.wav', '7 rings'],
    ['007 Theme.mp3', '007 Theme'],
    ['0800 Hotline.mp3', '0800 Hotline'],
    ['00s Kids.mp3', '00s Kids'],
    ['01 99 Luftballons.mp3', '99 Luftballons'],
    ['Café del Mar.m4a', 'Café del Mar'],
    ['C:\\Music\\song.mp3', 'song'],
    ['.mp3', 'Untitled'],
    ['Take.5.mp3', 'Take.5'],
    ['Song 01 - Live.mp3', 'Song 01 - Live'],
    ['01Intro.mp3', 'Intro'],
    ['a__b   c.mp3', 'a b c'],
    ['', 'Untitled'],
    ['a\u0000b\u202Egnp.mp3', 'abgnp'],
    ['12 - Outro.flac', 'Outro'],
    ['12-Outro.flac', '12-Outro'],
    ['12.Outro.flac', '12.Outro'],
    ['_01_Song_.mp3', 'Song'],
    ['01-Song.mp3', 'Song'],
    ['01 -Song.mp3', 'Song'],
    ['01 - .mp3', '01 -'],
    ['/music/one/song.mp3', 'song'],
    ['C:\\Music/song.mp3', 'song'],
    ['music\\/.mp3', 'Untitled'],
    ['song.acoustic', 'song.acoustic'],
    [`${'a'.repeat(300)}.mp3`, 'a'.repeat(200)],
    [`${'a'.repeat(199)} b.mp3`, 'a'.repeat(199)],
    [`${'a'.repeat(199)}\u{1F336}.mp3`, 'a'.repeat(199)],
    [`${'a'.repeat(195)}👩‍👩‍👧‍👦.mp3`, 'a'.repeat(195)],
  ])('of %j is %j', (name, title) => expect(titleFrom(name)).toBe(title));

  it('is never empty, never too long and always well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit, maxLength: 600 }), (name) => {
        const title = titleFrom(name);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});
