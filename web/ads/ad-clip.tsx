import type { Ad } from '@scoville/contract/ads.ts';
import type Hls from 'hls.js';
import { useEffect, useRef } from 'react';
import { levelledGain } from '../player/loudness.ts';
import { followVolume } from '../player/settings/follow-volume.ts';
import { HLS, chooseSource } from '../player/sources.ts';

interface AdClipProps {
  ad: Ad;
  /** Somebody looks at it by themselves: it has controls and waits. */
  controls?: boolean;
  /** The second at which it begins. */
  from?: number;
  onEnded?: () => void;
  onError?: () => void;
  /** It plays, or does not: it has not begun, waits for its next bytes, was stopped, or is taken off the page. */
  onPlays?: (plays: boolean) => void;
  /** Seconds of it that were played. */
  onPlayed?: (seconds: number) => void;
}

/** A clip that plays by itself, unless it has controls. */
export function AdClip({ ad, controls = false, from = 0, onEnded, onError, onPlays, onPlayed }: AdClipProps) {
  const video = useRef<HTMLVideoElement>(null);
  const failed = useRef(onError);
  const plays = useRef(onPlays);
  useEffect(() => {
    failed.current = onError;
    plays.current = onPlays;
  });
  const { sources } = ad;
  const gain = levelledGain(ad.loudness);
  // The browser's own controls have a volume of their own.
  useEffect(() => (video.current && !controls ? followVolume(video.current, gain) : undefined), [controls, gain]);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    let isGone = false;
    let hls: Hls | null = null;
    const open = async () => {
      const library = sources.some(({ type }) => type === HLS) ? (await import('hls.js')).default : null;
      if (isGone) return;
      const source = chooseSource(sources, {
        plays: (type, codecs) => element.canPlayType(codecs ? `${type}; codecs="${codecs}"` : type) !== '',
        hls: library?.isSupported() ?? false,
        prefersMp4: true,
      });
      if (source === null) throw new Error('This browser plays none of its files.');
      if (source.type === HLS && library?.isSupported()) {
        hls = new library({ startPosition: from });
        hls.on(library.Events.ERROR, (_event, { fatal }) => fatal && failed.current?.());
        hls.loadSource(source.url);
        hls.attachMedia(element);
      } else {
        element.src = source.url;
        if (from > 0) element.currentTime = from;
      }
      if (!controls) await element.play();
    };
    open().catch((error: unknown) => {
      if (isGone) return;
      console.warn('An ad could not be played.', error);
      failed.current?.();
    });
    return () => {
      isGone = true;
      plays.current?.(false);
      hls?.destroy();
      element.removeAttribute('src');
      element.load();
    };
  }, [sources, controls, from]);
  return (
    // What is said in an ad has no captions: nobody writes any.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={video}
      aria-label={ad.title}
      poster={ad.image ?? undefined}
      controls={controls}
      playsInline
      onPlaying={() => onPlays?.(true)}
      onWaiting={() => onPlays?.(false)}
      onPause={() => onPlays?.(false)}
      onTimeUpdate={({ currentTarget }) => onPlayed?.(currentTarget.currentTime)}
      onEnded={onEnded}
      onError={(event) => event.currentTarget.hasAttribute('src') && onError?.()}
      className={ad.image === null ? 'h-14 w-full' : 'max-h-[min(46dvh,420px)] w-full'}
    />
  );
}
