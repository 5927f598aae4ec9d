import type { MediaSummary } from '@scoville/contract/media.ts';

/** What is longer (seconds) is spoken or a set of its own, as for the places where long media were left. */
const LONGEST = 600;
/** A song is heard by itself for at least as long as it fades in, and as it fades out. */
const SHARE = 3;

type Track = Pick<MediaSummary, 'id' | 'mediaType' | 'length'>;

/** May these two, of which one follows the other, fade into each other for so many seconds of the track? */
export const mayFade = (from: Track, to: Track, fade: number): boolean =>
  fade > 0 && from.id !== to.id && isFit(from, fade) && isFit(to, fade);

const isFit = ({ mediaType, length }: Track, fade: number): boolean =>
  mediaType === 'song' && length !== null && length <= LONGEST && length >= SHARE * fade;

/**
 * How much of each is heard when this part of the fade, 0 to 1, is over. The power of both together stays the same, as
 * it should for sounds that have nothing to do with each other.
 */
export function partsAt(progress: number): { out: number; in: number } {
  const angle = (Math.min(1, Math.max(0, progress)) * Math.PI) / 2;
  return { out: Math.cos(angle), in: Math.sin(angle) };
}
