import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '@scoville/contract/uploads.ts';
import { freeName } from './free-name.ts';
import { titleFrom } from './title.ts';

describe('a title from a file name', () => {
  it.each([
    ['01 - Night_Drive.mp3', 'Night Drive'],
    ['12. Outro.flac', 'Outro'],
    ['99 Luftballons.mp3', '99 Luftballons'],
    ['7 rings.wav', '7 rings'],
    ['Café del Mar.m4a', 'Café del Mar'],
    ['C:\\Music\\song.mp3', 'song'],
    ['.mp3', 'Untitled'],
    ['Take.5.mp3', 'Take.5'],
    ['Song 01 - Live.mp3', 'Song 01 - Live'],
    ['01Intro.mp3', 'Intro'],
    ['a__b   c.mp3', 'a b c'],
    ['', 'Untitled'],
    ['a\u0000b\u202Egnp.mp3', 'abgnp'],
  ])('%s', (name, title) => expect(titleFrom(name)).toBe(title));

  it('is never empty, never too long and always well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const title = titleFrom(name);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(200);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a free name', () => {
  it('D-34 is new among those that are taken, and stays safe', () => {
    const name = fc.string().map(safeFileName);
    fc.assert(
      fc.property(name, fc.uniqueArray(name), fc.nat(20), (wanted, others, repeats) => {
        const taken = new Set(others);
        for (let i = 0; i < repeats; i++) taken.add(freeName(wanted, taken));
        const free = freeName(wanted, taken);
        expect(taken.has(free)).toBe(false);
        expect(free).toMatch(/^[A-Za-z0-9._-]+$/);
      }),
    );
  });

  it('D-34 numbers before the extension', () => {
    expect(freeName('song.mp3', new Set(['song.mp3', 'song-2.mp3']))).toBe('song-3.mp3');
    expect(freeName('song', new Set(['song']))).toBe('song-2');
  });
});
