import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '@scoville/contract/catalogue/uploads.ts';
import { freeName } from './free-name.ts';

describe('a free name', () => {
  it('D-34 is not among the taken names and has safe characters only', () => {
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

  it('D-34 has its number before the extension', () => {
    expect(freeName('song.mp3', new Set(['song.mp3', 'song-2.mp3']))).toBe('song-3.mp3');
    expect(freeName('song', new Set(['song']))).toBe('song-2');
    expect(freeName('my.long.song.mp3', new Set(['my.long.song.mp3']))).toBe('my.long.song-2.mp3');
    expect(freeName('song.acoustic', new Set(['song.acoustic']))).toBe('song.acoustic-2');
  });

  it('D-34 is the name itself when it is not taken', () => {
    expect(freeName('song.mp3', new Set(['song-2.mp3']))).toBe('song.mp3');
  });
});
