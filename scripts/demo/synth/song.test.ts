import { describe, expect, it } from 'vitest';
import { loudness } from './master.ts';
import { renderSong } from './song.ts';
import { STYLE_NAMES } from './styles.ts';
import { encodeWav } from './wav.ts';

const largest = (samples: Float32Array): number =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe('renderSong', () => {
  it.each(STYLE_NAMES)('makes %s of the length asked for, without clipping, at a loudness of records', (style) => {
    const song = renderSong({ seed: 'proof', style, seconds: 5 });
    expect(song.left.length).toBe(5 * 44_100);
    expect(song.right.length).toBe(song.left.length);
    expect(song.left.every(Number.isFinite) && song.right.every(Number.isFinite)).toBe(true);
    expect(Math.max(largest(song.left), largest(song.right))).toBeLessThanOrEqual(0.85);
    expect(loudness(song)).toBeGreaterThan(-17);
    expect(loudness(song)).toBeLessThan(-11.5);
    const difference = song.left.map((sample, i) => sample - song.right[i]!);
    expect(largest(difference), 'left and right differ').toBeGreaterThan(0.02);
  });

  it('gives the same bytes for the same seed and other music for another', () => {
    const bytes = (seed: string) => {
      const song = renderSong({ seed, style: 'soul', seconds: 5 });
      return encodeWav(song, song.sampleRate);
    };
    expect(bytes('one').equals(bytes('one'))).toBe(true);
    expect(bytes('one').equals(bytes('two'))).toBe(false);
  });

  it('makes short ones, too, and refuses none at all', () => {
    expect(renderSong({ seed: 'short', style: 'jazz', seconds: 0.75 }).left.length).toBe(33_075);
    expect(() => renderSong({ seed: 'none', style: 'jazz', seconds: 0 })).toThrow(RangeError);
  });
});

describe('loudness', () => {
  it('reads -3.01 LUFS from a full-scale sine of 997 Hz in one channel, as the standard says', () => {
    const left = Float32Array.from({ length: 5 * 44_100 }, (_, i) => Math.sin((2 * Math.PI * 997 * i) / 44_100));
    expect(loudness({ left, right: new Float32Array(left.length) })).toBeCloseTo(-3.01, 1);
  });
});

describe('encodeWav', () => {
  it('refuses what is no number and holds what is beyond full scale', () => {
    const file = encodeWav({ left: Float32Array.of(2, 0), right: Float32Array.of(-2, 0.5) }, 44_100);
    expect([44, 46, 50].map((at) => file.readInt16LE(at))).toEqual([32_767, -32_768, 16_384]);
    expect(() => encodeWav({ left: Float32Array.of(Number.NaN), right: Float32Array.of(0) }, 44_100)).toThrow(
      RangeError,
    );
  });
});
