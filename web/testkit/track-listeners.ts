/** Runs `make`. Returns its result, and a function that removes the listeners it added to the window and the document. */
export function trackListeners<T>(make: () => T): { made: T; end: () => void } {
  const stop = new AbortController();
  const targets: EventTarget[] = [window, document];
  for (const target of targets)
    target.addEventListener = (type, listener, options) => {
      const given = typeof options === 'boolean' ? { capture: options } : options;
      EventTarget.prototype.addEventListener.call(target, type, listener, { ...given, signal: stop.signal });
    };
  try {
    return { made: make(), end: () => stop.abort() };
  } finally {
    // Deleting the own property restores the prototype's method.
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
}
