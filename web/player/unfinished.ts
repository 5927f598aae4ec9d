import type { MediaSummary } from '@scoville/contract/media.ts';

/** Is a track played by files that are offered only until it is wholly prepared? */
export const isUnfinished = ({ sources }: MediaSummary): boolean =>
  sources.some(({ url }) => /\/(early|first)\.m3u8$/.test(url));
