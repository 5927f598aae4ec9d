import type { MediaSummary } from '@scoville/contract/media.ts';
import { startTransition, useCallback, useState } from 'react';
import { Rail } from '../ui/rail.tsx';
import { MediaCard } from './media-card.tsx';

/** A card's least width plus the space between two cards, in pixels. */
const STEP = 164;

interface MediaRailProps {
  /** The accessible name of the list. */
  label: string;
  media: readonly MediaSummary[];
  /** False if the list is below a phone's first screen. */
  isFirst?: boolean;
}

/**
 * Songs and videos as a carousel of cards, 160 px wide or 150 px on a phone. Cards out of sight are drawn once the user
 * points at the rail, moves it, or reaches it with the keyboard.
 */
export function MediaRail({ label, media, isFirst = true }: MediaRailProps) {
  const [shown, setShown] = useState(() => Math.ceil(innerWidth / STEP) + 2);
  const drawAll = useCallback(() => startTransition(() => setShown(Infinity)), []);
  return (
    <Rail label={label} onUse={drawAll}>
      {media.slice(0, shown).map(({ id }, index) => (
        <li key={id} className="w-[150px] flex-none snap-start md:w-40">
          <MediaCard list={media} index={index} isFirst={isFirst} />
        </li>
      ))}
    </Rail>
  );
}
