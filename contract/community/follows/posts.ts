import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText } from '../../platform/lib/values.ts';

/** Maximum characters of a post. */
export const MAX_POST_LENGTH = 2000;
/** Days that a musician must wait between two posts. */
export const POST_DAYS = 7;

/** A message from a musician to all followers. */
export const Post = z.object({
  id: Id,
  musician: MusicianRef,
  text: z.string(),
  createdAt: Time,
  can: z.object({ delete: z.boolean() }),
});
export type Post = z.infer<typeof Post>;

export const NewPost = z.object({ text: requiredText(MAX_POST_LENGTH, 'Write something first.') });

export const writePost = endpoint({
  method: 'POST',
  path: '/api/posts',
  access: 'member',
  summary: 'Post to all your followers: on your profile, in their notifications and by mail; once in seven days',
  body: NewPost,
  reply: Post,
});

export const posts = endpoint({
  method: 'GET',
  path: '/api/posts/user/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'List a musician’s posts to followers, latest first',
  params: ById,
  query: z.object({ ...PageQuery }),
  reply: z.object({
    posts: z.array(Post),
    total: z.int(),
    paging: Paging,
    /** When the musician may write the next post; null if that is now, and for all other callers. */
    nextAt: z.nullable(Time),
  }),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'member',
  summary: 'Delete your own post, or any as an administrator; mails already sent cannot be recalled',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
