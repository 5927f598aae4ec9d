import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

const NONE: MediaSummary['sources'] = [];

/** A placeholder for a track of which only the id is known, until its data is loaded. */
export const placeholderTrack = (id: string): MediaSummary => ({
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

/** Whether only the id of this track is known. */
export const isPlaceholder = ({ sources }: MediaSummary): boolean => sources === NONE;
