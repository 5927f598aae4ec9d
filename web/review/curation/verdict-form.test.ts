import { describe, expect, it } from 'vitest';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import {
  type VerdictForm,
  verdictChanges,
  firstVerdict,
  formOf,
  isLocked,
  isPlaceable,
  outcomeText,
  isRemoval,
} from './verdict-form.ts';

const can = {} as Media['can'];
const unrated = {
  curationStats: null,
  curatedGenre: null,
  curatedMood: null,
  curationMessage: null,
  allowPerfectlySeasoned: true,
  rejectedOn: null,
  can,
};
const rated = {
  ...unrated,
  curationStats: { storytelling: 80, execution: 70, thumbnailArt: 60, total: 70 },
  curatedGenre: { id: 'g', name: 'G', slug: 'g' },
  curationMessage: 'Good',
};
const form = (more: Partial<VerdictForm> = {}): VerdictForm => ({ ...formOf(unrated), ...more });
const scores = (one: number) => ({ storytelling: one, execution: one, thumbnailArt: one });

describe('the form of a verdict', () => {
  it('CU-05 CU-15 sends all fields the first time, a comment only if there is one', () => {
    expect(firstVerdict(form({ scores: scores(80), genre: 'g', mood: 'm', comment: 'Warm.' }))).toEqual({
      curationStats: scores(80),
      curatedGenre: 'g',
      curatedMood: 'm',
      curationMessage: 'Warm.',
      allowPerfectlySeasoned: true,
    });
    expect(firstVerdict(form({ scores: scores(60), comment: '  ' }))).toEqual({
      curationStats: scores(60),
      allowPerfectlySeasoned: true,
    });
  });

  it('CU-14 sends no place and no flag below 60, even if they were chosen before the sliders moved', () => {
    expect(firstVerdict(form({ scores: { ...scores(60), execution: 59 }, genre: 'g' }))).toEqual({
      curationStats: { ...scores(60), execution: 59 },
    });
  });

  it('CU-13 locks storytelling and execution once rated', () => {
    expect(isLocked(rated, 'storytelling') && isLocked(rated, 'execution')).toBe(true);
    expect(isLocked(rated, 'thumbnailArt')).toBe(false);
    expect(isLocked(unrated, 'storytelling')).toBe(false);
  });

  it('CU-09 sends only the changes in an update', () => {
    const open = formOf(rated);
    expect(verdictChanges(rated, open)).toEqual({});
    expect(verdictChanges(rated, { ...open, scores: { ...open.scores, thumbnailArt: 90 } })).toEqual({
      curationStats: { thumbnailArt: 90 },
    });
    expect(verdictChanges(rated, { ...open, comment: '', mood: 'm' })).toEqual({
      curationMessage: '',
      curatedMood: 'm',
    });
    expect(verdictChanges(unrated, form({ scores: scores(70) }))).toMatchObject({ curationStats: scores(70) });
  });

  it('CU-08 CU-10 treats the removal of a genre as an update that removes', () => {
    const open = formOf(rated);
    expect(isRemoval(rated, open)).toBe(false);
    expect(isRemoval(rated, { ...open, genre: '' })).toBe(true);
    expect(isRemoval(rated, { ...open, genre: 'other' })).toBe(false);
    expect(verdictChanges(rated, { ...open, genre: '' })).toEqual({ curatedGenre: null });
  });

  it('allows no place for a rejected song until a score is changed, and shows that', () => {
    const overturned = {
      ...rated,
      curationStats: { ...scores(95), total: 95 },
      curatedGenre: null,
      rejectedOn: '2026-11-20T10:00:00.000Z',
    };
    const open = formOf(overturned);
    expect([isPlaceable(overturned, open), outcomeText(open, overturned)]).toEqual([
      false,
      'Rejected. A changed thumbnail art score judges it again.',
    ]);
    const changed = { ...open, scores: { ...open.scores, thumbnailArt: 94 }, genre: 'g', perfectlySeasoned: false };
    expect([isPlaceable(overturned, changed), outcomeText(changed, overturned)]).toEqual([
      true,
      'Approved: you can choose a genre and a mood.',
    ]);
    expect(verdictChanges(overturned, changed)).toMatchObject({
      curationStats: { thumbnailArt: 94 },
      curatedGenre: 'g',
    });
    // The slider is back at its old value, so the genre chosen in the meantime is not sent.
    expect(verdictChanges(overturned, { ...changed, scores: open.scores })).toEqual({});
    const unscored = { ...unrated, rejectedOn: overturned.rejectedOn };
    expect(outcomeText(form(), unscored)).toBe('Rejected without scores. Scores judge it again.');
    expect(outcomeText(form({ scores: scores(59) }), unscored)).toBe('Below 60: this is a rejection.');
    expect(isPlaceable(unscored, form({ scores: scores(60) }))).toBe(true);
    expect(isPlaceable(rated, formOf(rated))).toBe(true);
  });
});
