const KEY = 'player-device';

/** What this browser is called beside the account's other devices: says nothing of it, and stays the same. */
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
