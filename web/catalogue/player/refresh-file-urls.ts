import { mediaSearch } from '@scoville/contract/listening/discovery/search.ts';
import { type Media, type MediaSummary, media as mediaEndpoint } from '@scoville/contract/catalogue/media/media.ts';
import { isUnderway } from '@scoville/contract/pipeline/processing.ts';
import { ApiError, call } from '../../platform/lib/call.ts';
import type { PlayerEvent } from './player-state.ts';
import { growingPlaylistUrl, isPlayableFrom } from './growing-playlist.ts';

/** Milliseconds to wait for a response. */
const ANSWER_WITHIN = 10_000;

interface Playing {
  /** The address from which a media item would be played. */
  urlOf: (media: MediaSummary) => string | null;
  /** The position at which playback should continue, in seconds. */
  at: number;
  /** The loaded address that is still being read; null when it failed. */
  loaded: string | null;
}

/** Requests new addresses of a track that could not be played or makes no progress. Never throws. */
export async function refreshFileUrls(id: string, { urlOf, at, loaded }: Playing): Promise<PlayerEvent> {
  const preparing = (readsOn: boolean): PlayerEvent => ({ type: 'preparing', id, readsOn });
  try {
    let media = await fetchMedia(id);
    if (media?.sources.length === 0) {
      const whole = await fetchWhole(id);
      if (whole.sources.length === 0)
        return isUnderway(whole.stage) ? preparing(false) : { type: 'refreshed', id, media: null };
      media = whole;
    }
    const url = media && urlOf(media);
    if (url === null) return { type: 'refreshed', id, media };
    if (!(await isServed(url))) return { type: 'unreachable', id };
    if (!(await isPreparedAt(url, at))) return preparing(loaded !== null && keyOf(loaded) === keyOf(url));
    return { type: 'refreshed', id, media };
  } catch (error) {
    // The player itself shows that it stopped, so no other message is shown.
    return isRefusal(error) ? { type: 'refreshed', id, media: null } : { type: 'unreachable', id };
  }
}

/** An address without its expiring part. */
const keyOf = (url: string): string => url.replace(/^\/files\/[^/]+/, '');

/** Only the full media item contains the stage of its processing. */
const fetchWhole = (id: string): Promise<Media> =>
  call(mediaEndpoint, { params: { id }, signal: AbortSignal.timeout(ANSWER_WITHIN) });

/** Whether the source is written up to this second. When processing has ended in the meantime, the playlist is gone. */
async function isPreparedAt(url: string, second: number): Promise<boolean> {
  const growing = growingPlaylistUrl(url);
  if (growing === null) return true;
  const answer = await fetch(growing, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN) });
  return answer.ok && isPlayableFrom(await answer.text(), second);
}

/** Loads the media item from the server; null when it is gone. */
export const fetchMedia = (id: string): Promise<MediaSummary | null> =>
  call(mediaSearch, { query: { ids: id, paged: false }, signal: AbortSignal.timeout(ANSWER_WITHIN) }).then(
    ({ media }) => media[0] ?? null,
  );

/**
 * Whether a server responds for this file, because the element's error doesn't distinguish a server that is down from a
 * broken file. A refusal (of an expired address) counts as a response.
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
    // Only the status is needed, so abort the body.
    stop.abort();
  }
}

/** Whether the server responded with an error that will not change soon. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
