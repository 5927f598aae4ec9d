const listeners = new Set<() => void>();

/** True when the list of keys was requested before the component that shows the list was mounted. */
let isWanted = false;

/** Requests the list of all keys; can be called from anywhere. */
export function showKeyMap(): void {
  isWanted = listeners.size === 0;
  for (const listener of listeners) listener();
}

/**
 * Calls `listener` on every request for the list, including one before this call; returns a function that removes it.
 */
export function onKeyMapRequest(listener: () => void): () => void {
  listeners.add(listener);
  if (isWanted) showKeyMap();
  return () => void listeners.delete(listener);
}
