import type { MediaSummary } from '@scoville/contract/media.ts';
import { startTransition, useCallback, useState } from 'react';
import { Rail } from '../ui/rail.tsx';
import { MediaCard } from './media-card.tsx';

/** The space between two cards, in pixels, and a card's least width with it. */
const STEP = 164;

/**
 * Media as a carousel: cards of 160 px, 150 px on a phone. Those out of sight are drawn when somebody points at the rail,
 * moves it, or comes into it with the keyboard.
 */
export function MediaRail({ label, media }: { label: string; media: readonly MediaSummary[] }) {
  const [shown, setShown] = useState(() => Math.ceil(innerWidth / STEP) + 2);
  const drawAll = useCallback(() => startTransition(() => setShown(Infinity)), []);
  return (
    <Rail label={label} onUse={drawAll}>
      {media.slice(0, shown).map(({ id }, index) => (
        <li key={id} className="w-[150px] flex-none snap-start md:w-40">
          <MediaCard list={media} index={index} />
        </li>
      ))}
    </Rail>
  );
}
