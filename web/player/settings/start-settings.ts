import { rememberPlaces } from './places.ts';
import { restoreSpeed } from './speed.ts';

/** Before the engine starts and the first track is loaded: how it is to be played. */
export function startSettings(): void {
  restoreSpeed();
  rememberPlaces();
}
