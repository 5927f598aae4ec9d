import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useClock } from './clock.ts';
import { seekTo } from './place-track.ts';
import { playFrom } from './play-from.ts';
import { useIsInPlayer } from './player.ts';
import { Waveform } from './waveform.tsx';

interface TrackWaveformProps {
  media: Media;
  className?: string;
}

/**
 * The waveform on the page of a song or video. It follows the player if the item is in the player; otherwise a press
 * plays the item from there.
 */
export default function TrackWaveform({ media, className }: TrackWaveformProps) {
  const isCurrent = useIsInPlayer(media.id);
  const clock = useClock();
  const seek = (seconds: number) => {
    if (isCurrent) seekTo(seconds);
    else playFrom(media, seconds);
  };
  return (
    <Waveform
      peaks={media.peaks}
      position={isCurrent ? clock.position : 0}
      duration={isCurrent ? clock.duration : (media.length ?? 0)}
      onSeek={seek}
      className={className}
    />
  );
}
