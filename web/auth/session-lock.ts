/** All tabs of a browser have one session, and one lock. */
const LOCK = 'session';
/** Milliseconds that a refused call waits for a sign-in at the most. */
const PATIENCE = 10_000;

/** An installation without HTTPS has no locks. */
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** Signs in or out, and lets the other tabs know as long as that is under way. */
export const changingSession = async <T>(change: () => Promise<T>): Promise<T> =>
  locks()?.request(LOCK, { mode: 'shared' }, change) ?? change();

/**
 * Waits until no tab of this browser is signing in or out. The server ends the former session before the browser has the next
 * one: who is refused between the two is not signed out.
 */
export async function sessionSettled(): Promise<void> {
  try {
    await locks()?.request(LOCK, { signal: AbortSignal.timeout(PATIENCE) }, () => {});
  } catch (error) {
    console.warn('A sign-in takes long.', error);
  }
}
