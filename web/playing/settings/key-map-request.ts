const listeners = new Set<() => void>();

/** It was asked for before anybody was here who shows it. */
let isWanted = false;

/** Asks for the list of all keys, from wherever it is offered. */
export function showKeyMap(): void {
  isWanted = listeners.size === 0;
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever somebody asks for the list, or has asked before; returns what stops it. */
export function onKeyMapAsked(listener: () => void): () => void {
  listeners.add(listener);
  if (isWanted) showKeyMap();
  return () => void listeners.delete(listener);
}
