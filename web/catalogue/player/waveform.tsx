import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { classNames } from '../../platform/ui/class-names.ts';
import { timeText } from './clock.ts';
import { BARS, toBars } from './waveform-bars.ts';

const STEP = 5;
const LEAP = 30;
/** Pixels from which a horizontal touch movement seeks. */
const SLIDES_FROM = 8;

export interface WaveformProps {
  /** 0 to 255 each; null draws an even line until the peaks are loaded. */
  peaks: readonly number[] | null;
  /** Seconds. */
  position: number;
  duration: number;
  onSeek: (seconds: number) => void;
  className?: string;
}

/**
 * The track's waveform, which is also the control for seeking: by pointer, arrow keys, Page Up and Down, Home and End.
 * A vertical touch movement scrolls the page and does not seek.
 */
export function Waveform({ peaks, position, duration, onSeek, className }: WaveformProps) {
  const path = useMemo(
    () =>
      toBars(peaks)
        .map((height, bar) => `M${bar * 4 + 2} ${50 - height * 48}v${height * 96}`)
        .join(''),
    [peaks],
  );
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  const to = (seconds: number) => onSeek(Math.min(Math.max(0, seconds), duration));

  const byPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    to(((event.clientX - box.left) / box.width) * duration);
  };
  const finger = useRef<{ x: number; y: number; slides: boolean }>(null);
  const onDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    // A finger's intent is only clear once it moves or is lifted.
    if (event.pointerType === 'mouse') byPointer(event);
    else finger.current = { x: event.clientX, y: event.clientY, slides: false };
  };
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerType === 'mouse') return event.buttons === 1 && byPointer(event);
    const from = finger.current;
    if (from === null) return;
    const across = Math.abs(event.clientX - from.x);
    from.slides ||= across > Math.max(SLIDES_FROM, Math.abs(event.clientY - from.y));
    if (from.slides) byPointer(event);
  };
  const onUp = (event: PointerEvent<HTMLDivElement>) => {
    const from = finger.current;
    finger.current = null;
    if (from && !from.slides && Math.abs(event.clientY - from.y) <= SLIDES_FROM) byPointer(event);
  };
  const byKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: position + STEP,
      ArrowUp: position + STEP,
      ArrowLeft: position - STEP,
      ArrowDown: position - STEP,
      PageUp: position + LEAP,
      PageDown: position - LEAP,
      Home: 0,
      End: duration,
    };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    to(target);
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Seek"
      aria-valuemin={0}
      aria-valuemax={Math.round(duration)}
      aria-valuenow={Math.round(position)}
      aria-valuetext={`${timeText(position)} of ${timeText(duration)}`}
      onKeyDown={byKey}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={onUp}
      // The browser takes over the touch for scrolling.
      onPointerCancel={() => (finger.current = null)}
      className={classNames('touch-pan-y', className ?? 'h-10')}
    >
      <svg
        viewBox={`0 0 ${BARS * 4} 100`}
        preserveAspectRatio="none"
        className="size-full cursor-pointer"
        aria-hidden="true"
      >
        <path d={path} className="stroke-line" strokeWidth="2.4" />
        <path
          d={path}
          className="stroke-ember"
          strokeWidth="2.4"
          style={{ clipPath: `inset(0 ${(1 - share) * 100}% 0 0)` }}
        />
      </svg>
    </div>
  );
}
