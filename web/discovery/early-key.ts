/** The last key that was pressed while what listens to keys was still on its way. */
export const early: { key?: KeyboardEvent | undefined } = {};

/** Keeps it, from the first load on; what listens from then on stops this. */
export function keepEarlyKey(event: KeyboardEvent): void {
  early.key = event;
  // Browsers have a search of their own there.
  if (event.key === '/' ? event.target === document.body : event.key === 'k' && (event.ctrlKey || event.metaKey))
    event.preventDefault();
}
// Where routes are read without a browser there is nothing to listen to.
globalThis.addEventListener?.('keydown', keepEarlyKey);
