import {
  categoryPath,
  mediaEmbedPath,
  mediaPath,
  profileEmbedPath,
  profilePath,
} from '@scoville/contract/platform/http/addresses.ts';
import { albumEmbedPath, albumPath } from '@scoville/contract/community/albums/album-path.ts';
import type { Category } from '@scoville/contract/catalogue/categories/categories.ts';
import { EMBED_SIZES } from '@scoville/contract/listening/embeds.ts';
import { playlistEmbedPath, playlistPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';

/** The subject of the dialog: a song or video (`media`), a musician's zone (`zone`), or a playlist or album (neither). */
export interface Shareable {
  /** The kind of the subject, as texts name it: "song". */
  kind: 'song' | 'video' | 'profile' | 'playlist' | 'album';
  name: string;
  /** The subject's address, without parameters that belong only to this visit. */
  path: string;
  media: MediaSummary | null;
  zone: MusicianRef | null;
  /** The subject's player for other sites. */
  embed: { path: string; width: number; height: number } | null;
}

export const sharedMedia = (media: MediaSummary): Shareable => ({
  kind: media.mediaType,
  name: media.title,
  path: mediaPath(media),
  media,
  zone: null,
  embed: { path: mediaEmbedPath(media.id), ...EMBED_SIZES[media.mediaType] },
});

export const sharedZone = (zone: MusicianRef): Shareable => ({
  kind: 'profile',
  name: zone.displayName,
  path: profilePath(zone),
  media: null,
  zone,
  embed: { path: profileEmbedPath(zone), ...EMBED_SIZES.list },
});

/** @param isHeard false for an empty playlist, which has no player */
export const sharedList = ({ id, name }: { id: string; name: string }, isHeard: boolean): Shareable => ({
  kind: 'playlist',
  name,
  path: playlistPath(id),
  media: null,
  zone: null,
  embed: isHeard ? { path: playlistEmbedPath(id), ...EMBED_SIZES.list } : null,
});

/** @param isHeard false for an album without playable songs, which has no player */
export const sharedAlbum = (
  album: { id: string; title: string; musician: MusicianRef },
  isHeard: boolean,
): Shareable => ({
  kind: 'album',
  name: album.title,
  path: albumPath(album),
  media: null,
  zone: null,
  embed: isHeard ? { path: albumEmbedPath(album.id), ...EMBED_SIZES.list } : null,
});

/**
 * @param search the query of the address (the seed and the filters), so that receivers hear the same items in the same
 *   order
 */
export const sharedPlaylist = (
  { kind, slug, name }: Pick<Category, 'kind' | 'slug' | 'name'>,
  search: string,
): Shareable => ({
  kind: 'playlist',
  name,
  path: categoryPath(kind, slug) + search,
  media: null,
  zone: null,
  embed: null,
});
