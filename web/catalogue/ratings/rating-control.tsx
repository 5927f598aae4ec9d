import type { Media, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Rating } from '@scoville/contract/catalogue/ratings.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { classNames } from '../../platform/ui/class-names.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { CloseIcon, StarIcon } from '../../platform/ui/icons.tsx';
import { ratingQuery } from './ratings.calls.ts';
import { setRating } from './set-rating.ts';
import { STARS, Stars } from './stars.tsx';

type Rated = Pick<MediaSummary, 'id' | 'musician'> & Pick<Media, 'rating' | 'ratingCount'>;

/**
 * The average rating of a song or video, and stars to rate it for everyone except its owner. A visitor's click opens
 * the login screen.
 */
export function RatingControl({ media }: { media: Rated }) {
  const me = useMe();
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
      <p className="flex min-h-10 items-center gap-2">
        <Stars rating={media.rating} />
        {media.ratingCount > 0 && (
          <span className="tabular text-muted">{pluralize(media.ratingCount, 'rating', 'ratings')}</span>
        )}
      </p>
      {me !== undefined && me?.id !== media.musician.id && <OwnStars media={media} isMember={me !== null} />}
    </div>
  );
}

function OwnStars({ media, isMember }: { media: Rated; isMember: boolean }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const name = useId();
  const { data } = useQuery({ ...ratingQuery(media.id), enabled: isMember });
  const [pointed, setPointed] = useState(0);
  const known: Rating = data ?? { id: media.id, rating: media.rating, ratingCount: media.ratingCount, ownRating: null };
  const { ownRating } = known;
  const set = (stars: number | null) => void setRating(client, productName, known, stars);
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`} className="flex items-center">
      <span id={`${name}-label`} className="mr-2 text-muted">
        Your rating
      </span>
      <div className="flex" onPointerLeave={() => setPointed(0)}>
        {STARS.map((star) => (
          <label
            key={star}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(star)}
            className="grid size-10 cursor-pointer place-items-center rounded-control has-focus-visible:outline-2 has-focus-visible:outline-(--focus)"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              aria-label={star === 1 ? '1 star' : `${star} stars`}
              checked={ownRating === star}
              onChange={() => set(star)}
            />
            <StarIcon
              className={classNames('size-6', star <= (pointed || (ownRating ?? 0)) ? 'text-amber' : 'text-muted')}
              fill={star <= (pointed || (ownRating ?? 0)) ? 'currentColor' : 'none'}
            />
          </label>
        ))}
      </div>
      <IconButton
        label="Remove your rating"
        className={ownRating === null ? 'invisible' : 'text-muted'}
        onClick={() => set(null)}
      >
        <CloseIcon className="size-5" />
      </IconButton>
    </div>
  );
}
