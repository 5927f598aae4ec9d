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
