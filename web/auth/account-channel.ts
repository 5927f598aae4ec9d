/** Where the tabs of a browser tell each other whose account they show; null in a browser that has no such channels. */
export const openAccountChannel = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('account') : null;
