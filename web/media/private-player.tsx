import type { Media } from '@scoville/contract/media.ts';
import type { TimedLine } from '@scoville/contract/timed-text.ts';
import type Hls from 'hls.js';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { dispatch, onPlayerChange, playerState } from '../player/player.ts';
import { joinTabs } from '../player/queue/one-tab.ts';
import { HLS, chooseSource } from '../player/sources.ts';
import { CaptionsTrack } from '../timed-text/words-by-link.tsx';
import { Button } from '../ui/button.tsx';
import { PlayIcon } from '../ui/first-icons.tsx';

/** New addresses that are asked for when one has expired. */
const MOST_REFRESHES = 3;
const CANNOT = 'Your browser cannot play this.';
const GONE = 'This cannot be played any more. The link may have been revoked: reload the page.';

const choose = (element: HTMLMediaElement, media: Media, hls: boolean) =>
  chooseSource(media.sources, {
    plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
    hls,
    prefersMp4: /^((?!chrome|android).)*safari/i.test(navigator.userAgent),
  });

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

  const load = async (shown: Media, at: number) => {
    const element = host.current;
    if (element === null) return;
    const library = shown.sources.some(({ type }) => type === HLS) ? (await import('hls.js')).default : null;
    const source = choose(element, shown, library?.isSupported() ?? false);
    if (source === null) return setProblem(CANNOT);
    hls.current?.destroy();
    hls.current = null;
    if (at > 0) element.addEventListener('loadedmetadata', () => (element.currentTime = at), { once: true });
    if (source.type === HLS && library?.isSupported()) {
      hls.current = new library();
      hls.current.on(library.Events.ERROR, (_event, { fatal }) => fatal && again());
      hls.current.loadSource(source.url);
      hls.current.attachMedia(element);
    } else element.src = source.url;
    setLoaded(true);
    // Paused meanwhile, or something else sounds now.
    if (!wantsToPlay.current) return;
    try {
      await element.play();
    } catch (error) {
      // The element's own error is told by its event; a browser that wants a press has its controls.
      console.warn('It did not begin by itself.', error);
    }
  };
  /** Goes on where it was with new addresses, or says why not. */
  const refresh = async () => {
    refreshes.current += 1;
    const at = host.current?.currentTime ?? 0;
    const found = refreshes.current > MOST_REFRESHES ? undefined : await onExpired();
    if (found === undefined) return setProblem(GONE);
    await load(found, at);
  };
  const again = () => {
    refresh().catch(() => setProblem(GONE));
  };
  const begin = () => {
    refreshes.current = 0;
    wantsToPlay.current = true;
    load(media, 0).catch(() => setProblem('This cannot be played just now. Check your connection and try again.'));
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
    onPause: () => {
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
        <Button variant="main" size="large" onClick={begin}>
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
      <p role="alert" className="text-error empty:hidden">
        {problem}
      </p>
    </div>
  );
}
