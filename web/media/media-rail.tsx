import type { Media } from '@scoville/contract/media.ts';
import { Rail } from '../ui/rail.tsx';
import { MediaCard } from './media-card.tsx';

/** Media as a carousel: cards of 160 px, 150 px on a phone. */
export function MediaRail({ label, media }: { label: string; media: readonly Media[] }) {
  return (
    <Rail label={label}>
      {media.map(({ id }, index) => (
        <li key={id} className="w-[150px] flex-none snap-start md:w-40">
          <MediaCard list={media} index={index} />
        </li>
      ))}
    </Rail>
  );
}
