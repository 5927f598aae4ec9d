import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MusicianRef } from './users.ts';
import { ById, Flag, Id, PageQuery, Paging, Time, requiredText } from './values.ts';

/** Characters of a comment or a reply. */
export const MAX_COMMENT_LENGTH = 2000;
/** Replies that come with their comment; more are asked for. */
export const FIRST_REPLIES = 2;

/** What the caller may do with a comment; the server decides, the browser only shows. */
const CommentCan = z.object({ reply: z.boolean(), flag: z.boolean(), delete: z.boolean() });

const said = {
  id: Id,
  body: z.string(),
  user: z.object({
    ...MusicianRef.shape,
    /** The account is gone, and with it the profile; what it wrote stays. */
    deleted: z.boolean(),
  }),
  createdAt: Time,
  /** It waits until the owner of the media approves it; lists have none of these. */
  held: z.optional(z.literal(true)),
  /** The caller flagged it. */
  flagged: z.boolean(),
  can: CommentCan,
};

export const CommentReply = z.object(said);
export type CommentReply = z.infer<typeof CommentReply>;

export const Comment = z.object({
  ...said,
  /** The second of the media that it is about; null for the whole of it. */
  moment: z.nullable(z.number()),
  /** The first ones, oldest first. */
  replies: z.array(CommentReply),
  replyTotal: z.int(),
});
export type Comment = z.infer<typeof Comment>;

/** What is written; also the form's rule. */
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
  summary: 'The comments on a media by their time, newest first, each with its first replies; ten a page',
  params: OfMedia,
  query: z.object({
    sort: z.optional(z.enum(['createdAt'])),
    order: z.optional(z.enum(['asc', 'desc'])).check(z.describe('Without it, the newest come first.')),
    moments: z.optional(Flag).check(z.describe('Only those that are about a moment.')),
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
  summary: 'The replies to a comment, oldest first; a hundred a page',
  params: OfComment,
  query: z.object(PageQuery),
  reply: z.object({ replies: z.array(CommentReply), total: z.int(), paging: Paging }),
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/comments/:mediaId',
  access: 'member',
  summary: 'Comment on a media, or on one moment of it',
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
    'Delete a comment with its replies, or one reply: the author’s own; administrators any; where the installation allows it, also the owner of the media',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

export const flagComment = endpoint({
  method: 'POST',
  path: '/api/comments/:id/flag',
  access: 'member',
  summary: 'Show a comment of somebody else to the administrators; once for each account',
  params: ById,
  reply: z.object({ id: Id, flagged: z.literal(true) }),
});

/** A comment or reply that somebody flagged, as administrators see it. */
const FlaggedComment = z.object({
  ...CommentReply.shape,
  /** Accounts that flagged it. */
  flags: z.int(),
});

export const flaggedComments = endpoint({
  method: 'GET',
  path: '/api/admin/comments/:mediaId',
  access: 'admin',
  summary: 'Comments and replies on a media that were flagged, newest first',
  params: OfMedia,
  query: z.object(PageQuery),
  reply: z.object({ comments: z.array(FlaggedComment), paging: Paging }),
});
