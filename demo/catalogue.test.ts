import { describe, expect, it } from 'vitest';
import { isProfileName } from '@scoville/contract/platform/http/addresses.ts';
import { parseLyrics } from '@scoville/contract/catalogue/timed-text/lyrics.ts';
import { parseWebVtt } from '@scoville/contract/catalogue/timed-text/web-vtt.ts';
import { catalogue, subScores } from './catalogue.ts';
import { figuresOf } from './figures.ts';
import { wordsOf } from './parts/timed-text.ts';
import { people } from './people.ts';
import { showsOf } from './tours.ts';

const everybody = people();
const entries = catalogue(everybody);
const scored = entries.flatMap(({ outcome, musician }) =>
  typeof outcome === 'object' ? [{ ...outcome, musician }] : [],
);

describe('people', () => {
  it('are twenty musicians, two reviewers and twelve listeners, each with a name and a place', () => {
    const count = (of: string) => everybody.filter(({ kind }) => kind === of).length;
    expect([count('musician'), count('reviewer'), count('listener')]).toEqual([20, 2, 12]);
    expect(new Set(everybody.map(({ username }) => username)).size).toBe(34);
    for (const { username, city, state, firstName, lastName } of everybody) {
      expect(isProfileName(username)).toBe(true);
      expect([city, firstName, lastName]).not.toContain('');
      expect(state).toMatch(/^[A-Z]{2}$/);
    }
    for (const { kind, title, bio } of everybody)
      if (kind !== 'listener') expect([title, bio].every((text) => text.length > 5)).toBe(true);
  });
});

describe('shows', () => {
  const from = new Date('2026-11-22T12:00:00Z');
  const today = (day: number) => new Date(from.getTime() + day * 86_400_000);
  const showsIn = (username: string, day: number) =>
    showsOf(
      everybody.find((person) => person.username === username)!,
      today(day),
    );

  it('fall on the weekday in their names, whenever the demonstration is made', () => {
    for (let day = 0; day < 14; day += 1)
      for (const { name, date } of [...showsIn('junoreyes', day), ...showsIn('tundebell', day)]) {
        const weekday = /^(Sunday|Thursday)/.exec(name)?.[0];
        if (weekday === undefined) continue;
        const at = new Date(`${date}T12:00:00Z`);
        expect(at.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })).toBe(weekday);
        const ahead = (at.getTime() - today(day).getTime()) / 86_400_000;
        if (name === 'Thursday, late set') expect(ahead).toBeLessThan(0);
        else expect(ahead).toBeGreaterThanOrEqual(2);
      }
  });
});

describe('catalogue', () => {
  it('has sixty songs and videos by all musicians, each with a unique title', () => {
    expect(new Set(entries.map((one) => one.title)).size).toBe(60);
    expect(new Set(entries.map((one) => one.musician)).size).toBe(20);
  });

  it('covers twenty genres, sixteen moods and every review outcome', () => {
    expect(new Set(entries.map((one) => one.genre)).size).toBe(20);
    expect(new Set(entries.map((one) => one.mood)).size).toBe(16);
    const within = (from: number, to: number) => scored.filter(({ score }) => score >= from && score <= to).length;
    expect([within(85, 100) >= 10, within(70, 84) >= 10, within(60, 69) >= 5, within(1, 59) >= 3]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    for (const outcome of ['rejected', 'review', 'published', 'unpublished'])
      expect(entries.map((one) => one.outcome)).toContain(outcome);
    expect(entries.filter((one) => one.kind !== 'song').length).toBeGreaterThanOrEqual(12);
  });

  it('has one pinned item with a score of 92 or more, and one musician with five items at 90 or more', () => {
    const pinned = entries.filter((one) => one.pinned).map((one) => one.outcome);
    expect(pinned).toEqual([{ score: 94 }]);
    const chefs = everybody.filter(
      (one) => scored.filter(({ score, musician }) => musician === one && score >= 90).length >= 5,
    );
    expect(chefs).toHaveLength(1);
  });

  it('keeps songs and videos short enough to make them in a few minutes', () => {
    for (const { kind, seconds } of entries) expect(seconds).toBeLessThanOrEqual(kind === 'song' ? 46 : 10);
  });

  it('has play counts like a real site: a few items have many plays, many have few, and none has zero', () => {
    const plays = entries.map((entry) => figuresOf(entry, 1).plays).toSorted((a, b) => b - a);
    const sum = (list: number[]) => list.reduce((total, n) => total + n, 0);
    expect(plays.at(-1)).toBeGreaterThanOrEqual(1);
    expect(sum(plays)).toBeGreaterThan(1000);
    expect(sum(plays)).toBeLessThan(2000);
    expect(sum(plays.slice(0, 12))).toBeGreaterThan(sum(plays) / 2);
    expect(plays[30]).toBeLessThan(20);
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

it('lyrics and captions are valid, and cover plain lyrics, timed lyrics and captions', () => {
  const forms = entries.map((entry) => {
    const words = wordsOf(entry);
    if (words === null) return 'none';
    const parsed = (entry.kind === 'song' ? parseLyrics : parseWebVtt)(words);
    if ('problem' in parsed) throw new Error(`${entry.title}: ${parsed.problem}`);
    const last = parsed.lines.at(-1)!;
    expect(last.end ?? last.start ?? 0).toBeLessThan(entry.seconds);
    return entry.kind === 'song' ? (last.start === null ? 'plain' : 'timed') : 'captions';
  });
  expect(new Set(forms)).toEqual(new Set(['none', 'plain', 'timed', 'captions']));
});
