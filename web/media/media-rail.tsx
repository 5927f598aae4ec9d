import type { MediaSummary } from '@scoville/contract/media.ts';
import { startTransition, useEffect, useState } from 'react';
import { Rail } from '../ui/rail.tsx';
import { MediaCard } from './media-card.tsx';

/** Cards that a wide screen shows before it scrolls; the others follow when the screen stands. */
const FIRST = 9;

/** Media as a carousel: cards of 160 px, 150 px on a phone. */
export function MediaRail({ label, media }: { label: string; media: readonly MediaSummary[] }) {
  const [shown, setShown] = useState(FIRST);
  useEffect(() => startTransition(() => setShown(Infinity)), []);
  return (
    <Rail label={label}>
      {media.slice(0, shown).map(({ id }, index) => (
        <li key={id} className="w-[150px] flex-none snap-start md:w-40">
          <MediaCard list={media} index={index} />
        </li>
      ))}
    </Rail>
  );
}
