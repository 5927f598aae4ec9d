const NAME = 'pagechange';

/** Notifies everything that floats above a page (dialogs, menus, the player's display) of a page change. */
export function announcePageChange(): void {
  document.dispatchEvent(new CustomEvent(NAME));
}

/** Calls `listener` at each page change; returns a function that unsubscribes. */
export function onPageChange(listener: () => void): () => void {
  document.addEventListener(NAME, listener);
  return () => document.removeEventListener(NAME, listener);
}
