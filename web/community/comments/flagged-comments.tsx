import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { pluralize } from '../../platform/lib/format.ts';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { CommentLine } from './comment-line.tsx';
import { flaggedPages } from './comments.calls.ts';

interface FlaggedCommentsProps {
  media: MediaSummary;
  onClose: () => void;
}

/** The flagged comments under a song or video, with buttons for an administrator to delete them. */
export function FlaggedComments({ media, onClose }: FlaggedCommentsProps) {
  return (
    <Dialog title="Flagged comments" onClose={onClose}>
      <Flagged media={media} />
    </Dialog>
  );
}

function Flagged({ media }: { media: MediaSummary }) {
  const { productName } = useSettings();
  const list = useInfiniteQuery(flaggedPages(media.id));
  if (list.isPending)
    return (
      <Loading label="Loading the flagged comments">
        <Skeleton className="h-16 w-full" />
      </Loading>
    );
  if (list.isError && !list.data)
    return <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />;
  const shown = list.data.pages.flatMap((page) => page.comments);
  if (shown.length === 0)
    return (
      <EmptyState>
        Nobody has flagged a comment on <bdi>{media.title}</bdi>.
      </EmptyState>
    );
  return (
    <>
      <ul aria-label={`Flagged comments on ${media.title}`} className="flex flex-col gap-5">
        {shown.map((comment) => (
          <li key={comment.id}>
            <p className="mb-1.5 text-caption text-muted">
              Flagged by {pluralize(comment.flags, 'account', 'accounts')}
            </p>
            <CommentLine comment={comment} media={media} />
          </li>
        ))}
      </ul>
      <NextPage list={list} label="Show More" className="mt-4" />
    </>
  );
}
