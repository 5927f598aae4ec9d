import * as z from 'zod/mini';
import { endpoint } from '../../platform/http/endpoint.ts';
import { MediaList } from '../media/media-lists.ts';
import { MediaSummary } from '../media/media.ts';
import { MusicianRef } from '../../accounts/users/users.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText, text } from '../../platform/lib/values.ts';

/** Maximum playlists of an account, and maximum media in a playlist. */
export const MAX_PLAYLISTS = 500;
export const MAX_IN_PLAYLIST = 5000;
/** Maximum media that one call may add. */
const MOST_ADDED = 100;

/**
 * `public`: on the owner's profile, and found by search engines. `unlisted`: for visitors with the link. `private`: for
 * the owner only.
 */
export const PlaylistVisibility = z.enum(['public', 'unlisted', 'private'], 'Choose who can see the playlist.');
export type PlaylistVisibility = z.infer<typeof PlaylistVisibility>;

/** A list of media that an account made, as this viewer may see it. */
export const Playlist = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  visibility: PlaylistVisibility,
  owner: MusicianRef,
  /** The first four media at most; the playlist's picture is made of their artwork. */
  covers: z.array(z.pick(MediaSummary, { id: true, artwork: true, poster: true })),
  /** Number of media in it that this viewer may see. */
  mediaCount: z.int(),
  /** Only if the call names a song or video: whether the playlist contains it. */
  holds: z.optional(z.boolean()),
  createdOn: Time,
  lastUpdated: Time,
  /** The viewer's permissions for it. The server decides; the browser only shows the buttons. */
  can: z.object({ edit: z.boolean() }),
});
export type Playlist = z.infer<typeof Playlist>;

/** The fields of a playlist that its owner writes. The form validates with it, too. */
export const PlaylistFields = z.object({
  name: requiredText(100, 'Name is required'),
  description: text(1000),
  visibility: PlaylistVisibility,
});

const Playlists = z.object({ playlists: z.array(Playlist), paging: Paging });
const OfPlaylist = z.object({ playlistId: Id });
const Entry = z.object({ playlistId: Id, mediaId: Id });

export const ownPlaylists = endpoint({
  method: 'GET',
  path: '/api/playlists',
  access: 'member',
  summary: 'List your own playlists, latest change first, 50 a page',
  query: z.object({
    media: z.optional(Id).check(z.describe('Adds to each playlist whether it contains this song or video.')),
    ...PageQuery,
  }),
  reply: Playlists,
});

export const playlistsOf = endpoint({
  method: 'GET',
  path: '/api/playlists/user/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'List the public playlists of an account, latest change first, 20 a page',
  params: ById,
  query: z.object(PageQuery),
  reply: Playlists,
});

export const playlist = endpoint({
  method: 'GET',
  path: '/api/playlists/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'Get one playlist; a private one only as its owner',
  params: ById,
  reply: Playlist,
});

export const playlistMedia = endpoint({
  method: 'GET',
  path: '/api/playlists/:playlistId/media',
  access: 'anyone',
  forEverybody: true,
  summary: 'List the media in a playlist in its order, without hidden and deleted ones, 50 a page',
  params: OfPlaylist,
  query: z.object(PageQuery),
  reply: MediaList,
});

export const createPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlists',
  access: 'member',
  perMinute: 30,
  summary: 'Create a playlist with or without media, private by default',
  body: z.object({
    name: PlaylistFields.shape.name,
    description: z._default(PlaylistFields.shape.description, ''),
    visibility: z._default(PlaylistVisibility, 'private'),
    /** At most as many as a playlist may hold: a queue is saved as a whole or not at all. */
    media: z._default(z.array(Id).check(z.maxLength(MAX_IN_PLAYLIST, 'A playlist holds at most 5,000.')), []),
  }),
  reply: Playlist,
});

export const updatePlaylist = endpoint({
  method: 'PUT',
  path: '/api/playlists/:id',
  access: 'member',
  summary: 'Change name, description or visibility of your own playlist; omitted fields keep their values',
  params: ById,
  body: z.partial(PlaylistFields),
  reply: Playlist,
});

export const deletePlaylist = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:id',
  access: 'member',
  summary: 'Delete your own playlist; its media are kept',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

export const addToPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlists/:playlistId/media',
  access: 'member',
  summary: 'Add media to the end of your own playlist; media already in it keep their places',
  params: OfPlaylist,
  body: z.object({
    ids: z
      .array(Id)
      .check(z.minLength(1, 'Choose at least one song or video.'), z.maxLength(MOST_ADDED, 'Add at most 100 at once.')),
  }),
  /** `added` is the number of media that weren't in the playlist before. */
  reply: z.object({ added: z.int(), playlist: Playlist }),
});

export const removeFromPlaylist = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:playlistId/media/:mediaId',
  access: 'member',
  summary: 'Remove a song or video from your own playlist',
  params: Entry,
  reply: Playlist,
});

export const moveInPlaylist = endpoint({
  method: 'PUT',
  path: '/api/playlists/:playlistId/media/:mediaId',
  access: 'member',
  summary: 'Move a song or video of your own playlist after another one, or to the beginning',
  params: Entry,
  body: z.object({ after: z.nullable(Id).check(z.describe('Null moves the item to the beginning.')) }),
  reply: z.object({
    id: Id,
    after: z.nullable(Id),
    /** True if all positions were assigned again, so that earlier cursors point elsewhere. */
    renumbered: z.boolean(),
  }),
});
