import { genreInfo, genres, moodInfo, moods } from '@scoville/contract/catalogue/categories/category-calls.ts';
import { mediaOfUser } from '@scoville/contract/catalogue/media/media-of-user.ts';
import { type Rating, rate } from '@scoville/contract/catalogue/ratings.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { markWritten } from '../media/mark-written.ts';
import { ratingQuery } from './ratings.calls.ts';

/** The latest stars for each item that has a request under way; null for none. */
const wanted = new Map<string, number | null>();
/** The calls whose responses contain averages over several items. */
const AVERAGES: ReadonlySet<unknown> = new Set(
  [genres, moods, genreInfo, moodInfo, mediaOfUser].map(({ path }) => path),
);

/**
 * Sets the account's stars for a song or video, or removes them with null. The change is shown immediately, and undone
 * if the server refuses it. Of several clicks in a row the last one counts, and only one request is under way at a
 * time. A visitor is sent to the login screen.
 *
 * @param before the ratings of the item as far as they are known
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
  // The response to a request under way would restore the old stars. Cancelling it does so, too, so show the new ones
  // again.
  await client.cancelQueries({ queryKey });
  show();
  let known = before;
  try {
    do known = await call(rate, { params: { id }, body: { rating: wanted.get(id) ?? null } });
    while (wanted.get(id) !== known.ownRating);
  } catch (error) {
    showFailure(error, product);
    // The previous rating may not have been known.
    void client.invalidateQueries({ queryKey });
  } finally {
    wanted.delete(id);
    client.setQueryData(queryKey, known);
  }
  const { rating, ratingCount } = known;
  await markWritten(client, id, { rating, ratingCount }, () => wanted.has(id));
  await client.invalidateQueries({ predicate: ({ queryKey: [path] }) => AVERAGES.has(path) });
}
