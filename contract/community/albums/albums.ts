import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaSummary } from '../../catalogue/media/media.ts';
import { Album } from '../../accounts/users/profile.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Id } from '../../platform/lib/values.ts';

/** Maximum number of songs in an album. */
const MOST_IN_ALBUM = 100;

const Songs = z.object({ media: z.array(MediaSummary) });

const AlbumOfMusician = z.object({ ...Album.shape, musician: MusicianRef });
export type AlbumOfMusician = z.infer<typeof AlbumOfMusician>;

export const album = endpoint({
  method: 'GET',
  path: '/api/albums/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get one album of a profile, with its musician',
  params: ById,
  reply: AlbumOfMusician,
});

export const albumSongs = endpoint({
  method: 'GET',
  path: '/api/albums/:id/songs',
  access: 'anyone',
  forEverybody: true,
  summary: 'List the uploaded songs of a profile’s album in its order, without hidden ones',
  params: ById,
  reply: Songs,
});

export const setAlbumSongs = endpoint({
  method: 'PUT',
  path: '/api/albums/:id/songs',
  access: 'member',
  summary: 'Set which of your own songs your album holds, in the given order',
  params: ById,
  body: z.object({
    songs: z.array(Id, 'Songs are a list of their ids.').check(
      z.maxLength(MOST_IN_ALBUM, 'An album holds 100 songs at most.'),
      z.refine((all) => new Set(all).size === all.length, 'List each song only once.'),
    ),
  }),
  reply: Songs,
});
