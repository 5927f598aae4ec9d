import type { Media } from '@scoville/contract/media.ts';
import type { TimedLine } from '@scoville/contract/timed-text.ts';
import type Hls from 'hls.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ApiError } from '../lib/call.ts';
import { createHls, fetchHls, fetchHlsAhead } from '../player/loading/hls-library.ts';
import { dispatch, onPlayerChange, playerState } from '../player/player.ts';
import { joinTabs } from '../player/queue/one-tab.ts';
import { volume, volumePart } from '../player/settings/volume.ts';
import { HLS, chooseSource } from '../player/sources.ts';
import { CaptionsTrack } from '../timed-text/words-by-link.tsx';
import { Button } from '../ui/button.tsx';
import { PlayIcon } from '../ui/first-icons.tsx';

/** New addresses that are asked for when one has expired. */
const MOST_REFRESHES = 3;
const CANNOT = 'Your browser cannot play this.';
const BROKEN = 'This can’t be played right now. Try again later.';
const GONE = 'This is no longer available. The link may have been revoked.';
const NO_CONNECTION = 'No connection. Check your network and try again.';
/** Another place than that of the last failure, by so many seconds: the addresses were good, and this is another matter. */
const ANOTHER_PLACE = 10;

/** Does the server answer that there is no such link? */
const isRefused = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status);

const choose = (element: HTMLMediaElement, media: Media, hls: boolean) =>
  chooseSource(media.sources, {
    plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
    hls,
    prefersMp4: /^((?!chrome|android).)*safari/i.test(navigator.userAgent),
  });

const needsHls = ({ sources }: Media) => sources.some(({ type }) => type === HLS);

/** Does the product's own player of this page sound? */
const isSounding = () => ['playing', 'ad'].includes(playerState().status);

interface PrivatePlayerProps {
  media: Media;
  /** Of a video. */
  captions: readonly TimedLine[] | undefined;
  /** Asks for new addresses. Throws when the link is no longer good. */
  onExpired: () => Promise<Media | undefined>;
}

/**
 * The browser's own controls, apart from the product's player, which keeps what it plays: the two never sound at once, nor
 * does anything in another tab.
 */
export function PrivatePlayer({ media, captions, onExpired }: PrivatePlayerProps) {
  const host = useRef<HTMLMediaElement>(null);
  const hls = useRef<Hls | null>(null);
  const refreshes = useRef(0);
  /** Where it is to go on, in seconds; 0 once it plays. */
  const resumeAt = useRef(0);
  /** Where it failed last, in seconds. */
  const failedAt = useRef(0);
  /** How it goes on after it broke off. */
  const goOn = useRef<(() => void) | null>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [problem, setProblem] = useState('');
  /** It is to sound; while it asks for new addresses the element itself is silent. */
  const wantsToPlay = useRef(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const tabs = useRef<ReturnType<typeof joinTabs>>(null);

  useEffect(() => {
    const stop = onPlayerChange(() => {
      if (isSounding()) host.current?.pause();
    });
    const joined = joinTabs(() => {
      if (!wantsToPlay.current) return;
      wantsToPlay.current = false;
      host.current?.pause();
      setElsewhere(!isSounding());
    });
    tabs.current = joined;
    return () => {
      stop();
      joined.leave();
    };
  }, []);
  useEffect(() => () => hls.current?.destroy(), []);
  useEffect(() => {
    // As loud as the product's player, until its own controls say otherwise.
    if (host.current) Object.assign(host.current, { volume: volumePart(), muted: volume().muted });
  }, []);
  useEffect(() => {
    const onOnline = () => goOn.current?.();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);

  const load = async (shown: Media, at: number) => {
    const element = host.current;
    if (element === null) return;
    const library = needsHls(shown) ? await fetchHls() : null;
    const source = choose(element, shown, library?.isSupported() ?? false);
    if (source === null) return setProblem(CANNOT);
    hls.current?.destroy();
    hls.current = null;
    resumeAt.current = at;
    if (source.type === HLS && library?.isSupported()) {
      hls.current = createHls(library, { startPosition: at });
      hls.current.on(library.Events.ERROR, (_event, { fatal }) => fatal && again());
      hls.current.loadSource(source.url);
      hls.current.attachMedia(element);
    } else {
      element.src = source.url;
      if (at > 0) element.currentTime = at;
    }
    setLoaded(true);
    setProblem('');
    // Paused meanwhile, or something else sounds now.
    if (!wantsToPlay.current) return;
    try {
      await element.play();
    } catch (error) {
      // The element's own error is told by its event; a browser that wants a press has its controls.
      console.warn('It did not begin by itself.', error);
    }
  };
  const stop = (why: string) => {
    setProblem(why);
    tabs.current?.change(false);
  };
  /** Says why it broke off at this second, from where a press, or a network that is back, lets it go on. */
  const breakOff = (why: string, at: number) => {
    stop(why);
    goOn.current = () => {
      goOn.current = null;
      refreshes.current = 0;
      setProblem('');
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
      .then((found) => (found === undefined ? stop(GONE) : load(found, at)))
      .catch((error: unknown) => {
        if (isRefused(error)) return stop(GONE);
        console.warn('There was no answer.', error);
        breakOff(NO_CONNECTION, at);
      });
  };
  const again = () => {
    const at = resumeAt.current || (host.current?.currentTime ?? 0);
    if (Math.abs(at - failedAt.current) >= ANOTHER_PLACE) refreshes.current = 0;
    failedAt.current = at;
    refresh(at);
  };
  const reach = () => {
    if (needsHls(media)) fetchHlsAhead();
  };
  const begin = () => {
    [refreshes.current, goOn.current] = [0, null];
    wantsToPlay.current = true;
    load(media, 0).catch((error: unknown) => {
      console.warn('It could not be loaded.', error);
      breakOff(NO_CONNECTION, 0);
    });
  };

  const shared = {
    'aria-label': media.title,
    controls: true,
    hidden: !isLoaded,
    preload: 'none',
    onPlay: () => {
      wantsToPlay.current = true;
      setElsewhere(false);
      if (playerState().status === 'playing') dispatch({ type: 'pause' });
      tabs.current?.change(true);
    },
    onPlaying: () => {
      resumeAt.current = 0;
      setProblem('');
    },
    onPause: () => {
      // An element also pauses after an error, which is not taken for somebody's pause.
      if (host.current?.error) return;
      wantsToPlay.current = false;
      tabs.current?.change(false);
    },
    onError: () => {
      if (isLoaded && hls.current === null) again();
    },
  };
  return (
    <div className="flex flex-col items-start gap-3">
      {!isLoaded && media.sources.length > 0 && (
        <Button variant="main" size="large" onPointerEnter={reach} onFocus={reach} onClick={begin}>
          <PlayIcon />
          Play
        </Button>
      )}
      {media.sources.length === 0 && <p className="text-muted">It cannot be played yet.</p>}
      {media.mediaType === 'song' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand on the page, as lyrics
        <audio ref={host as RefObject<HTMLAudioElement | null>} {...shared} className="w-full max-w-[520px]" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the rule sees no track that depends on there being captions
        <video
          ref={host as RefObject<HTMLVideoElement | null>}
          {...shared}
          playsInline
          {...(media.poster !== null && { poster: media.poster })}
          className="aspect-video w-full rounded-cover bg-black"
        >
          {captions !== undefined && captions.length > 0 && <CaptionsTrack lines={captions} />}
        </video>
      )}
      <p role="status" className="text-muted empty:hidden">
        {isElsewhere && 'Paused: playing in another tab'}
      </p>
      <p role="alert" className="break-words text-error empty:hidden">
        {problem}
      </p>
      {[NO_CONNECTION, BROKEN].includes(problem) && isLoaded && (
        <Button
          onClick={() => {
            wantsToPlay.current = true;
            goOn.current?.();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
