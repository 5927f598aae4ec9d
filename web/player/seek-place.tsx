import { type ComponentProps, Suspense } from 'react';
import { latePart } from '../ui/late-part.tsx';
import { useClock } from './clock.ts';
import { seekTo } from './engine.ts';
import type { CurrentTrack } from './use-current.ts';
import { Waveform } from './waveform.tsx';

const SeekPreview = latePart(async () => ({ default: (await import('./seek-preview.tsx')).SeekPreview }));

/** The seek controls of the current track: its waveform, and for a video also the picture at that position. */
export function SeekPlace({ track, className }: { track: CurrentTrack } & Pick<ComponentProps<'span'>, 'className'>) {
  const { position, duration } = useClock();
  const { peaks = null, seekPreview = null } = track;
  return (
    <span className={`relative block ${className ?? ''}`}>
      <Waveform peaks={peaks} position={position} duration={duration} onSeek={seekTo} className="size-full" />
      {seekPreview && (
        <Suspense>
          <SeekPreview pictures={seekPreview} position={position} duration={duration} />
        </Suspense>
      )}
    </span>
  );
}
