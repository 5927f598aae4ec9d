import { reviewQueue } from '@scoville/contract/curation.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryOf } from '../lib/query.ts';
import { MediaLinks } from '../media/media-links.tsx';

export function ReviewScreen() {
  const { data } = useSuspenseQuery(queryOf(reviewQueue, {}));
  return (
    <div className="py-8">
      <h1 className="text-head">Review</h1>
      <MediaLinks media={data.reviews.map(({ media }) => media)} />
    </div>
  );
}
