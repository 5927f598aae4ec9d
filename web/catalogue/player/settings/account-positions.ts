import { OLDEST_PLACE, savePlaces, keptPlace } from '@scoville/contract/catalogue/player/player.ts';
import { call } from '../../../platform/lib/call.ts';
import { assignToAccount, changePositions, markSent, loadPositions, withPosition } from './position-list.ts';

/**
 * Milliseconds that playback waits for its saved position; after that it starts from the position that this browser
 * has.
 */
const PATIENCE = 3000;

/**
 * Loads the position where an account left a song or video, and saves it here if it is newer than this browser's.
 * Returns false when there was no response; never throws.
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

/**
 * Sends an account the positions that it does not have yet. Positions that fail to arrive are sent with the next ones.
 */
export function sendPositions(account: string, keepalive = false): void {
  const places = loadPositions().filter(({ of, sent }) => of === account && !sent);
  if (places.length === 0) return;
  const body = {
    places: places.map(({ id, at, on }) => ({
      media: id,
      at,
      // At least 0, because the clock may have been set back.
      age: Math.min(Math.max(0, Date.now() - on), OLDEST_PLACE),
    })),
  };
  call(savePlaces, { body, keepalive }).then(
    () => changePositions((now) => markSent(now, places)),
    (error: unknown) => console.warn('Places could not be kept in the account.', error),
  );
}

/**
 * Assigns a visitor's positions in this browser to the account that signed in, and sends them along with earlier unsent
 * ones.
 */
export function movePositions(account: string): void {
  changePositions((places) => (places.some(({ of }) => of === null) ? assignToAccount(places, account) : places));
  sendPositions(account);
}
