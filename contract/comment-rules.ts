import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MusicianRef } from './users.ts';
import { ById, Id, Time, requiredText } from './values.ts';

/** Words that an account may name. */
const MOST_WORDS = 100;

/** Which comments on one's media wait until one approves them; the form's rule, too. */
export const CommentRules = z.object({
  holdAll: z.boolean(),
  /** Words and phrases: what says one of them waits. */
  words: z
    .array(requiredText(60, 'Words must not be empty.'))
    .check(z.maxLength(MOST_WORDS, `Name at most ${MOST_WORDS} words.`)),
});
export type CommentRules = z.infer<typeof CommentRules>;

/** The rules as they are stored. */
const KeptCommentRules = z.object({ holdAll: z.boolean(), words: z.array(z.string()) });

/** A text as one reads it: its words, without case, accents and signs, each between spaces. */
const gist = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Does a comment wait for the owner of the media? A word counts as a whole, not within another one. */
export function isHeld({ holdAll, words }: CommentRules, comment: string): boolean {
  if (holdAll) return true;
  const said = gist(comment);
  return words.some((word) => gist(word).trim() !== '' && said.includes(gist(word)));
}

export const commentRules = endpoint({
  method: 'GET',
  path: '/api/comment-rules',
  access: 'member',
  summary: 'Which comments on the caller’s media wait until they are approved',
  reply: KeptCommentRules,
});

export const saveCommentRules = endpoint({
  method: 'PUT',
  path: '/api/comment-rules',
  access: 'member',
  summary: 'Say which comments on one’s media wait until one approves them',
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
  /** The caller owns the media. */
  canApprove: z.boolean(),
});
export type HeldComment = z.infer<typeof HeldComment>;

export const heldComments = endpoint({
  method: 'GET',
  path: '/api/held-comments/:mediaId',
  access: 'member',
  summary: 'Comments that wait for approval, the first hundred: to the owner of the media all, to others their own',
  params: z.object({ mediaId: Id }),
  reply: z.object({ held: z.array(HeldComment), total: z.int() }),
});

export const approveComment = endpoint({
  method: 'POST',
  path: '/api/held-comments/:id/approve',
  access: 'member',
  summary: 'Show a comment that waits under one’s media to everybody',
  params: ById,
  reply: z.object({ id: Id, approved: z.literal(true) }),
});

export const removeHeldComment = endpoint({
  method: 'DELETE',
  path: '/api/held-comments/:id',
  access: 'member',
  summary: 'Remove a comment that waits: its author’s own, or one under one’s media',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
