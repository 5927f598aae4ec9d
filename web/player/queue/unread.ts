import type { MediaSummary } from '@scoville/contract/media.ts';

const NONE: MediaSummary['sources'] = [];

/** A track of which only the id is known, in its place of a queue until the rest of it is read. */
export const unread = (id: string): MediaSummary => ({
  id,
  title: 'Loading…',
  mediaType: 'song',
  musician: { id, username: null, displayName: '', isMasterChef: false, profileImg: null },
  score: null,
  band: null,
  isFavorite: false,
  rememberCount: 0,
  playCount: 0,
  length: null,
  artwork: null,
  poster: null,
  sources: NONE,
  loudness: null,
});

/** Is no more than the id of this track known? */
export const isUnread = ({ sources }: MediaSummary): boolean => sources === NONE;
