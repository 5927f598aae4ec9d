/** A musician's feeds for podcast programs and feed readers, as pathnames. */
export const feedPaths = (musicianId: string): { rss: string; json: string } => ({
  rss: `/api/media/user/${musicianId}/feed.xml`,
  json: `/api/media/user/${musicianId}/feed.json`,
});
