import { randomFrom } from '../fixtures/random.ts';
import { type Entry, seedOf } from './catalogue.ts';

/** What a media shall have been heard and shared. */
export interface Figures {
  plays: number;
  shares: number;
}

/**
 * A few are much played and many little: what scores nine points more is heard two and a half times as often, by and
 * large, and what nobody scored only by those who know its musician.
 * @param crowd 1 is about 1,500 plays for the whole catalogue
 */
export function figuresOf(entry: Entry, crowd: number): Figures {
  const { outcome, pinned } = entry;
  const random = randomFrom(`figures ${seedOf(entry)}`);
  const score = typeof outcome === 'object' ? Math.max(outcome.score, 52) : 52;
  const plays = 1.6 * 2.5 ** ((score - 55) / 9) * random.range(0.5, 1.6) * (pinned ? 1.8 : 1) * crowd;
  return { plays: Math.max(1, Math.round(plays)), shares: Math.round(plays * random.range(0.02, 0.08)) };
}

/** How many listeners look at a musician's profile who was heard so often. */
export const viewsOf = (plays: number): number => Math.ceil(plays * 0.35);
