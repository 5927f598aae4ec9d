import { albumPath } from '@scoville/contract/community/albums/album-path.ts';
import type { AlbumOfMusician } from '@scoville/contract/community/albums/albums.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { lastingPicture } from '../../catalogue/media/media.addresses.ts';
import { shortRecording } from '../../catalogue/media/media.schema-org.ts';
import { type StructuredData, withoutUnknown } from '../../platform/http/structured-data.ts';
import { musicGroup } from '../../accounts/users/musician.schema-org.ts';

/** The pathname of an album's picture for previews: its own, or its first song's; null if both are missing. */
export const pictureOf = ({ coverUrl }: AlbumOfMusician, [first]: readonly MediaSummary[]): string | null =>
  coverUrl ?? (first ? lastingPicture(first) : null);

/** An album in schema.org's terms, with the songs that the viewer may hear. @param publicUrl the product's origin */
export function musicAlbum(publicUrl: string, album: AlbumOfMusician, songs: readonly MediaSummary[]): StructuredData {
  const url = publicUrl + albumPath(album);
  const picture = pictureOf(album, songs);
  return withoutUnknown({
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
