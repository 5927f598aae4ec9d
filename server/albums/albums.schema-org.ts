import { albumPath } from '@scoville/contract/album-path.ts';
import type { AlbumOfMusician } from '@scoville/contract/albums.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { lastingPicture } from '../media/media.addresses.ts';
import { shortRecording } from '../media/media.schema-org.ts';
import { type StructuredData, known } from '../structured-data.ts';
import { musicGroup } from '../users/musician.schema-org.ts';

/** The picture of an album for previews, as a pathname: its own, or that of its first song; null without both. */
export const pictureOf = ({ coverUrl }: AlbumOfMusician, [first]: readonly MediaSummary[]): string | null =>
  coverUrl ?? (first ? lastingPicture(first) : null);

/** An album as schema.org has it, with the songs that its viewer may hear. @param publicUrl the product's origin */
export function musicAlbum(publicUrl: string, album: AlbumOfMusician, songs: readonly MediaSummary[]): StructuredData {
  const url = publicUrl + albumPath(album);
  const picture = pictureOf(album, songs);
  return known({
    '@type': 'MusicAlbum',
    '@id': url,
    name: album.title,
    url,
    image: picture === null ? null : publicUrl + picture,
    datePublished: album.releaseDate,
    byArtist: musicGroup(publicUrl, album.musician),
    numTracks: songs.length,
    track: songs.map((one) => shortRecording(publicUrl, one)),
  });
}
