import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { Link } from '@tanstack/react-router';
import { classNames } from '../../platform/ui/class-names.ts';

const PLACE = 'inline-flex min-h-10 max-w-full items-center rounded-control bg-raised px-3 wrap-anywhere';

/** The musician's genres, except the genre that reviewers chose. For public media, each links to the genre's list. */
export function GenreLinks({
  media,
  className,
}: {
  media: Pick<Media, 'genres' | 'published' | 'curatedGenre'>;
  className?: string;
}) {
  const genres = media.genres.filter(({ slug }) => slug !== media.curatedGenre?.slug);
  if (genres.length === 0) return null;
  return (
    <ul aria-label="The musician’s genres" className={classNames('flex flex-wrap gap-2 text-caption', className)}>
      {genres.map(({ name, slug }) => (
        <li key={slug} className="flex max-w-full">
          {media.published ? (
            <Link
              to="/genres/$genre"
              params={{ genre: slug }}
              search={{ curated: false }}
              className={`${PLACE} hover:underline`}
            >
              {name}
            </Link>
          ) : (
            <span className={PLACE}>{name}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
