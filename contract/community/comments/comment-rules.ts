import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Id, Time, requiredText } from '../../platform/lib/values.ts';

/** Maximum number of words in the rules of an account. */
const MOST_WORDS = 100;

/**
 * Rules that hold comments on an account's songs and videos until the account approves them. The form validates with
 * them, too.
 */
export const CommentRules = z.object({
  holdAll: z.boolean(),
  /** Words and phrases; a comment that contains one of them is held. */
  words: z
    .array(requiredText(60, 'Words must not be empty.'))
    .check(z.maxLength(MOST_WORDS, `Name at most ${MOST_WORDS} words.`)),
});
export type CommentRules = z.infer<typeof CommentRules>;

/** The rules as they are stored. */
const KeptCommentRules = z.object({ holdAll: z.boolean(), words: z.array(z.string()) });

/** Normalizes a text for comparison: its words in lower case, without accents and punctuation, each between spaces. */
const gist = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Is a comment held until the owner of the song or video approves it? A word matches whole words only. */
export function isHeld({ holdAll, words }: CommentRules, comment: string): boolean {
  if (holdAll) return true;
  const commentGist = gist(comment);
  return words.some((word) => gist(word).trim() !== '' && commentGist.includes(gist(word)));
}

export const commentRules = endpoint({
  method: 'GET',
  path: '/api/comment-rules',
  access: 'member',
  summary: 'Get the rules that hold comments on your own media until you approve them',
  reply: KeptCommentRules,
});

export const saveCommentRules = endpoint({
  method: 'PUT',
  path: '/api/comment-rules',
  access: 'member',
  summary: 'Set the rules that hold comments on your own media until you approve them',
  body: CommentRules,
  reply: KeptCommentRules,
});

export const HeldComment = z.object({
  id: Id,
  body: z.string(),
  user: MusicianRef,
  moment: z.nullable(z.number()),
  isReply: z.boolean(),
  createdAt: Time,
  /** The caller owns the song or video. */
  canApprove: z.boolean(),
});
export type HeldComment = z.infer<typeof HeldComment>;

export const heldComments = endpoint({
  method: 'GET',
  path: '/api/held-comments/:mediaId',
  access: 'member',
  summary: 'List the first 100 comments held for approval: for the media’s owner all, for other callers their own',
  params: z.object({ mediaId: Id }),
  reply: z.object({ held: z.array(HeldComment), total: z.int() }),
});

export const approveComment = endpoint({
  method: 'POST',
  path: '/api/held-comments/:id/approve',
  access: 'member',
  summary: 'Approve a held comment on your own song or video, which publishes it',
  params: ById,
  reply: z.object({ id: Id, approved: z.literal(true) }),
});

export const removeHeldComment = endpoint({
  method: 'DELETE',
  path: '/api/held-comments/:id',
  access: 'member',
  summary: 'Remove a held comment that you wrote or that is on your own song or video',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
