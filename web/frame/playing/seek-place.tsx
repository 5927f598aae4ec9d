import { type ComponentProps, type PointerEvent, Suspense, useRef } from 'react';
import { latePart } from '../../platform/ui/lazy-part.tsx';
import { useClock } from '../../catalogue/player/clock.ts';
import { seekTo } from '../../catalogue/player/place-track.ts';
import type { CurrentTrack } from './use-current.ts';
import { Waveform } from '../../catalogue/player/waveform.tsx';

const SeekPreview = latePart(async () => ({ default: (await import('./seek-preview.tsx')).SeekPreview }));

/** The seek controls of the current track: its waveform, and for a video also the picture at that position. */
export function SeekPlace({ track, className }: { track: CurrentTrack } & Pick<ComponentProps<'span'>, 'className'>) {
  const { position, duration } = useClock();
  const { peaks = null, seekPreview = null } = track;
  /** The position of the pointer, which may rest here before the pictures are loaded. */
  const pointer = useRef<number>(null);
  const onPoint = (event: PointerEvent) => (pointer.current = event.clientX);
  return (
    <span
      className={`relative block ${className ?? ''}`}
      onPointerEnter={onPoint}
      onPointerMove={onPoint}
      onPointerLeave={() => (pointer.current = null)}
    >
      <Waveform peaks={peaks} position={position} duration={duration} onSeek={seekTo} className="size-full" />
      {seekPreview && (
        <Suspense>
          <SeekPreview pictures={seekPreview} position={position} duration={duration} pointer={pointer} />
        </Suspense>
      )}
    </span>
  );
}
