import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MusicianRef } from './users.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText } from './values.ts';

/** Characters of a post. */
export const MAX_POST_LENGTH = 2000;
/** Days from one post of a musician to the next. */
export const POST_DAYS = 7;

/** What a musician tells all followers. */
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
  summary:
    'Tell all who follow the caller something: on the profile, in their notifications and by mail; once in seven days',
  body: NewPost,
  reply: Post,
});

export const posts = endpoint({
  method: 'GET',
  path: '/api/posts/user/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'What a musician told followers, the latest first',
  params: ById,
  query: z.object({ ...PageQuery }),
  reply: z.object({
    posts: z.array(Post),
    total: z.int(),
    paging: Paging,
    /** When the musician may write the next one, for themselves; null for others, and where it is now. */
    nextAt: z.nullable(Time),
  }),
});

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id',
  access: 'member',
  summary: 'Delete a post: one’s own, or any as an administrator; mails that went out stay',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});
