import { addComment, addReply } from '@scoville/contract/comments.ts';
import { call } from '../lib/call.ts';
import { sendingOnce } from '../lib/send-once.ts';

/** A comment whose answer was lost, and which is sent again as it was, is written once. */
export const sendComment = sendingOnce(
  ({ mediaId, ...body }: { mediaId: string; comment: string; moment: number | null }, idempotencyKey) =>
    call(addComment, { params: { mediaId }, body, idempotencyKey }),
  ({ mediaId }) => mediaId,
);

/** The same for a reply. */
export const sendReply = sendingOnce(
  ({ commentId, comment }: { commentId: string; comment: string }, idempotencyKey) =>
    call(addReply, { params: { commentId }, body: { comment }, idempotencyKey }),
  ({ commentId }) => commentId,
);
