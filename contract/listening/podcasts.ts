/** A musician's feeds for podcast apps and feed readers, as pathnames. */
export const feedPaths = (musicianId: string): { rss: string; json: string } => ({
  rss: `/api/media/user/${musicianId}/feed.xml`,
  json: `/api/media/user/${musicianId}/feed.json`,
});

/** The permanent pathname of a public song's or video's file for podcast apps; `end` is the end of the file's name. */
export const enclosurePath = (mediaId: string, end: string): string => `/api/media/${mediaId}/enclosure.${end}`;

/**
 * The permanent pathname of the largest square of artwork, for a public song or video. It contains the version, because
 * directories fetch artwork again only when its address changes.
 */
export const largeArtworkPath = (mediaId: string, version: number | string): string =>
  `/api/media/${mediaId}/artwork-${version}.jpg`;
