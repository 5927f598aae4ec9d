import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaSummary } from '../../catalogue/media/media.ts';
import { Post } from './posts.ts';
import { Id, PageQuery, Paging, Time } from '../../platform/lib/values.ts';

/** A post or a publication of a followed musician; exactly one of `post` and `media` is set. */
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
  summary: 'List posts and public media of the musicians that the caller follows, latest first',
  query: z.object({ ...PageQuery }),
  reply: z.object({ news: z.array(News), paging: Paging }),
});
