import { largeArtworkPath } from '@scoville/contract/listening/podcasts.ts';
import type { Db } from '../../platform/db/connection.ts';
import { LARGE_FILE, picturePrefix } from '../../pipeline/images/image-kind.ts';
import type { FileOwner } from '../../platform/storage/in-use.ts';
import type { Key } from '../../platform/storage/storage.ts';
import { albumImages } from '../../community/profiles/profile-entries.images.ts';
import { profileImages } from '../../community/profiles/profile-picture.images.ts';
import type { EpisodeRow } from './episodes.queries.ts';

const DRAWN = 'images/drawn';
/** The prefix of a musician's drawn picture in the store. */
export const feedArtworkPrefix = (userId: string): Key => `${DRAWN}/${userId}`;
export const feedArtworkKey = (userId: string): Key => `${feedArtworkPrefix(userId)}/${LARGE_FILE}`;

/** The product's own artwork (in web/public), for accounts without media and until a picture is drawn. */
export const PRODUCT_ARTWORK = '/feed-artwork.png';

/** The pictures of a musician that may become the artwork of a feed. */
export interface FeedPictures {
  /** The version of the profile's picture; null if the picture is smaller than directories require. */
  profile: number | null;
  isDrawn: boolean;
  /** The first album of the profile whose picture is large enough. */
  album: { id: string; version: number } | null;
}

/** Finds the pictures of an account; a deleted account has none. */
export async function findFeedPictures(db: Db, userId: string): Promise<FeedPictures> {
  const [row] = await db<FeedPictures[]>`
    select case when u.has_large_image then u.profile_image_version end as profile, u.feed_drawing = 'made' as "isDrawn",
      (select jsonb_build_object('id', a.id, 'version', a.image_version) from albums a
       where a.user_id = u.id and a.has_large_image order by a.position, a.id limit 1) as album
    from users u where u.id = ${userId}`;
  return row ?? { profile: null, isDrawn: false, album: null };
}

/**
 * The artwork of a musician's feeds, as a pathname: the profile's picture, else an album's, else that of the oldest song or
 * video in the feed (the newest would change with each release), else the drawing for the musician.
 */
export function feedArtwork(
  userId: string,
  { profile, album, isDrawn }: FeedPictures,
  newestFirst: readonly Pick<EpisodeRow, 'id' | 'artwork_version' | 'has_large_artwork'>[],
): string {
  if (profile !== null) return `/${picturePrefix(profileImages, userId, profile)}/${LARGE_FILE}`;
  if (album !== null) return `/${picturePrefix(albumImages, album.id, album.version)}/${LARGE_FILE}`;
  const oldest = newestFirst.findLast((episode) => episode.has_large_artwork);
  if (oldest !== undefined) return largeArtworkPath(oldest.id, oldest.artwork_version);
  return isDrawn ? `/${feedArtworkKey(userId)}` : PRODUCT_ARTWORK;
}

/** The files of drawn artwork. */
export const feedArtworkFiles: FileOwner = {
  roots: [DRAWN],
  async isNamed(db, prefix) {
    const [userId = ''] = prefix.slice(DRAWN.length + 1).split('/');
    return (
      (await db`select 1 from users where id::text = ${userId} and feed_drawing = 'made' and deleted_at is null`)
        .length > 0
    );
  },
};
