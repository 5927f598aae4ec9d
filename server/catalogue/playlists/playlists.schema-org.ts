import { profilePath } from '@scoville/contract/platform/http/addresses.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { playlistPath } from '@scoville/contract/catalogue/playlists/playlist-path.ts';
import type { Playlist } from '@scoville/contract/catalogue/playlists/playlists.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { lastingPicture } from '../media/media.addresses.ts';
import { shortRecording } from '../media/media.schema-org.ts';
import { type StructuredData, withoutUnknown } from '../../platform/http/structured-data.ts';

/** The pathname of a playlist's picture for previews: the first cover; null without covers. */
export const pictureOf = ({ covers: [first] }: Playlist): string | null => (first ? lastingPicture(first) : null);

/** A public playlist in schema.org's terms, with its first media. @param publicUrl the product's origin */
export function musicPlaylist(publicUrl: string, playlist: Playlist, media: readonly MediaSummary[]): StructuredData {
  const url = publicUrl + playlistPath(playlist.id);
  const picture = pictureOf(playlist);
  return withoutUnknown({
    '@type': 'MusicPlaylist',
    '@id': url,
    name: playlist.name,
    url,
    description: shorten(playlist.description, 500),
    image: picture === null ? null : publicUrl + picture,
    // The owner of a playlist need not be a musician.
    creator: { '@type': 'Person', name: playlist.owner.displayName, url: publicUrl + profilePath(playlist.owner) },
    dateCreated: playlist.createdOn,
    dateModified: playlist.lastUpdated,
    numTracks: playlist.mediaCount,
    track: media.map((one) => shortRecording(publicUrl, one)),
  });
}
