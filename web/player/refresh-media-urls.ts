import { mediaSearch } from '@scoville/contract/media-search.ts';
import { type Media, type MediaSummary, media as mediaEndpoint } from '@scoville/contract/media.ts';
import { isUnderway } from '@scoville/contract/processing.ts';
import { ApiError, call } from '../lib/call.ts';
import type { PlayerEvent } from './player-state.ts';
import { growingPlaylistOf, reaches } from './unfinished.ts';

/** Milliseconds that a server may take to answer. */
const ANSWER_WITHIN = 10_000;

interface Playing {
  /** What would be played of a media. */
  urlOf: (media: MediaSummary) => string | null;
  /** Where it is to go on, in seconds. */
  at: number;
  /** What is loaded and still reads on; null when it failed. */
  loaded: string | null;
}

/** Asks for new addresses of a track that could not be played, or does not go on. Never throws. */
export async function refreshMediaUrls(id: string, { urlOf, at, loaded }: Playing): Promise<PlayerEvent> {
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
    // The player says itself that it stopped; no message beside it.
    return isRefusal(error) ? { type: 'refreshed', id, media: null } : { type: 'unreachable', id };
  }
}

/** An address without what expires in it. */
const keyOf = (url: string): string => url.replace(/^\/files\/[^/]+/, '');

/** Only the whole document says how far the work on its file is. */
const fetchWhole = (id: string): Promise<Media> =>
  call(mediaEndpoint, { params: { id }, signal: AbortSignal.timeout(ANSWER_WITHIN) });

/** Is what would be played written as far as this second? Work that ended meanwhile has no playlist any more. */
async function isPreparedAt(url: string, second: number): Promise<boolean> {
  const growing = growingPlaylistOf(url);
  if (growing === null) return true;
  const answer = await fetch(growing, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN) });
  return answer.ok && reaches(await answer.text(), second);
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
