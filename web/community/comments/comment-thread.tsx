import type { Comment } from '@scoville/contract/community/comments/comments.ts';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NextPage } from '../../platform/lib/next-page.tsx';
import { useSettings } from '../../platform/lib/query.ts';
import { numberText } from '../../platform/lib/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ErrorState } from '../../platform/ui/states.tsx';
import { CommentForm } from './comment-form.tsx';
import { CommentLine } from './comment-line.tsx';
import { replyPages, useAddReply, useCommentsInterval } from './comments.calls.ts';
import { hasCommentDraft } from './drafts.ts';

interface CommentThreadProps {
  comment: Comment;
  media: MediaSummary;
  me: Me | null;
}

/** A comment with its first replies, or with all of them on request. */
export function CommentThread({ comment, media, me }: CommentThreadProps) {
  const { productName } = useSettings();
  const [whole, setWhole] = useState(false);
  // A form with an unsent draft is opened again, but gets the focus only if the user presses its button.
  const [answers, setAnswers] = useState<'pressed' | 'kept' | null>(() =>
    me && hasCommentDraft(me.id, comment.id) ? 'kept' : null,
  );
  const thread = { mediaId: media.id, commentId: comment.id };
  const all = useInfiniteQuery({ ...replyPages(thread, useCommentsInterval()), enabled: whole });
  const replies = (whole ? all.data?.pages.flatMap((page) => page.replies) : undefined) ?? comment.replies;
  const hidden = comment.replyTotal > replies.length;
  return (
    <>
      <CommentLine comment={comment} media={media}>
        {me && comment.can.reply && (
          <Button
            variant="plain"
            size="small"
            aria-expanded={answers !== null}
            onClick={() => setAnswers(answers ? null : 'pressed')}
          >
            Reply
          </Button>
        )}
      </CommentLine>
      <div className="ml-5 flex flex-col gap-3 border-l border-line pl-4 empty:hidden md:ml-12">
        {replies.length > 0 && (
          <ul aria-label={`Replies to ${comment.user.displayName}`} className="flex flex-col gap-3">
            {replies.map((reply) => (
              <li key={reply.id}>
                <CommentLine comment={reply} media={media} parentId={comment.id} />
              </li>
            ))}
          </ul>
        )}
        {whole && all.isError && !all.data && (
          <ErrorState message={errorText(all.error, productName)} onRetry={() => void all.refetch()} />
        )}
        {hidden && !whole && (
          <Button variant="plain" size="small" className="self-start" onClick={() => setWhole(true)}>
            {`View all ${numberText(comment.replyTotal)} replies`}
          </Button>
        )}
        {whole && <NextPage list={all} label="Show more replies" variant="plain" size="small" className="self-start" />}
        {answers && me && (
          <ReplyForm
            comment={comment}
            media={media}
            me={me}
            focused={answers === 'pressed'}
            onSent={() => setWhole(true)}
          />
        )}
      </div>
    </>
  );
}

interface ReplyFormProps extends CommentThreadProps {
  me: Me;
  focused: boolean;
  onSent: () => void;
}

function ReplyForm({ comment, media, me, focused, onSent }: ReplyFormProps) {
  const add = useAddReply(media.id, comment.id, me);
  return (
    <CommentForm
      accountId={me.id}
      about={comment.id}
      label={`Reply to ${comment.user.displayName}`}
      send="Reply"
      focused={focused}
      onSend={(text) => {
        const sent = add.mutateAsync({ comment: text });
        onSent();
        return sent;
      }}
    />
  );
}
