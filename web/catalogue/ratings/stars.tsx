import { StarIcon } from '../../platform/ui/icons.tsx';

export const STARS = [1, 2, 3, 4, 5];

/** An average rating as five stars and a number, or a text if there are no ratings yet. */
export function Stars({ rating }: { rating: number | null }) {
  if (rating === null) return <span className="text-muted">Not rated yet</span>;
  const shown = rating.toFixed(1);
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="relative inline-flex">
        <span className="flex text-line">
          {STARS.map((star) => (
            <StarIcon key={star} className="size-[18px] flex-none" fill="currentColor" />
          ))}
        </span>
        <span className="absolute inset-0 flex overflow-hidden text-amber" style={{ width: `${rating * 20}%` }}>
          {STARS.map((star) => (
            <StarIcon key={star} className="size-[18px] flex-none" fill="currentColor" />
          ))}
        </span>
      </span>
      <span className="tabular">
        <span className="sr-only">Average rating: </span>
        {shown}
        <span className="sr-only"> of 5 stars</span>
      </span>
    </span>
  );
}
