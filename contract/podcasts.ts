/** Sides in pixels of the square artwork that podcast directories accept. */
export const FEED_ARTWORK = { from: 1400, to: 3000 } as const;

/** A musician's feeds for podcast programs and feed readers, as pathnames. */
export const feedPaths = (musicianId: string): { rss: string; json: string } => ({
  rss: `/api/media/user/${musicianId}/feed.xml`,
  json: `/api/media/user/${musicianId}/feed.json`,
});

/** A file of a public media that programs fetch, as a pathname that stays; `end` is that of the file's name. */
export const enclosurePath = (mediaId: string, end: string): string => `/api/media/${mediaId}/enclosure.${end}`;

/**
 * The permanent pathname of the largest square of artwork, for a public song or video. It contains the version, because
 * directories fetch artwork again only when its address changes.
 */
export const largeArtworkPath = (mediaId: string, version: number | string): string =>
  `/api/media/${mediaId}/artwork-${version}.jpg`;

/** The picture of a public media that has one, as a pathname that stays. */
export const picturePath = (mediaId: string): string => `/api/media/${mediaId}/picture.jpg`;
