import { describe, expect, it } from 'vitest';
import { catalogue, subScores } from './catalogue.ts';

const { musicians, entries } = catalogue();
const scored = entries.flatMap(({ outcome, musician }) =>
  typeof outcome === 'object' ? [{ ...outcome, musician }] : [],
);

describe('catalogue', () => {
  it('has twenty musicians with names of their own and sixty media with titles of their own', () => {
    expect(new Set(musicians.map((one) => one.username)).size).toBe(20);
    expect(musicians.every(({ username, state }) => /^[A-Za-z0-9]+$/.test(username) && /^[A-Z]{2}$/.test(state))).toBe(
      true,
    );
    expect(new Set(entries.map((one) => one.title)).size).toBe(60);
    expect(new Set(entries.map((one) => one.musician)).size).toBe(20);
  });

  it('covers twenty genres, sixteen moods and every fate of a media', () => {
    expect(new Set(entries.map((one) => one.genre)).size).toBe(20);
    expect(new Set(entries.map((one) => one.mood)).size).toBe(16);
    const within = (from: number, to: number) => scored.filter(({ score }) => score >= from && score <= to).length;
    expect([within(85, 100) >= 10, within(70, 84) >= 10, within(60, 69) >= 5, within(1, 59) >= 3]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    for (const fate of ['rejected', 'review', 'published', 'unpublished'])
      expect(entries.map((one) => one.outcome)).toContain(fate);
    expect(entries.filter((one) => one.kind !== 'song').length).toBeGreaterThanOrEqual(12);
  });

  it('has one pinned at 92 or more and one musician with five at 90 or more', () => {
    const pinned = entries.filter((one) => one.pinned).map((one) => one.outcome);
    expect(pinned).toEqual([{ score: 94 }]);
    const chefs = musicians.filter(
      (one) => scored.filter(({ score, musician }) => musician === one && score >= 90).length >= 5,
    );
    expect(chefs).toHaveLength(1);
  });

  it('keeps songs within the half hour that a demonstration may take', () => {
    for (const { kind, seconds } of entries) expect(seconds).toBeLessThanOrEqual(kind === 'song' ? 70 : 15);
  });
});

describe('subScores', () => {
  it('average to the score and stay within 0 and 100', () => {
    for (let score = 0; score <= 100; score++) {
      const parts = Object.values(subScores(score, String(score)));
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(score * 3);
      expect(parts.every((part) => part >= 0 && part <= 100)).toBe(true);
    }
  });
});
