import { useSyncExternalStore } from 'react';

const KEY = 'favorites';
const listeners = new Set<() => void>();
let known: readonly string[] | null = null;

/** Ids of a visitor's favorites, oldest first. They are stored in this browser until the visitor signs in. */
export function localFavorites(): readonly string[] {
  if (known === null) {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
      known = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
    } catch {
      // If the browser has no storage, the favorites last only as long as this page.
      known = [];
    }
  }
  return known;
}

/** Stores a new list of favorites. */
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

// Follows changes in other tabs of this browser, also while this page shows no favorites.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key !== KEY && key !== null) return;
  known = null;
  notifyReaders();
});

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether this song or video is a favorite of the browser's visitor. */
export const useIsLocalFavorite = (id: string): boolean =>
  useSyncExternalStore(subscribe, () => localFavorites().includes(id));
