/** Runs `make`; returns what it made, and what ends the listeners that it added to the window and the document meanwhile. */
export function listening<T>(make: () => T): { made: T; end: () => void } {
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
    // What the prototype has is there again.
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
}
