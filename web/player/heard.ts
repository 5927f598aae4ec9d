import { HEARD_PARTS, stats } from '@scoville/contract/listening-events.ts';
import type { MediaSummary } from '@scoville/contract/media.ts';
import { call } from '../lib/call.ts';

/** What is heard of one media, from its beginning or a place in it until it is left. */
export interface Listen {
  /** Notes that this second of it sounds. */
  note: (position: number, duration: number) => void;
  /** Says which parts were heard, once. Nothing depends on it: a listen that is not told is not counted. */
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

/** Notes that this second of a media sounds; another media ends the listen of the one before. */
export function noteHeard(now: MediaSummary, position: number, duration: number): void {
  if (now.id !== current?.id) {
    endListen();
    current = { id: now.id, listen: listenTo(now) };
  }
  current?.listen.note(position, duration);
}

/** Says which parts of the media were heard. */
export function endListen(): void {
  current?.listen.end();
  current = null;
}

/** Gives the listen to whoever plays the media to its end beside the next one; null when there is none. */
export function handOverListen(): Listen | null {
  const listen = current?.listen ?? null;
  current = null;
  return listen;
}
