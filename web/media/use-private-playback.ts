import type { Media } from '@scoville/contract/media.ts';
import { type RefObject, useEffect, useState } from 'react';
import { fetchHls, fetchHlsAhead } from '../player/loading/hls-library.ts';
import { volume, volumePart } from '../player/settings/volume.ts';
import { HLS } from '../player/sources.ts';
import { useAudioFocus } from './use-audio-focus.ts';
import { useElementSource } from './use-element-source.ts';
import { canRetry, usePlaybackRecovery } from './use-playback-recovery.ts';

const CANNOT = 'Your browser cannot play this.';

const needsHls = ({ sources }: Media) => sources.some(({ type }) => type === HLS);

/** Plays a media of a private link. `onExpired` requests new addresses and throws when the link is no longer good. */
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
    // As loud as the product's player, until its own controls say otherwise.
    if (host.current) Object.assign(host.current, { volume: volumePart(), muted: volume().muted });
  }, [host]);

  const load = async (shown: Media, at: number, failed: (at: number) => void) => {
    const element = host.current;
    if (element === null) return;
    const library = needsHls(shown) ? await fetchHls() : null;
    if (!source.load(element, { media: shown, library, at, failed })) return setProblem(CANNOT);
    setLoaded(true);
    clearProblem();
    // Paused meanwhile, or something else sounds now.
    if (!focus.isWanted()) return;
    try {
      await element.play();
    } catch (error) {
      // The element's own error is told by its event; a browser that wants a press has its controls.
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
    /** Loads code that the media needs, ahead of a press. */
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
        // An element also pauses after an error, which is not taken for somebody's pause.
        if (!host.current?.error) focus.giveUp();
      },
      onError: () => {
        if (isLoaded && !source.isInParts()) recovery.recover(source.position());
      },
    },
  };
}
