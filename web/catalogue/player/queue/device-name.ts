const KEY = 'player-device';

/**
 * A random name that distinguishes this browser from the account's other devices. It stays the same and reveals
 * nothing.
 */
export function deviceName(): string {
  const made = Math.random().toString(36).slice(2, 12);
  try {
    const saved = localStorage.getItem(KEY);
    if (saved) return saved;
    localStorage.setItem(KEY, made);
  } catch (error) {
    console.warn('This device’s name could not be saved.', error);
  }
  return made;
}
