/** The last key that was pressed before the key handler was loaded. */
export const early: { key?: KeyboardEvent | undefined } = {};

/** Keeps a pressed key, starting with the first load; the key handler removes this listener once it is loaded. */
export function keepEarlyKey(event: KeyboardEvent): void {
  early.key = event;
  // Prevents the browser's own search on these keys.
  if (event.key === '/' ? event.target === document.body : event.key === 'k' && (event.ctrlKey || event.metaKey))
    event.preventDefault();
}
// Tests import the routes outside a browser, where there is no `addEventListener`.
globalThis.addEventListener?.('keydown', keepEarlyKey);
