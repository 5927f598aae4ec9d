/** Where the tabs of a browser tell each other whose account they show. */
export interface AccountChannel {
  /** @param id of the account; null for a visitor */
  tell: (id: string | null) => void;
  close: () => void;
}

/**
 * Joins the other tabs of this browser; a browser without such channels has none.
 * @param hear gets what another tab tells, which may be anything
 */
export function joinAccountChannel(hear: (id: unknown) => void): AccountChannel {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel('account');
  channel.addEventListener('message', ({ data }) => hear(data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
    tell: (id) => channel.postMessage(id),
    close: () => channel.close(),
  };
}
