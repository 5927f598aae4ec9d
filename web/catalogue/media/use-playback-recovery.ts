import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../platform/lib/call.ts';

/** The maximum number of requests for new addresses while playback fails at the same place. */
const MAX_REFRESHES = 3;
const BROKEN = 'This can’t be played right now. Try again later.';
const GONE = 'This is no longer available. The link may have been revoked.';
const NO_CONNECTION = 'No connection. Check your network and try again.';
/**
 * Seconds between two failures from which the second one counts as a new problem, because the addresses worked in
 * between.
 */
const ANOTHER_PLACE = 10;

/** Whether the server's response means that the link does not exist or was revoked. */
const isRefused = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

/** Whether the listener can try again after a problem. */
export const canRetry = (problem: string) => [NO_CONNECTION, BROKEN].includes(problem);

interface Playback {
  /** Requests new addresses. Throws if the link is no longer valid. */
  onExpired: () => Promise<Media | undefined>;
  /** Loads the item from a second on. Calls `failed` with the second at which playback can't continue. */
  load: (media: Media, at: number, failed: (at: number) => void) => Promise<void>;
  /** Stops, and shows the reason to the listener. */
  stop: (why: string) => void;
  clearProblem: () => void;
}

interface PlaybackRecovery {
  /** Loads the item from its beginning, and forgets earlier failures. */
  start: (media: Media) => void;
  /** Continues at the second at which playback failed, or stops with a reason. */
  recover: (at: number) => void;
  /** Continues after an interruption. */
  retry: () => void;
}

/** Continues the playback of a private link's item after its addresses expired or the network was lost. */
export function usePlaybackRecovery({ onExpired, load, stop, clearProblem }: Playback): PlaybackRecovery {
  const refreshes = useRef(0);
  /** The second of the last failure. */
  const failedAt = useRef(0);
  /** Continues playback after an interruption; null while playback is not interrupted. */
  const goOn = useRef<(() => void) | null>(null);
  useEffect(() => {
    const onOnline = () => goOn.current?.();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);

  /** Stops with a reason. A click on retry, or the return of the network, continues at the same second. */
  const breakOff = (why: string, at: number) => {
    stop(why);
    goOn.current = () => {
      goOn.current = null;
      refreshes.current = 0;
      clearProblem();
      refresh(at);
    };
  };
  /** Continues at this second with new addresses, or stops with a reason. */
  const refresh = (at: number) => {
    // Without a network, the request would wait without any sign of it on the screen.
    if (!navigator.onLine) return breakOff(NO_CONNECTION, at);
    refreshes.current += 1;
    if (refreshes.current > MAX_REFRESHES) return breakOff(BROKEN, at);
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
