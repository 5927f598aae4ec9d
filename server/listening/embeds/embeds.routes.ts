import {
  mediaEmbedPath,
  parseAlbumPath,
  parseProfilePath,
  plainPath,
  profileEmbedPath,
  profilePath,
} from '@scoville/contract/platform/http/addresses.ts';
import { albumEmbedPath } from '@scoville/contract/community/albums/album-path.ts';
import { EMBED_SIZES, embedCode, embeddedMedia, newListener, oembed } from '@scoville/contract/listening/embeds.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { parsePlaylistPath, playlistEmbedPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { isId } from '@scoville/contract/platform/lib/values.ts';
import { readAlbum, readAlbumSongs } from '../../community/albums/read-album.ts';
import type { App } from '../../platform/app-context.ts';
import { HttpError, notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { lastingPicture } from '../../catalogue/media/media.addresses.ts';
import { findMediaFor } from '../../catalogue/media/media.read.ts';
import { findPlaylistFor, readPlaylistMedia } from '../../catalogue/playlists/read-playlists.ts';
import { presentMusician } from '../../accounts/users/users.present.ts';
import { findUser } from '../../accounts/users/users.queries.ts';
import { toEmbeddedMedia } from './embed-page.ts';
import { findPosterSize } from './embeds.queries.ts';

/** Seconds for which other sites may cache a response. */
const CACHE_AGE = 3600;

interface Player {
  type: 'rich' | 'video';
  title: string;
  author: MusicianRef;
  path: string;
  size: { width: number; height: number };
  /** The picture's path and size in pixels. */
  picture: { path: string; width: number; height: number } | null;
}

export const embedsRoutes = (app: App) => [
  route(newListener, () => Promise.resolve({ listener: app.listeners.issue() })),

  route(embeddedMedia, async ({ params }) => {
    const found = await findMediaFor(app, null, params.id);
    if (found === null) throw notFound('This media');
    return toEmbeddedMedia(found);
  }),

  route(oembed, async ({ query }) => {
    const { PUBLIC_URL, PRODUCT_NAME } = app.env;
    if ((query.format ?? 'json') !== 'json') throw new HttpError(501, 'Only JSON is supported: use format=json.');
    const player = await playerAt(app, query.url);
    if (player === null) throw notFound('A player for this address');
    const width = Math.min(player.size.width, query.maxwidth ?? Infinity);
    const height = Math.min(player.size.height, query.maxheight ?? Infinity);
    const { picture } = player;
    return {
      version: '1.0' as const,
      type: player.type,
      provider_name: PRODUCT_NAME,
      provider_url: PUBLIC_URL,
      title: player.title,
      author_name: player.author.displayName,
      author_url: PUBLIC_URL + profilePath(player.author),
      cache_age: CACHE_AGE,
      ...(picture && {
        thumbnail_url: PUBLIC_URL + picture.path,
        thumbnail_width: picture.width,
        thumbnail_height: picture.height,
      }),
      html: embedCode({ url: PUBLIC_URL + player.path, title: player.title, width, height }),
      width,
      height,
    };
  }),
];

/** Pixels of a square picture. */
const COVER = { width: 700, height: 700 };

/** The picture of a public media item; for a video without artwork, its poster. */
async function pictureOf(
  { db }: App,
  media: Pick<MediaSummary, 'id' | 'artwork' | 'poster'> | undefined,
): Promise<Player['picture']> {
  if (media === undefined) return null;
  const path = lastingPicture(media);
  const size = media.artwork === null ? await findPosterSize(db, media.id) : COVER;
  return path === null || size === null ? null : { path, ...size };
}

/** Also accepts http links to a site that now uses https. */
const isOurs = (url: URL, ours: URL): boolean =>
  url.origin === ours.origin ||
  (ours.protocol === 'https:' && url.protocol === 'http:' && url.hostname === ours.hostname && url.port === '');

/** The player for one of our addresses, with the media that visitors may see; null for other addresses. */
async function playerAt(app: App, address: string): Promise<Player | null> {
  const url = URL.parse(address);
  if (url === null || !isOurs(url, new URL(app.env.PUBLIC_URL))) return null;
  const path = plainPath(url.pathname);
  const playlistId = parsePlaylistPath(path);
  if (playlistId !== null) return isId(playlistId) ? playlistPlayer(app, playlistId) : null;
  const albumId = parseAlbumPath(path);
  if (albumId !== null) return albumPlayer(app, albumId);
  const place = parseProfilePath(path);
  if (place === null) return null;
  return place.mediaId === null ? profilePlayer(app, place.name) : mediaPlayer(app, place.mediaId);
}

async function mediaPlayer(app: App, id: string): Promise<Player | null> {
  const media = await findMediaFor(app, null, id);
  return (
    media && {
      type: media.mediaType === 'song' ? 'rich' : 'video',
      title: media.title,
      author: media.musician,
      path: mediaEmbedPath(id),
      size: EMBED_SIZES[media.mediaType],
      picture: await pictureOf(app, media),
    }
  );
}

async function profilePlayer({ db }: App, name: string): Promise<Player | null> {
  const row = await findUser(db, name, isId(name));
  if (row === null) return null;
  const musician = presentMusician(row);
  return {
    type: 'rich',
    title: musician.displayName,
    author: musician,
    path: profileEmbedPath(musician),
    size: EMBED_SIZES.list,
    picture: musician.profileImg === null ? null : { path: musician.profileImg, width: 200, height: 200 },
  };
}

/** The player of a playlist; null if it doesn't exist or has nothing to play. */
async function playlistPlayer(app: App, id: string): Promise<Player | null> {
  const list = await findPlaylistFor(app, null, id);
  if (list === null || (await readPlaylistMedia(app, null, id, { size: 1 })).media.length === 0) return null;
  return {
    type: 'rich',
    title: list.name,
    author: list.owner,
    path: playlistEmbedPath(id),
    size: EMBED_SIZES.list,
    picture: await pictureOf(app, list.covers[0]),
  };
}

/** The player of an album; null if it doesn't exist or has nothing to play. */
async function albumPlayer(app: App, id: string): Promise<Player | null> {
  const album = await readAlbum(app, id);
  const [first] = album === null ? [] : (await readAlbumSongs(app, null, id)).media;
  if (album === null || first === undefined) return null;
  return {
    type: 'rich',
    title: album.title,
    author: album.musician,
    path: albumEmbedPath(id),
    size: EMBED_SIZES.list,
    picture: album.coverUrl === null ? await pictureOf(app, first) : { path: album.coverUrl, ...COVER },
  };
}
