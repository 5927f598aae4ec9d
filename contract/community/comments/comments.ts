import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Flag, Id, PageQuery, Paging, Time, requiredText } from '../../platform/lib/values.ts';

/** Maximum characters of a comment or a reply. */
export const MAX_COMMENT_LENGTH = 2000;
/** Replies that a list returns with each comment; a client fetches the others separately. */
export const FIRST_REPLIES = 2;

/** The caller's permissions for a comment. The server decides; the browser only shows the buttons. */
const CommentCan = z.object({ reply: z.boolean(), flag: z.boolean(), delete: z.boolean() });

const commentFields = {
  id: Id,
  body: z.string(),
  user: z.object({
    ...MusicianRef.shape,
    /** The account and its profile are deleted; its comments are kept. */
    deleted: z.boolean(),
  }),
  createdAt: Time,
  /** Held until the owner of the song or video approves it; lists never contain held comments. */
  held: z.optional(z.literal(true)),
  /** True if the caller flagged the comment. */
  flagged: z.boolean(),
  can: CommentCan,
};

export const CommentReply = z.object(commentFields);
export type CommentReply = z.infer<typeof CommentReply>;

export const Comment = z.object({
  ...commentFields,
  /** The second of the song or video that the comment is about; null if the comment is about all of it. */
  moment: z.nullable(z.number()),
  /** The first replies, oldest first. */
  replies: z.array(CommentReply),
  replyTotal: z.int(),
});
export type Comment = z.infer<typeof Comment>;

/** The text that a user writes. The form validates with it, too. */
const CommentText = requiredText(MAX_COMMENT_LENGTH, 'Write something first.');
const Moment = z
  .number('Enter the time in seconds.')
  .check(z.minimum(0, 'Enter the time in seconds.'), z.maximum(86_400, 'That time is past the end.'));
const OfMedia = z.object({ mediaId: Id });
const OfComment = z.object({ commentId: Id });

export const comments = endpoint({
  method: 'GET',
  path: '/api/comments/:mediaId',
  access: 'anyone',
  forEverybody: true,
  summary: 'List comments on a song or video by time, newest first, ten a page, each with its first replies',
  params: OfMedia,
  query: z.object({
    sort: z.optional(z.enum(['createdAt'])),
    order: z.optional(z.enum(['asc', 'desc'])).check(z.describe('Lists the newest comments first by default.')),
    moments: z.optional(Flag).check(z.describe('True lists only comments about a moment.')),
    ...PageQuery,
  }),
  /** `total` counts comments without their replies. */
  reply: z.object({ comments: z.array(Comment), total: z.int(), paging: Paging }),
});

export const commentReplies = endpoint({
  method: 'GET',
  path: '/api/comments/reply/:commentId',
  access: 'anyone',
  forEverybody: true,
  summary: 'List the replies to a comment, oldest first, a hundred a page',
  params: OfComment,
  query: z.object(PageQuery),
  reply: z.object({ replies: z.array(CommentReply), total: z.int(), paging: Paging }),
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/comments/:mediaId',
  access: 'member',
  summary: 'Comment on a song or video, or on one moment of it',
  params: OfMedia,
  body: z.object({ comment: CommentText, moment: z.optional(z.nullable(Moment)) }),
  reply: Comment,
});

export const addReply = endpoint({
  method: 'POST',
  path: '/api/comments/reply/:commentId',
  access: 'member',
  summary: 'Reply to a comment; a reply to a reply belongs to the same comment',
  params: OfComment,
  body: z.object({ comment: CommentText }),
  reply: CommentReply,
});

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'member',
  summary:
    'Delete a comment with its replies, or one reply: your own, any as an administrator, or on your media if enabled',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

export const flagComment = endpoint({
  method: 'POST',
  path: '/api/comments/:id/flag',
  access: 'member',
  summary: 'Flag another user’s comment for the administrators, once per account',
  params: ById,
  reply: z.object({ id: Id, flagged: z.literal(true) }),
});

/** A comment or reply that users flagged, as administrators see it. */
const FlaggedComment = z.object({
  ...CommentReply.shape,
  /** Number of accounts that flagged it. */
  flags: z.int(),
});

export const flaggedComments = endpoint({
  method: 'GET',
  path: '/api/admin/comments/:mediaId',
  access: 'admin',
  summary: 'List flagged comments and replies on a song or video, newest first',
  params: OfMedia,
  query: z.object(PageQuery),
  reply: z.object({ comments: z.array(FlaggedComment), paging: Paging }),
});
