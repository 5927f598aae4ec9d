import { useSyncExternalStore } from 'react';

const KEY = 'favorites';
const listeners = new Set<() => void>();
let known: readonly string[] | null = null;

/** Ids of a visitor's favorites, the latest last: they stay in this browser until somebody signs in. */
export function localFavorites(): readonly string[] {
  if (known === null) {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
      known = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
    } catch {
      // Where the browser has no place for them they last for this page.
      known = [];
    }
  }
  return known;
}

/** Keeps another list of them. */
export function keepFavorites(ids: readonly string[]): void {
  known = ids;
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch (error) {
    console.warn('This browser keeps favorites for this page alone.', error);
  }
  notifyReaders();
}

const notifyReaders = () => {
  for (const listener of listeners) listener();
};

// Another tab of this browser changed them: also while this one shows none.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  known = null;
  notifyReaders();
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Is this media a favorite of this browser's visitor? */
export const useIsLocalFavorite = (id: string): boolean =>
  useSyncExternalStore(subscribe, () => localFavorites().includes(id));
