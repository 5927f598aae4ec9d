import type { MediaSummary } from '@scoville/contract/media.ts';
import * as z from 'zod/mini';
import { toast } from '../../ui/toasts.tsx';
import { readClock, timeText } from '../clock.ts';
import { mediaElement, trackTime } from '../media-element.ts';
import { currentTrack } from '../player-state.ts';
import { playerState } from '../player.ts';
import { keep, kept } from './kept.ts';

const KEY = 'player-places';
/** Media longer than this (seconds) go on where they were left. */
const LONG_FROM = 600;
/** Whoever heard less than this begins again, and whoever has less than this to go has heard it. */
const EDGE = 15;
/** Seconds between two savings while it plays. */
const SAVE_EVERY = 5;
/** The places of so many media are kept, the latest first. */
export const MOST_PLACES = 100;

const Places = z.array(z.object({ id: z.string(), at: z.number().check(z.nonnegative()) }));
export type Places = z.infer<typeof Places>;

/** The places after this one was reached; at its beginning and its end a media has none. */
export function placesAfter(places: Places, id: string, at: number, duration: number): Places {
  const others = places.filter((place) => place.id !== id);
  const isWithin = at >= EDGE && at <= duration - EDGE;
  return isWithin ? [{ id, at: Math.floor(at) }, ...others].slice(0, MOST_PLACES) : others;
}

function savedPlaces(): Places {
  try {
    const parsed = z.safeParse(Places, JSON.parse(kept('localStorage', KEY) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    // Damaged content counts as none.
    return [];
  }
}

/** Where a media begins to play: where this browser left it, said in words, or at its beginning. */
export function placeOf(media: MediaSummary): number {
  if (media.length === null || media.length <= LONG_FROM) return 0;
  const at = savedPlaces().find(({ id }) => id === media.id)?.at ?? 0;
  if (at > 0) toast('info', `Going on at ${timeText(at)}, where you left off. Previous starts it over.`);
  return at;
}

/** Keeps the places of long media while they play. */
export function rememberPlaces(): void {
  const element = mediaElement();
  let saved = { id: '', at: 0 };
  const save = () => {
    const track = currentTrack(playerState());
    if (track === null || track.length === null || track.length <= LONG_FROM) return;
    // What is loaded and was not heard yet may still be on its way to its place.
    if (!element.hasAttribute('src') || element.played.length === 0) return;
    const at = trackTime();
    if (!element.ended && saved.id === track.id && Math.abs(at - saved.at) < SAVE_EVERY) return;
    saved = { id: track.id, at };
    const places = placesAfter(savedPlaces(), track.id, at, readClock().duration);
    keep('localStorage', KEY, places.length === 0 ? null : JSON.stringify(places));
  };
  // Before the engine hears of the end, and unloads it.
  for (const name of ['timeupdate', 'seeked', 'pause', 'ended'])
    element.addEventListener(name, save, { capture: true });
}
