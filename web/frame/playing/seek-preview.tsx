import type { SeekPreview as Pictures } from '@scoville/contract/catalogue/media/media.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { timeText } from '../../catalogue/player/clock.ts';

/** Milliseconds that a picture is shown after a key was pressed. */
const STAYS = 1500;

interface SeekPreviewProps {
  pictures: Pictures;
  /** Seconds. */
  position: number;
  duration: number;
  /** The pointer's x coordinate in the window; null while the pointer is not over the slider. */
  pointer: RefObject<number | null>;
}

/**
 * A video's picture at the position to which the user points, drags, or moves by keys. It appears above the adjacent
 * slider. Screen readers read the slider's own value instead.
 */
export function SeekPreview({ pictures, position, duration, pointer }: SeekPreviewProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  /** Seconds; `here` follows the playback position. */
  const [at, setAt] = useState<number | 'here' | null>(null);
  useEffect(() => {
    const slider = anchor.current?.parentElement?.querySelector<HTMLElement>('[role=slider]');
    if (!slider) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hide = () => setAt(null);
    const point = ({ clientX }: { clientX: number }) => {
      clearTimeout(timer);
      const box = slider.getBoundingClientRect();
      setAt(Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * duration);
    };
    if (pointer.current !== null) point({ clientX: pointer.current });
    slider.addEventListener('pointermove', point, { signal });
    slider.addEventListener('pointerdown', point, { signal });
    for (const end of ['pointerleave', 'pointercancel', 'blur']) slider.addEventListener(end, hide, { signal });
    slider.addEventListener('pointerup', (event) => event.pointerType !== 'mouse' && hide(), { signal });
    // The slider stops the propagation of the keys that move it, so listen on the slider itself.
    slider.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') return hide();
        if (!/^(Arrow|Page)|^(Home|End)$/.test(key)) return;
        setAt('here');
        clearTimeout(timer);
        timer = setTimeout(hide, STAYS);
      },
      { signal },
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [duration, pointer]);

  const seconds = at === 'here' ? position : at;
  return (
    <span
      ref={anchor}
      aria-hidden="true"
      data-seek-previews
      className="pointer-events-none absolute inset-x-0 bottom-full z-30"
    >
      {seconds !== null && duration > 0 && <Picture {...{ pictures, seconds }} share={seconds / duration} />}
    </span>
  );
}

function Picture({ pictures, seconds, share }: { pictures: Pictures; seconds: number; share: number }) {
  const { url, interval, columns, count, width, height } = pictures;
  const cell = Math.max(0, Math.min(count - 1, Math.floor(seconds / interval)));
  const half = `${width / 2}px`;
  return (
    <span
      data-seek-preview
      className="absolute bottom-2 flex -translate-x-1/2 flex-col items-center overflow-hidden rounded-control border border-line bg-black text-white shadow-lg"
      style={{ left: `clamp(${half}, ${share * 100}%, calc(100% - ${half}))`, width }}
    >
      <span
        className="block"
        style={{
          width,
          height,
          backgroundImage: `url(${JSON.stringify(url)})`,
          backgroundPosition: `${-(cell % columns) * width}px ${-Math.floor(cell / columns) * height}px`,
        }}
      />
      <span className="tabular py-0.5 text-caption">{timeText(seconds)}</span>
    </span>
  );
}
