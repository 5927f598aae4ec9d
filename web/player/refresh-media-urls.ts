import { mediaSearch } from '@scoville/contract/media-search.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { ApiError, call } from '../lib/call.ts';
import type { PlayerEvent } from './player-state.ts';

/** Milliseconds that a server may take to answer. */
const ANSWER_WITHIN = 10_000;

/** Asks for new addresses of a track that could not be played; `urlOf` is what would be played of it. Never throws. */
export async function refreshMediaUrls(
  id: string,
  urlOf: (media: MediaSummary) => string | null,
): Promise<PlayerEvent> {
  try {
    const media = await fetchMedia(id);
    const url = media && urlOf(media);
    return url && !(await isServed(url)) ? { type: 'unreachable', id } : { type: 'refreshed', id, media };
  } catch (error) {
    // The player says itself that it stopped; no message beside it.
    return isRefusal(error) ? { type: 'refreshed', id, media: null } : { type: 'unreachable', id };
  }
}

/** The media as the server says it now; null when it is gone. */
export const fetchMedia = (id: string): Promise<MediaSummary | null> =>
  call(mediaSearch, { query: { ids: id, paged: false }, signal: AbortSignal.timeout(ANSWER_WITHIN) }).then(
    ({ media }) => media[0] ?? null,
  );

/**
 * Does a server answer for this file? An element tells no server that is down from a file that is broken. One that
 * refuses it (its address has expired) answers.
 */
async function isServed(url: string): Promise<boolean> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ANSWER_WITHIN);
  try {
    const { status } = await fetch(url, { cache: 'no-store', signal: stop.signal });
    return status < 500 && status !== 429;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    // Its content is not wanted.
    stop.abort();
  }
}

/** The server answered, and will not answer otherwise soon. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
