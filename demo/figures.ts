import { randomFrom } from '../fixtures/random.ts';
import { type Entry, seedOf } from './catalogue.ts';

/** The number of plays and shares that a song or video should have. */
export interface Figures {
  plays: number;
  shares: number;
}

/**
 * Play counts are uneven: nine more points of score mean about two and a half times as many plays. Unscored items get
 * as few plays as the lowest scores, because only people who already know the musician find them.
 * @param crowd 1 is about 1,500 plays for the whole catalogue
 */
export function figuresOf(entry: Entry, crowd: number): Figures {
  const { outcome, pinned } = entry;
  const random = randomFrom(`figures ${seedOf(entry)}`);
  const score = typeof outcome === 'object' ? Math.max(outcome.score, 52) : 52;
  const plays = 1.6 * 2.5 ** ((score - 55) / 9) * random.range(0.5, 1.6) * (pinned ? 1.8 : 1) * crowd;
  return { plays: Math.max(1, Math.round(plays)), shares: Math.round(plays * random.range(0.02, 0.08)) };
}

/** The number of profile views for a musician with this many plays. */
export const viewsOf = (plays: number): number => Math.ceil(plays * 0.35);
