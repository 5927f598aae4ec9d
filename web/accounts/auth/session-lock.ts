/** All tabs of a browser share one session, and one lock. */
const LOCK = 'session';
/** Maximum time in milliseconds that a refused call waits for a sign-in. */
const PATIENCE = 10_000;

/** Undefined in an installation without HTTPS, because browsers offer locks only in secure contexts. */
const locks = (): LockManager | undefined => (navigator as Partial<Navigator>).locks;

/** Signs in or out. Holds the lock in the meantime, so that `waitForSessionLock` waits in other tabs. */
export const withSessionLock = async <T>(change: () => Promise<T>): Promise<T> =>
  locks()?.request(LOCK, { mode: 'shared' }, change) ?? change();

/**
 * Waits until no tab of this browser is signing in or out. The server ends the former session before the browser
 * receives the new one, so a call that is refused in between doesn't mean that the user is signed out.
 */
export async function waitForSessionLock(): Promise<void> {
  try {
    await locks()?.request(LOCK, { signal: AbortSignal.timeout(PATIENCE) }, () => {});
  } catch (error) {
    console.warn('A sign-in takes long.', error);
  }
}
