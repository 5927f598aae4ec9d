import type { MediaSummary } from '@scoville/contract/media.ts';
import { startTransition, useRef, useState } from 'react';
import { Rail } from '../ui/rail.tsx';
import { useNear } from '../ui/use-near.ts';
import { MediaCard } from './media-card.tsx';

/** The space between two cards, in pixels, and a card's least width with it. */
const STEP = 164;

/**
 * Media as a carousel: cards of 160 px, 150 px on a phone. Those out of sight are drawn when somebody moves the rail or comes
 * into it with the keyboard.
 */
export function MediaRail({ label, media }: { label: string; media: readonly MediaSummary[] }) {
  const [shown, setShown] = useState(() => Math.ceil(innerWidth / STEP) + 2);
  const end = useRef<HTMLLIElement>(null);
  const drawAll = () => startTransition(() => setShown(Infinity));
  useNear(end, drawAll, '100% 25%', { within: '25%' });
  return (
    <Rail label={label} onFocus={drawAll}>
      {media.slice(0, shown).map(({ id }, index) => (
        <li key={id} className="w-[150px] flex-none snap-start md:w-40">
          <MediaCard list={media} index={index} />
        </li>
      ))}
      {shown < media.length && <li ref={end} aria-hidden="true" className="w-px flex-none" />}
    </Rail>
  );
}
