import { OLDEST_PLACE, keepPlaces, keptPlace } from '@scoville/contract/player.ts';
import { call } from '../../lib/call.ts';
import { adoptedBy, changePositions, markedSent, savedPositions, withPosition } from './position-list.ts';

/** Milliseconds that a play waits for its place: longer, and it begins where this browser left it. */
const PATIENCE = 3000;

/**
 * Asks an account where it left a media, and keeps that here if it is later than what this browser knows. False when no
 * answer came; never throws.
 */
export async function readPosition(id: string, account: string): Promise<boolean> {
  try {
    const { place } = await call(keptPlace, { params: { id }, signal: AbortSignal.timeout(PATIENCE) });
    if (place === null) return true;
    const { at, age } = place;
    changePositions((places) => withPosition(places, { id, at, on: Date.now() - age, of: account, sent: true }));
    return true;
  } catch (error) {
    console.warn('Where this was left could not be asked.', error);
    return false;
  }
}

/** Gives an account the places that it has not got yet. What does not arrive is sent with the next ones. */
export function sendPositions(account: string, keepalive = false): void {
  const places = savedPositions().filter(({ of, sent }) => of === account && !sent);
  if (places.length === 0) return;
  const body = {
    places: places.map(({ id, at, on }) => ({
      media: id,
      at,
      // A clock may have been set back.
      age: Math.min(Math.max(0, Date.now() - on), OLDEST_PLACE),
    })),
  };
  call(keepPlaces, { body, keepalive }).then(
    () => changePositions((now) => markedSent(now, places)),
    (error: unknown) => console.warn('Places could not be kept in the account.', error),
  );
}

/** What a visitor left in this browser becomes the account's that signed in, as do places that did not arrive before. */
export function movePositions(account: string): void {
  changePositions((places) => (places.some(({ of }) => of === null) ? adoptedBy(places, account) : places));
  sendPositions(account);
}
