import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { Post } from './posts.ts';
import { Id, PageQuery, Paging, Time } from './values.ts';

/** What a followed musician told, or published: one of the two is there. */
export const News = z.object({
  id: Id,
  at: Time,
  post: z.nullable(Post),
  media: z.nullable(MediaSummary),
});
export type News = z.infer<typeof News>;

export const followedNews = endpoint({
  method: 'GET',
  path: '/api/followed/news',
  access: 'member',
  summary: 'Posts and public media of the musicians that the caller follows, the latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({ news: z.array(News), paging: Paging }),
});
