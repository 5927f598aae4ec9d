import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { type RefObject, useEffect, useState } from 'react';
import { fetchHls, fetchHlsAhead } from '../player/loading/hls-library.ts';
import { volume, volumePart } from '../player/settings/volume.ts';
import { HLS } from '../player/sources.ts';
import { useAudioFocus } from './use-audio-focus.ts';
import { useElementSource } from './use-element-source.ts';
import { canRetry, usePlaybackRecovery } from './use-playback-recovery.ts';

const CANNOT = 'Your browser cannot play this.';

const needsHls = ({ sources }: Media) => sources.some(({ type }) => type === HLS);

/** Plays the item of a private link. `onExpired` requests new addresses, and throws if the link is no longer valid. */
export function usePrivatePlayback(
  host: RefObject<HTMLMediaElement | null>,
  media: Media,
  onExpired: () => Promise<Media | undefined>,
) {
  const [isLoaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState('');
  const clearProblem = () => setProblem('');
  const focus = useAudioFocus(host);
  const source = useElementSource(host);
  useEffect(() => {
    // Starts at the volume of the product's player, until the listener changes it with the element's controls.
    if (host.current) Object.assign(host.current, { volume: volumePart(), muted: volume().muted });
  }, [host]);

  const load = async (shown: Media, at: number, failed: (at: number) => void) => {
    const element = host.current;
    if (element === null) return;
    const library = needsHls(shown) ? await fetchHls() : null;
    if (!source.load(element, { media: shown, library, at, failed })) return setProblem(CANNOT);
    setLoaded(true);
    clearProblem();
    // The listener paused in the meantime, or something else plays now.
    if (!focus.isWanted()) return;
    try {
      await element.play();
    } catch (error) {
      // The element reports its own errors in an event. If the browser requires a click first, the listener can click
      // the element's controls.
      console.warn('It did not begin by itself.', error);
    }
  };
  const stop = (why: string) => {
    setProblem(why);
    focus.release();
  };
  const recovery = usePlaybackRecovery({ onExpired, load, stop, clearProblem });

  return {
    isLoaded,
    problem,
    isElsewhere: focus.isElsewhere,
    canRetry: canRetry(problem) && isLoaded,
    /** Loads the code that the item needs, ahead of a click. */
    prepare: () => {
      if (needsHls(media)) fetchHlsAhead();
    },
    begin: () => {
      focus.want();
      recovery.start(media);
    },
    retry: () => {
      focus.want();
      recovery.retry();
    },
    /** Handlers for the element. */
    events: {
      onPlay: focus.take,
      onPlaying: () => {
        source.reached();
        clearProblem();
      },
      onPause: () => {
        // An element also pauses after an error, which does not mean that the listener paused it.
        if (!host.current?.error) focus.giveUp();
      },
      onError: () => {
        if (isLoaded && !source.isInParts()) recovery.recover(source.position());
      },
    },
  };
}
