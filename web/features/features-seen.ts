const KEY = 'features-seen';

/** The features that this browser was told of; empty where it keeps nothing. */
export function readSeen(storage: () => Pick<Storage, 'getItem'> = () => localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers one; where the browser keeps nothing, for nobody. */
export function saveSeen(
  feature: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem'> = () => localStorage,
): void {
  const seen = readSeen(storage);
  if (seen.includes(feature)) return;
  try {
    storage().setItem(KEY, JSON.stringify([...seen, feature].slice(-100)));
  } catch (error) {
    console.warn('What was shown cannot be remembered.', error);
  }
}
