import { type Place, showings } from '@scoville/contract/listening/discovery/recommendations.ts';
import { call } from '../../platform/lib/call.ts';

/** Milliseconds for which the cards seen are collected before they are sent together. */
const WAIT = 2000;
const MOST = 100;
const reported = new Set<string>();
const waiting: Record<Place, string[]> = { browse: [], queue: [] };
let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports that a recommended item was seen, once per page load and batched with others. */
export function reportImpression(place: Place, id: string): void {
  const name = `${place} ${id}`;
  if (reported.has(name)) return;
  reported.add(name);
  waiting[place].push(id);
  timer ??= setTimeout(send, WAIT);
}

function send(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const place of Object.keys(waiting) as Place[]) {
    const media = waiting[place].splice(0, MOST);
    if (media.length === 0) continue;
    call(showings, { body: { place, media }, keepalive: true }).catch((error: unknown) =>
      // Only a figure for musicians is lost; the listener isn't affected.
      console.warn('What was shown could not be counted.', error),
    );
  }
}

addEventListener('pagehide', send);
