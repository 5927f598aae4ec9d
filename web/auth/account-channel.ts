/** Connects the tabs of a browser, so that all of them show the same account. */
export interface AccountChannel {
  /** @param id of the account; null for a visitor */
  post: (id: string | null) => void;
  close: () => void;
}

/**
 * Joins the other tabs of this browser; a browser without such channels has none.
 * @param hear called with each message of another tab, of any type
 */
export function joinAccountChannel(hear: (id: unknown) => void): AccountChannel {
  if (!('BroadcastChannel' in globalThis)) return { post: () => {}, close: () => {} };
  const channel = new BroadcastChannel('account');
  channel.addEventListener('message', ({ data }) => hear(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
    post: (id) => channel.postMessage(id),
    close: () => channel.close(),
  };
}
