import type { Media } from '@scoville/contract/media.ts';
import { useMemo } from 'react';
import { useClock } from '../player/clock.ts';
import { currentTrack } from '../player/player-state.ts';
import { usePlayer } from '../player/player.ts';

/** Bars of the drawing, 4 units apart. */
const BARS = 120;

/** The loudest of each slice of the waveform, as heights from 0 to 1. */
function heights(peaks: readonly number[]): number[] {
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * peaks.length) / BARS);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / BARS));
    return Math.max(0.06, Math.max(...peaks.slice(from, to)) / 255);
  });
}

/** The waveform of the pinned media, lit as far as it was played. Decoration: the player's own is the one that seeks. */
export function HeroWaveform({ media: { id, peaks, length } }: { media: Media }) {
  const isCurrent = usePlayer((state) => currentTrack(state)?.id === id);
  const path = useMemo(
    () =>
      heights(peaks ?? [])
        .map((height, bar) => `M${bar * 4 + 1.2} ${32 - height * 31}v${height * 62}`)
        .join(''),
    [peaks],
  );
  if (peaks === null || peaks.length === 0) return null;
  return (
    <svg
      viewBox={`0 0 ${BARS * 4 - 1.6} 64`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="my-5 block h-16 w-full"
    >
      <path d={path} className="stroke-line" strokeWidth="2.4" />
      {isCurrent && <Played path={path} length={length ?? 0} />}
    </svg>
  );
}

function Played({ path, length }: { path: string; length: number }) {
  const { position } = useClock();
  const share = length > 0 ? Math.min(1, position / length) : 0;
  return (
    <svg width={share * (BARS * 4 - 1.6)} height="64">
      <path d={path} className="stroke-ember" strokeWidth="2.4" />
    </svg>
  );
}
