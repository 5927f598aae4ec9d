import type { Why } from '@scoville/contract/listening/discovery/recommendations.ts';
import type { StreamName } from './read-streams.ts';
import type { Choice, Related } from './recommendations.queries.ts';

/** Most choices from which a list is made. */
export const MOST_CHOICES = 6;

/** The choices from which a list of recommendations is made, with their genres, moods and musicians. */
export interface Taste {
  choices: readonly Choice[];
  genres: readonly string[];
  moods: readonly string[];
  musicians: readonly string[];
}

const once = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

/** The taste that these choices show. Only the first ones count. */
export function inferTaste(choices: readonly Choice[], related: readonly Related[]): Taste {
  const by = new Map(related.map((one) => [one.id, one]));
  const known = choices.filter(({ id }) => by.has(id)).slice(0, MOST_CHOICES);
  const of = known.map(({ id }) => by.get(id)).filter((one) => one !== undefined);
  return {
    choices: known,
    genres: once(of.map(({ genreId }) => genreId)),
    moods: once(of.map(({ moodId }) => moodId)),
    musicians: once(of.map(({ musicianId }) => musicianId)),
  };
}

/** The stream of a list to which a song or video belongs for this taste. */
export function streamOf({ genres, moods, musicians }: Taste, one: Related): StreamName {
  if (musicians.includes(one.musicianId)) return 'musicians';
  return genres.includes(one.genreId ?? '') || moods.includes(one.moodId ?? '') ? 'taste' : 'rest';
}

/**
 * The reason for recommending a song or video: the choice that it resembles most, by the same musician, of the same
 * genre and mood, or of one of them.
 */
export function findReason({ choices }: Taste, chosen: ReadonlyMap<string, Related>, one: Related): Why | null {
  const likeness = (other: Related) =>
    (other.musicianId === one.musicianId ? 4 : 0) +
    (other.genreId !== null && other.genreId === one.genreId ? 2 : 0) +
    (other.moodId !== null && other.moodId === one.moodId ? 1 : 0);
  let best: { like: number; why: Why } | null = null;
  for (const { id, kind } of choices) {
    const other = chosen.get(id);
    if (other === undefined || id === one.id) continue;
    const like = likeness(other);
    if (like > (best?.like ?? 0)) best = { like, why: { kind, title: other.isPublic ? other.title : null } };
  }
  // A choice that is hidden by now is not named as a reason.
  return best === null || best.why.title === null ? null : best.why;
}
