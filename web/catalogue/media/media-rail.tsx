import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { Rail } from '../../platform/ui/rail.tsx';
import { MediaCard } from './media-card.tsx';

interface MediaRailProps {
  /** The accessible name of the list. */
  label: string;
  media: readonly MediaSummary[];
  /** False if the list is below a phone's first screen. */
  isFirst?: boolean;
}

/** Songs and videos as a carousel of cards, 160 px wide or 150 px on a phone. */
export const MediaRail = ({ label, media, isFirst = true }: MediaRailProps) => (
  <Rail label={label} step={164}>
    {media.map(({ id }, index) => (
      <li key={id} className="w-[150px] flex-none snap-start md:w-40">
        <MediaCard list={media} index={index} isFirst={isFirst} />
      </li>
    ))}
  </Rail>
);
