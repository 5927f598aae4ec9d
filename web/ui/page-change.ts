const NAME = 'pagechange';

/** Tells everything that floats above a page (dialogs, menus, the player's display) that the page changes. */
export function announcePageChange(): void {
  document.dispatchEvent(new CustomEvent(NAME));
}

/** Calls `listener` at each page change; returns what stops it. */
export function onPageChange(listener: () => void): () => void {
  document.addEventListener(NAME, listener);
  return () => document.removeEventListener(NAME, listener);
}
