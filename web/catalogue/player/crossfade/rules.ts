import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';

/** Seconds. Longer songs are speech or whole sets; positions are saved from the same length on. */
const LONGEST = 600;
/** A song is at least this many times as long as a fade, so that it plays alone for at least the length of a fade. */
const SHARE = 3;

type Track = Pick<MediaSummary, 'id' | 'mediaType' | 'length'>;

/** Whether `from` may fade into `to` over so many seconds of the track. */
export const canFade = (from: Track, to: Track, fade: number): boolean =>
  fade > 0 && from.id !== to.id && isFit(from, fade) && isFit(to, fade);

const isFit = ({ mediaType, length }: Track, fade: number): boolean =>
  mediaType === 'song' && length !== null && length <= LONGEST && length >= SHARE * fade;

/**
 * The volume factors of the outgoing and the incoming song at this progress of the fade (0 to 1). Their combined power
 * is constant, which is right for uncorrelated sounds.
 */
export function partsAt(progress: number): { out: number; in: number } {
  const angle = (Math.min(1, Math.max(0, progress)) * Math.PI) / 2;
  return { out: Math.cos(angle), in: Math.sin(angle) };
}
