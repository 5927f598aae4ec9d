import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { MediaList } from './media-lists.ts';
import { MediaSummary } from './media.ts';
import { MusicianRef } from './users.ts';
import { ById, Id, PageQuery, Paging, Time, requiredText, text } from './values.ts';

/** Playlists that an account may have, and media that one of them may hold. */
export const MAX_PLAYLISTS = 500;
export const MAX_IN_PLAYLIST = 5000;
/** Media that one call may add. */
const MOST_ADDED = 100;

/** Public: on its maker's zone, and found by search engines. Unlisted: whoever has the link. Private: its maker alone. */
export const PlaylistVisibility = z.enum(['public', 'unlisted', 'private'], 'Choose who can see the playlist.');
export type PlaylistVisibility = z.infer<typeof PlaylistVisibility>;

/** A list of media that an account made, as this viewer may see it. */
export const Playlist = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  visibility: PlaylistVisibility,
  owner: MusicianRef,
  /** The first ones, four at most: its picture is made of theirs. */
  covers: z.array(z.pick(MediaSummary, { id: true, artwork: true, poster: true })),
  /** Media in it that this viewer may see. */
  mediaCount: z.int(),
  /** Where a media was asked about: whether it is in it. */
  holds: z.optional(z.boolean()),
  createdOn: Time,
  lastUpdated: Time,
  /** What the viewer may do with it; the server decides, the browser only shows. */
  can: z.object({ edit: z.boolean() }),
});
export type Playlist = z.infer<typeof Playlist>;

/** What its maker says of a playlist; also the form's rules. */
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
  summary: 'The caller’s playlists, the one that was changed last first; 50 a page',
  query: z.object({
    media: z.optional(Id).check(z.describe('Says of each playlist whether it holds this media.')),
    ...PageQuery,
  }),
  reply: Playlists,
});

export const playlistsOf = endpoint({
  method: 'GET',
  path: '/api/playlists/user/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'The public playlists of an account, the one that was changed last first; 20 a page',
  params: ById,
  query: z.object(PageQuery),
  reply: Playlists,
});

export const playlist = endpoint({
  method: 'GET',
  path: '/api/playlists/:id',
  access: 'anyone',
  forEverybody: true,
  summary: 'One playlist; a private one is found by its maker alone',
  params: ById,
  reply: Playlist,
});

export const playlistMedia = endpoint({
  method: 'GET',
  path: '/api/playlists/:playlistId/media',
  access: 'anyone',
  forEverybody: true,
  summary: 'What is in a playlist, in its order; 50 a page. What is hidden or gone is left out',
  params: OfPlaylist,
  query: z.object(PageQuery),
  reply: MediaList,
});

export const createPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlists',
  access: 'member',
  perMinute: 30,
  summary: 'Make a playlist, private unless the call says otherwise, with media in it or none',
  body: z.object({
    name: PlaylistFields.shape.name,
    description: z._default(PlaylistFields.shape.description, ''),
    visibility: z._default(PlaylistVisibility, 'private'),
    /** As much as it may hold: a queue is saved as a whole, or not at all. */
    media: z._default(z.array(Id).check(z.maxLength(MAX_IN_PLAYLIST, 'A playlist holds at most 5,000.')), []),
  }),
  reply: Playlist,
});

export const updatePlaylist = endpoint({
  method: 'PUT',
  path: '/api/playlists/:id',
  access: 'member',
  summary: 'Change name, description or visibility of an own playlist; what is left out stays as it is',
  params: ById,
  body: z.partial(PlaylistFields),
  reply: Playlist,
});

export const deletePlaylist = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:id',
  access: 'member',
  summary: 'Delete an own playlist; the media in it stay',
  params: ById,
  reply: z.object({ id: Id, deleted: z.literal(true) }),
});

export const addToPlaylist = endpoint({
  method: 'POST',
  path: '/api/playlists/:playlistId/media',
  access: 'member',
  summary: 'Add media at the end of an own playlist; what is in it already stays where it is',
  params: OfPlaylist,
  body: z.object({
    ids: z
      .array(Id)
      .check(z.minLength(1, 'Choose at least one song or video.'), z.maxLength(MOST_ADDED, 'Add at most 100 at once.')),
  }),
  /** `added`: how many were not in it before. */
  reply: z.object({ added: z.int(), playlist: Playlist }),
});

export const removeFromPlaylist = endpoint({
  method: 'DELETE',
  path: '/api/playlists/:playlistId/media/:mediaId',
  access: 'member',
  summary: 'Take a media out of an own playlist',
  params: Entry,
  reply: Playlist,
});

export const moveInPlaylist = endpoint({
  method: 'PUT',
  path: '/api/playlists/:playlistId/media/:mediaId',
  access: 'member',
  summary: 'Move a media of an own playlist to the place after another one, or to the beginning',
  params: Entry,
  body: z.object({ after: z.nullable(Id).check(z.describe('Null: to the beginning.')) }),
  reply: z.object({
    id: Id,
    after: z.nullable(Id),
    /** All positions were given anew: cursors of before point elsewhere. */
    renumbered: z.boolean(),
  }),
});
