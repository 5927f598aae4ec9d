import { reviewQueue } from '@scoville/contract/review/curation/curation.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/lib/call.ts';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { keyOf } from '../../platform/lib/query.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { YourReviews } from '../choices/your-reviews.tsx';
import { CurateDialog } from './curate-dialog.tsx';
import type { Review } from './curation.calls.ts';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewRow } from './review-row.tsx';
import { useNow } from './use-now.ts';
import { useReject } from './use-reject.ts';

interface Asking {
  what: 'curate' | 'reject' | 'hand over';
  review: Review;
}

/**
 * The reviewer's own figures, and the submissions that wait for a verdict: first those assigned to the reviewer, by the time left, then those open to
 * all reviewers.
 */
export function ReviewScreen() {
  const now = useNow();
  const [asking, setAsking] = useState<Asking | null>(null);
  const { busy, reject } = useReject();
  const queue = useInfiniteQuery({
    queryKey: [...keyOf(reviewQueue), 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(reviewQueue, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ paging }) => paging.next,
    staleTime: 0,
  });
  const close = () => setAsking(null);

  const reviews = queue.data?.pages.flatMap((page) => page.reviews) ?? [];
  return (
    <div className="flex flex-col gap-5 py-8">
      <h1 className="text-head">Review</h1>
      <YourReviews />
      {queue.isError && !queue.data ? (
        <ErrorState message="The queue could not be loaded." onRetry={() => void queue.refetch()} />
      ) : queue.data === undefined ? (
        <Loading>
          <div className="flex flex-col gap-3">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} className="h-24 w-full" />
            ))}
          </div>
        </Loading>
      ) : reviews.length === 0 ? (
        <EmptyState>Nothing is waiting for review. New submissions will appear here.</EmptyState>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {reviews.map((review) => (
              <ReviewRow
                key={review.media.id}
                review={review}
                now={now}
                onCurate={() => setAsking({ what: 'curate', review })}
                onReject={() => setAsking({ what: 'reject', review })}
                onHandOver={() => setAsking({ what: 'hand over', review })}
              />
            ))}
          </ul>
          <NextPage list={queue} label="Show more" className="self-center" />
        </>
      )}
      {asking?.what === 'curate' && <CurateDialog media={asking.review.media} onClose={close} />}
      {asking?.what === 'hand over' && <HandOverDialog media={asking.review.media} onClose={close} />}
      {asking?.what === 'reject' && (
        <RejectDialog
          title={asking.review.media.title}
          busy={busy}
          onClose={close}
          onReject={(reason) => void reject(asking.review.media, reason).then((isOver) => isOver && close())}
        />
      )}
    </div>
  );
}
