import {
  type HeldComment,
  approveComment,
  heldComments,
  removeHeldComment,
} from '@scoville/contract/community/comments/comment-rules.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/lib/call.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { queryOf, useSettings } from '../../platform/lib/query.ts';
import { momentText } from '../../platform/lib/format.ts';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { ErrorState } from '../../platform/ui/states.tsx';
import { CommentText } from './comment-text.tsx';
import { readComments, useCommentsInterval, pollUnlessRemoved } from './comments.calls.ts';
import { MomentButton } from './moment-button.tsx';

/** Comments that are held for approval: the owner of the song or video sees all of them, other users only their own. */
export function HeldComments({ media }: { media: MediaSummary }) {
  const { productName } = useSettings();
  const list = useQuery({
    ...queryOf(heldComments, { params: { mediaId: media.id } }),
    refetchInterval: pollUnlessRemoved(useCommentsInterval()),
    staleTime: 0,
  });
  if (list.isLoadingError)
    return <ErrorState message={errorText(list.error, productName)} onRetry={() => void list.refetch()} />;
  const { held = [], total = 0 } = list.data ?? {};
  if (held.length === 0) return null;
  return (
    <div className="flex flex-col gap-5 rounded-cover border border-line p-4">
      <ul aria-label="Comments awaiting approval" className="flex flex-col gap-5">
        {held.map((comment) => (
          <li key={comment.id}>
            <Line comment={comment} media={media} />
          </li>
        ))}
      </ul>
      {total > held.length && (
        <p className="text-caption text-muted">
          The oldest {held.length} of {total} that wait.
        </p>
      )}
    </div>
  );
}

function Line({ comment, media }: { comment: HeldComment; media: MediaSummary }) {
  const { productName } = useSettings();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const change = useMutation({
    mutationFn: (what: typeof approveComment | typeof removeHeldComment) => call(what, { params: { id: comment.id } }),
    onError: (error) => showFailure(error, productName),
    onSettled: () => readComments(client, media.id),
  });
  const { user, canApprove } = comment;
  return (
    <article
      aria-label={`${comment.isReply ? 'Reply' : 'Comment'} by ${user.displayName}, waiting`}
      className="flex gap-3"
    >
      <Avatar name={user.displayName} image={user.profileImg} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <MusicianName musician={user} className="font-[550]" />
          <MomentButton moment={comment.moment} media={media} />
          <time dateTime={comment.createdAt} className="text-caption text-muted">
            {momentText(comment.createdAt)}
          </time>
        </p>
        <CommentText text={comment.body} media={media} />
        <p className="text-caption text-muted">
          {canApprove
            ? 'Only you and its author can see it.'
            : 'Awaiting the musician’s approval. Nobody else can see it.'}
        </p>
        <div className="-ml-3 flex flex-wrap items-center">
          {canApprove && (
            <Button variant="plain" size="small" busy={change.isPending} onClick={() => change.mutate(approveComment)}>
              Approve
            </Button>
          )}
          <Button variant="plain" size="small" onClick={() => setAsks(true)}>
            Remove
          </Button>
        </div>
        {asks && (
          <ConfirmDialog
            title={`Remove this ${comment.isReply ? 'reply' : 'comment'}?`}
            confirm="Remove"
            danger
            onConfirm={() => {
              setAsks(false);
              change.mutate(removeHeldComment);
            }}
            onClose={() => setAsks(false)}
          >
            <p>It will be permanently deleted. Nobody else has seen it.</p>
          </ConfirmDialog>
        )}
      </div>
    </article>
  );
}
