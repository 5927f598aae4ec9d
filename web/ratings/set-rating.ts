import { genreInfo, genres, moodInfo, moods } from '@scoville/contract/category-calls.ts';
import { mediaOfUser } from '@scoville/contract/media-of-user.ts';
import { type Rating, rate } from '@scoville/contract/ratings.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { markWritten } from '../media/mark-written.ts';
import { ratingQuery } from './ratings.calls.ts';

/** The stars that are wanted for media about which the server is being asked; null for none. */
const wanted = new Map<string, number | null>();
/** Where averages of several media are shown. */
const AVERAGES: ReadonlySet<unknown> = new Set(
  [genres, moods, genreInfo, moodInfo, mediaOfUser].map(({ path }) => path),
);

/**
 * Gives a media stars of the account, or takes them back with null: shown at once, and as before when the server refuses.
 * Of presses in quick succession the last one counts, and one call is under way at a time. A visitor is led to the login.
 *
 * @param before what is known of the media's ratings
 */
export async function setRating(
  client: QueryClient,
  product: string,
  before: Rating,
  stars: number | null,
): Promise<void> {
  const { id } = before;
  const { queryKey } = ratingQuery(id);
  const isUnderWay = wanted.has(id);
  wanted.set(id, stars);
  const show = () => client.setQueryData(queryKey, (known) => ({ ...(known ?? before), ownRating: stars }));
  show();
  if (isUnderWay) return;
  // An answer that is still on its way would put the stars back, and giving up on it does so, too.
  await client.cancelQueries({ queryKey });
  show();
  let known = before;
  try {
    do known = await call(rate, { params: { id }, body: { rating: wanted.get(id) ?? null } });
    while (wanted.get(id) !== known.ownRating);
  } catch (error) {
    showFailure(error, product);
    // What it was before may not have been known.
    void client.invalidateQueries({ queryKey });
  } finally {
    wanted.delete(id);
    client.setQueryData(queryKey, known);
  }
  const { rating, ratingCount } = known;
  await markWritten(client, id, { rating, ratingCount }, () => wanted.has(id));
  await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => AVERAGES.has(path) });
}
