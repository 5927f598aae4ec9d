import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Loudness } from '../../catalogue/media/media.ts';
import { Id } from '../../platform/lib/values.ts';

/** For album songs that follow each other without a gap: they are played at one loudness, to hide the transition. */
export const Join = z.object({
  albumId: Id,
  /** The loudness of all songs of the album together. */
  loudness: z.nullable(Loudness),
});
export type Join = z.infer<typeof Join>;

export const albumJoin = endpoint({
  method: 'GET',
  path: '/api/albums/join',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get the gapless join of two songs of an album; null if the second doesn’t directly follow the first',
  query: z.object({ first: Id, second: Id }),
  reply: z.object({ join: z.nullable(Join) }),
});
