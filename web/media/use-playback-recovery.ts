import type { Media } from '@scoville/contract/media.ts';
import { useEffect, useRef } from 'react';
import { ApiError } from '../lib/call.ts';

/** New addresses that are asked for when one has expired. */
const MOST_REFRESHES = 3;
const BROKEN = 'This can’t be played right now. Try again later.';
const GONE = 'This is no longer available. The link may have been revoked.';
const NO_CONNECTION = 'No connection. Check your network and try again.';
/** Another place than that of the last failure, by so many seconds: the addresses were good, and this is another matter. */
const ANOTHER_PLACE = 10;

/** Does the server answer that there is no such link? */
const isRefused = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

/** Whether the listener can try again after a problem. */
export const canRetry = (problem: string) => [NO_CONNECTION, BROKEN].includes(problem);

interface Playback {
  /** Requests new addresses. Throws when the link is no longer good. */
  onExpired: () => Promise<Media | undefined>;
  /** Loads the media from a second on. Calls `failed` with the second where it can't go on. */
  load: (media: Media, at: number, failed: (at: number) => void) => Promise<void>;
  /** Stops, and shows the reason to the listener. */
  stop: (why: string) => void;
  clearProblem: () => void;
}

interface PlaybackRecovery {
  /** Loads the media from its beginning, and forgets earlier failures. */
  start: (media: Media) => void;
  /** Goes on at the second where it failed, or stops with a reason. */
  recover: (at: number) => void;
  /** Goes on after it broke off. */
  retry: () => void;
}

/** Continues a media of a private link after its addresses expired or the network was lost. */
export function usePlaybackRecovery({ onExpired, load, stop, clearProblem }: Playback): PlaybackRecovery {
  const refreshes = useRef(0);
  /** Where it failed last, in seconds. */
  const failedAt = useRef(0);
  /** How it goes on after it broke off. */
  const goOn = useRef<(() => void) | null>(null);
  useEffect(() => {
    const onOnline = () => goOn.current?.();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);

  /** Says why it broke off at this second, from where a press, or a network that is back, lets it go on. */
  const breakOff = (why: string, at: number) => {
    stop(why);
    goOn.current = () => {
      goOn.current = null;
      refreshes.current = 0;
      clearProblem();
      refresh(at);
    };
  };
  /** Goes on with new addresses from this second, or says why not. */
  const refresh = (at: number) => {
    // Without a network the question would wait unseen.
    if (!navigator.onLine) return breakOff(NO_CONNECTION, at);
    refreshes.current += 1;
    if (refreshes.current > MOST_REFRESHES) return breakOff(BROKEN, at);
    onExpired()
      .then((found) => (found === undefined ? stop(GONE) : load(found, at, recover)))
      .catch((error: unknown) => {
        if (isRefused(error)) return stop(GONE);
        console.warn('There was no answer.', error);
        breakOff(NO_CONNECTION, at);
      });
  };

  const recover = (at: number) => {
    if (Math.abs(at - failedAt.current) >= ANOTHER_PLACE) refreshes.current = 0;
    failedAt.current = at;
    refresh(at);
  };

  return {
    start: (media) => {
      [refreshes.current, goOn.current] = [0, null];
      load(media, 0, recover).catch((error: unknown) => {
        console.warn('It could not be loaded.', error);
        breakOff(NO_CONNECTION, 0);
      });
    },
    recover,
    retry: () => goOn.current?.(),
  };
}
