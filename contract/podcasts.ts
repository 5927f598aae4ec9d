/** A musician's feeds for podcast programs and feed readers, as pathnames. */
export const feedPaths = (musicianId: string): { rss: string; json: string } => ({
  rss: `/api/media/user/${musicianId}/feed.xml`,
  json: `/api/media/user/${musicianId}/feed.json`,
});

/** A file of a public media that programs fetch, as a pathname that stays; `end` is that of the file's name. */
export const enclosurePath = (mediaId: string, end: string): string => `/api/media/${mediaId}/enclosure.${end}`;

/** The picture of a public media that has one, as a pathname that stays. */
export const picturePath = (mediaId: string): string => `/api/media/${mediaId}/picture.jpg`;
