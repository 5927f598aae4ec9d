const KEY = 'features-seen';

/** The new features of the product that this browser has announced; empty if the browser has no storage. */
export function readSeen(storage: () => Pick<Storage, 'getItem'> = () => localStorage): string[] {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers that this browser has announced a feature, if the browser has storage. */
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
