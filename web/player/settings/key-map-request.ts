const listeners = new Set<() => void>();

/** Asks for the list of all keys, from wherever it is offered. */
export const showKeyMap = (): void => listeners.forEach((listener) => listener());

/** Calls `listener` whenever somebody asks for the list; returns what stops it. */
export function onKeyMapAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
