import { categoryPath } from '@scoville/contract/platform/http/addresses.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { PageLink } from '../../platform/ui/page-link.tsx';

const PLACE = 'rounded-control px-4 py-2 font-[550] wrap-anywhere';

/** Links to the genre and the mood in which reviewers placed a song or video. */
export function PlaceLinks({
  media: { curatedGenre: genre, curatedMood: mood },
  className,
}: {
  media: Pick<Media, 'curatedGenre' | 'curatedMood'>;
  className?: string;
}) {
  if (!genre && !mood) return null;
  return (
    <ul aria-label="Genre and mood" className={classNames('flex flex-wrap gap-2.5', className)}>
      {genre && (
        <li className="flex">
          <PageLink to={categoryPath('genre', genre.slug)} className={`${PLACE} bg-raised hover:underline`}>
            {genre.name}
          </PageLink>
        </li>
      )}
      {mood && (
        <li className="flex">
          <PageLink
            to={categoryPath('mood', mood.slug)}
            className={`${PLACE} text-muted inset-ring inset-ring-line hover:underline`}
          >
            {mood.name}
          </PageLink>
        </li>
      )}
    </ul>
  );
}
