import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaSummary } from './media.ts';
import { Album } from './profile.ts';
import { MusicianRef } from './users.ts';
import { ById, Id } from './values.ts';

/** Songs that an album may hold. */
const MOST_IN_ALBUM = 100;

const Songs = z.object({ media: z.array(MediaSummary) });

const AlbumOfMusician = z.object({ ...Album.shape, musician: MusicianRef });
export type AlbumOfMusician = z.infer<typeof AlbumOfMusician>;

export const album = endpoint({
  method: 'GET',
  path: '/api/albums/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'One album of a profile, and whose it is',
  params: ById,
  reply: AlbumOfMusician,
});

export const albumSongs = endpoint({
  method: 'GET',
  path: '/api/albums/:id/songs',
  access: 'anyone',
  forEverybody: true,
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
      z.refine((all) => new Set(all).size === all.length, 'List each song only once.'),
    ),
  }),
  reply: Songs,
});
