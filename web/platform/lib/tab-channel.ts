/** A connection to the other tabs of this browser that show the product. */
export interface TabChannel<T> {
  /** Sends a message to all other tabs. */
  post: (message: T) => void;
  close: () => void;
}

/**
 * Joins a `BroadcastChannel`. In a browser without such channels, no message is sent or received.
 * @param hear called with each message of another tab; the type is unknown, because the tab may run another version
 */
export function joinTabChannel<T>(name: string, hear: (message: unknown) => void): TabChannel<T> {
  if (!('BroadcastChannel' in globalThis)) return { post: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }) => hear(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is about windows; a channel's takes none
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
