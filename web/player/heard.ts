import { HEARD_PARTS, stats } from '@scoville/contract/stats.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { call } from '../lib/call.ts';

let media: MediaSummary | null = null;
const parts = new Set<number>();

/** Notes that this second of a media sounds; another media ends the listen of the one before. */
export function noteHeard(now: MediaSummary, position: number, duration: number): void {
  if (now.id !== media?.id) endListen();
  media = now;
  if (duration > 0) parts.add(Math.min(HEARD_PARTS - 1, Math.floor((position / duration) * HEARD_PARTS)));
}

/** Says which parts were heard, once for a listen. Nothing depends on it: a listen that is not told is not counted. */
export function endListen(): void {
  if (media !== null && parts.size > 0) {
    const body = { statTitle: 'heard-media', musician: media.musician.id, media: media.id, heard: [...parts] };
    void call(stats, { body, keepalive: true }).catch((error: unknown) =>
      console.warn('How far it was listened to could not be told.', error),
    );
  }
  media = null;
  parts.clear();
}
