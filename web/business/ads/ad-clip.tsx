import type { Ad } from '@scoville/contract/business/ads/ads.ts';
import type Hls from 'hls.js';
import { useEffect, useRef } from 'react';
import { levelledGain } from '../../catalogue/player/loudness.ts';
import { followVolume } from '../../catalogue/player/settings/follow-volume.ts';
import { HLS, chooseSource } from '../../catalogue/player/sources.ts';

interface AdClipProps {
  ad: Ad;
  /** For a preview: the clip has controls and doesn't start automatically. */
  controls?: boolean;
  /** The second at which playback starts. */
  from?: number;
  onEnded?: () => void;
  onError?: () => void;
  /**
   * Called with true when the clip plays, and with false when it doesn't: before its start, while it buffers, when it
   * was paused or removed from the page.
   */
  onPlays?: (plays: boolean) => void;
  /** Called with the playback position in seconds. */
  onPlayed?: (seconds: number) => void;
}

/** A clip that plays automatically, unless it has controls. */
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
  // With the browser's own controls, the user sets the volume there.
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
    // Ads have no captions, because advertisers supply none.
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
