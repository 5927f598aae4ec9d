import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Loudness } from './media.ts';
import { Id } from './values.ts';

/** How songs of an album sound that join without a gap: alike, so that nothing is heard of the join. */
export const Join = z.object({
  albumId: Id,
  /** Of the album's songs together. */
  loudness: z.nullable(Loudness),
});
export type Join = z.infer<typeof Join>;

export const albumJoin = endpoint({
  method: 'GET',
  path: '/api/albums/join',
  access: 'anyone',
  forEverybody: true,
  summary: 'Whether one song follows the other on an album, so that they join without a gap; null when it does not',
  query: z.object({ first: Id, second: Id }),
  reply: z.object({ join: z.nullable(Join) }),
});
