import { HEARD_PARTS, stats } from '@scoville/contract/catalogue/player/listening-events.ts';
import type { MediaSummary } from '@scoville/contract/catalogue/media/media.ts';
import { call } from '../../platform/lib/call.ts';

/** The parts of one song or video that were heard, from when it starts until it is left. */
export interface Listen {
  /** Notes that this second of the media item sounds. */
  note: (position: number, duration: number) => void;
  /** Reports the heard parts, once. Nothing depends on this: a listen that fails to be reported is not counted. */
  end: () => void;
}

let current: { id: string; listen: Listen } | null = null;

function listenTo(media: MediaSummary): Listen {
  const parts = new Set<number>();
  return {
    note: (position, duration) => {
      if (duration > 0) parts.add(Math.min(HEARD_PARTS - 1, Math.floor((position / duration) * HEARD_PARTS)));
    },
    end: () => {
      if (parts.size === 0) return;
      const body = { statTitle: 'heard-media', musician: media.musician.id, media: media.id, heard: [...parts] };
      parts.clear();
      void call(stats, { body, keepalive: true }).catch((error: unknown) =>
        console.warn('How far it was listened to could not be told.', error),
      );
    },
  };
}

/** Notes that this second of a media item sounds. Another media item ends the previous listen. */
export function noteHeard(now: MediaSummary, position: number, duration: number): void {
  if (now.id !== current?.id) {
    endListen();
    current = { id: now.id, listen: listenTo(now) };
  }
  current?.listen.note(position, duration);
}

/** Reports the heard parts of the current media item. */
export function endListen(): void {
  current?.listen.end();
  current = null;
}

/**
 * Hands the listen over to the crossfade, which plays the rest of the media item while the next one begins; null when
 * there is no listen.
 */
export function handOverListen(): Listen | null {
  const listen = current?.listen ?? null;
  current = null;
  return listen;
}
