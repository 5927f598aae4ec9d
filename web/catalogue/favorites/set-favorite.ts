import { addFavorite, removeFavorite } from '@scoville/contract/catalogue/favorites.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { meQuery } from '../../platform/lib/query.ts';
import { markShown } from '../media/mark-shown.ts';
import { markWritten } from '../media/mark-written.ts';
import { keepFavorites, localFavorites } from './local-favorites.ts';

/** The latest choice for each item that has a request under way. */
const wanted = new Map<string, boolean>();

/**
 * Adds a song or video to the account's favorites or removes it. Every place shows the change immediately; if the
 * server refuses it, the change is undone. Of several clicks in a row the last one counts, and only one request is
 * under way at a time. A visitor's favorites are stored in the browser.
 */
export async function setFavorite(
  client: QueryClient,
  product: string,
  { id, rememberCount }: Pick<MediaSummary, 'id' | 'rememberCount'>,
  isFavorite: boolean,
): Promise<void> {
  if (!client.getQueryData(meQuery().queryKey)) {
    const others = localFavorites().filter((one) => one !== id);
    keepFavorites(isFavorite ? [...others, id] : others);
    return;
  }
  const isUnderWay = wanted.has(id);
  wanted.set(id, isFavorite);
  markShown(client, id, { isFavorite, rememberCount: rememberCount + (isFavorite ? 1 : -1) });
  if (isUnderWay) return;
  let known = { isFavorite: !isFavorite, rememberCount };
  try {
    while (wanted.get(id) !== known.isFavorite)
      known = await call(wanted.get(id) ? addFavorite : removeFavorite, { params: { id } });
  } catch (error) {
    showFailure(error, product);
  } finally {
    wanted.delete(id);
  }
  const { isFavorite: isOne, rememberCount: count } = known;
  await markWritten(client, id, { isFavorite: isOne, rememberCount: count }, () => wanted.has(id));
}
