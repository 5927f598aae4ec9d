import { mediaEmbedPath, mediaPath } from '@scoville/contract/platform/http/addresses.ts';
import type { Media, MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { shorten } from '@scoville/contract/platform/lib/shorten.ts';
import { type StructuredData, durationOf, withoutUnknown, playsOf } from '../../platform/http/structured-data.ts';
import { musicGroup } from '../../accounts/users/musician.schema-org.ts';
import { lastingPicture } from './media.addresses.ts';

/**
 * A list entry in schema.org's terms, with only the fields that the list shows.
 * @param publicUrl the product's origin
 */
export const shortRecording = (publicUrl: string, media: MediaSummary): StructuredData =>
  withoutUnknown({
    '@type': 'MusicRecording',
    '@id': publicUrl + mediaPath(media),
    name: media.title,
    url: publicUrl + mediaPath(media),
    duration: durationOf(media.length),
    byArtist: musicGroup(publicUrl, media.musician),
  });

/** A song or video in schema.org's terms. @param publicUrl the product's origin */
export function recording(publicUrl: string, media: Media): StructuredData {
  const url = publicUrl + mediaPath(media);
  const picture = media.published ? lastingPicture(media) : null;
  const image = picture === null ? null : publicUrl + picture;
  const both = {
    '@id': url,
    name: media.title,
    url,
    description: shorten(media.description, 500),
    duration: durationOf(media.length),
    genre: genresOf(media),
    keywords: media.tags.map(({ text }) => text).join(', '),
  };
  const musician = musicGroup(publicUrl, media.musician);
  if (media.mediaType === 'song')
    return withoutUnknown({
      '@type': 'MusicRecording',
      ...both,
      byArtist: musician,
      image,
      datePublished: media.publishedOn,
      interactionStatistic: playsOf('ListenAction', media.playCount),
    });
  return withoutUnknown({
    '@type': 'VideoObject',
    ...both,
    // Search engines require a description and a date for every video.
    description: both.description || `A video by ${media.musician.displayName}.`,
    creator: musician,
    thumbnailUrl: image,
    uploadDate: media.publishedOn ?? media.createdOn,
    embedUrl: publicUrl + mediaEmbedPath(media.id),
    interactionStatistic: playsOf('WatchAction', media.playCount),
  });
}

/** All genres, the reviewers' genre first. */
function genresOf({ curatedGenre, genres }: Media): string[] {
  const own = genres.filter(({ slug }) => slug !== curatedGenre?.slug);
  return [...(curatedGenre === null ? [] : [curatedGenre]), ...own].map(({ name }) => name);
}
