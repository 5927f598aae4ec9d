import { addComment, addReply } from '@scoville/contract/community/comments/comments.ts';
import { call } from '../../platform/lib/call.ts';
import { withIdempotencyKeys } from '../../platform/lib/with-idempotency-keys.ts';

/** Sends a comment; a retry after a lost answer doesn't create it twice. */
export const sendComment = withIdempotencyKeys(
  ({ mediaId, ...body }: { mediaId: string; comment: string; moment: number | null }, idempotencyKey) =>
    call(addComment, { params: { mediaId }, body, idempotencyKey }),
  ({ mediaId }) => mediaId,
);

/** Sends a reply; a retry after a lost answer doesn't create it twice. */
export const sendReply = withIdempotencyKeys(
  ({ commentId, comment }: { commentId: string; comment: string }, idempotencyKey) =>
    call(addReply, { params: { commentId }, body: { comment }, idempotencyKey }),
  ({ commentId }) => commentId,
);
