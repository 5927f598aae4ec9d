import type { CommentReply } from '@scoville/contract/community/comments/comments.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { type ReactNode, useState } from 'react';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { momentText } from '../../platform/lib/format.ts';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { ReportButton } from '../reports/report-button.tsx';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { ConfirmDialog } from '../../platform/ui/confirm-dialog.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { CommentText } from './comment-text.tsx';
import { isDraft, useDeleteComment, useFlagComment } from './comments.calls.ts';
import { MomentButton } from './moment-button.tsx';

interface CommentLineProps {
  comment: CommentReply & { moment?: number | null; replyTotal?: number };
  media: MediaSummary;
  /** For a reply, the comment that it answers. */
  parentId?: string;
  /** Further actions. */
  children?: ReactNode;
}

/** A comment or a reply: its author, time and text, and the viewer's actions. */
export function CommentLine({ comment, media, parentId, children }: CommentLineProps) {
  const { user, createdAt, moment = null } = comment;
  return (
    <article
      aria-label={`${parentId === undefined ? 'Comment' : 'Reply'} by ${user.displayName}`}
      aria-busy={isDraft(comment) || undefined}
      className="flex gap-3"
    >
      <Avatar name={user.displayName} image={user.profileImg} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {user.deleted ? (
            <bdi className="min-w-0 text-muted wrap-anywhere">{user.displayName}</bdi>
          ) : (
            <MusicianName musician={user} className="font-[550]" />
          )}
          <MomentButton moment={moment} media={media} />
          <time dateTime={createdAt} className="text-caption text-muted">
            {momentText(createdAt)}
          </time>
        </p>
        <CommentText text={comment.body} media={media} />
        <div className="-ml-3 flex flex-wrap items-center">
          {children}
          <Flag comment={comment} media={media} />
          <Delete comment={comment} media={media} parentId={parentId ?? null} />
        </div>
      </div>
    </article>
  );
}

function Flag({ comment, media }: Pick<CommentLineProps, 'comment' | 'media'>) {
  const { productName } = useSettings();
  const flag = useFlagComment(media.id);
  if (comment.flagged)
    return (
      <>
        <span className="px-3 text-caption text-muted">Flagged</span>
        <ReportButton what={{ kind: 'comment', id: comment.id, ownerId: comment.user.id }} label="Add a reason" />
      </>
    );
  if (!comment.can.flag) return null;
  const press = () =>
    flag.mutate(
      { id: comment.id },
      {
        onSuccess: () => toast('info', 'Thank you. The administrators will look at this comment.'),
        onError: (error) => showFailure(error, productName),
      },
    );
  return (
    <Button variant="plain" size="small" onClick={press}>
      Flag
    </Button>
  );
}

function Delete({
  comment,
  media,
  parentId,
}: Pick<CommentLineProps, 'comment' | 'media'> & { parentId: string | null }) {
  const { productName } = useSettings();
  const [asks, setAsks] = useState(false);
  const remove = useDeleteComment(media.id);
  if (!comment.can.delete) return null;
  const noun = parentId === null ? 'comment' : 'reply';
  const confirm = () => {
    setAsks(false);
    // Uses the promise of `mutateAsync` instead of callbacks, because this line is unmounted before the answer arrives.
    remove.mutateAsync({ id: comment.id, parentId }).catch((error: unknown) => showFailure(error, productName));
  };
  return (
    <>
      <Button variant="plain" size="small" onClick={() => setAsks(true)}>
        Delete
      </Button>
      {asks && (
        <ConfirmDialog
          title={`Delete this ${noun}?`}
          confirm="Delete"
          danger
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        >
          <p>
            {comment.replyTotal
              ? 'It will be permanently deleted, with its replies.'
              : 'It will be permanently deleted.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
