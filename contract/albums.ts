import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { ById, Id } from './values.ts';

/** Songs that an album may hold. */
const MOST_IN_ALBUM = 100;

const Songs = z.object({ media: z.array(MediaSummary) });

export const albumSongs = endpoint({
  method: 'GET',
  path: '/api/albums/:id/songs',
  access: 'anyone',
  summary: 'The uploaded songs of an album of a profile, in its order; what is hidden is left out',
  params: ById,
  reply: Songs,
});

export const setAlbumSongs = endpoint({
  method: 'PUT',
  path: '/api/albums/:id/songs',
  access: 'member',
  summary: 'Say which of one’s own songs an own album holds, in this order',
  params: ById,
  body: z.object({
    songs: z.array(Id, 'Songs are a list of their ids.').check(
      z.maxLength(MOST_IN_ALBUM, 'An album holds 100 songs at most.'),
      z.refine((all) => new Set(all).size === all.length, 'Name each of them once.'),
    ),
  }),
  reply: Songs,
});

/** How songs of an album sound that join without a gap: alike, so that nothing is heard of the join. */
export const Join = z.object({
  albumId: Id,
  /** Of the album's songs together, as of a song: LUFS and dBTP. */
  loudness: z.nullable(z.object({ integrated: z.number(), truePeak: z.number() })),
});
export type Join = z.infer<typeof Join>;

export const albumJoin = endpoint({
  method: 'GET',
  path: '/api/albums/join',
  access: 'anyone',
  summary: 'Whether one song follows the other on an album, so that they join without a gap; null when it does not',
  query: z.object({ first: Id, second: Id }),
  reply: z.object({ join: z.nullable(Join) }),
});
