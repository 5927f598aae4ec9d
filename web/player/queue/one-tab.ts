import * as z from 'zod/mini';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { type Tabs, createTabs } from './tabs.ts';

const TabMessage = z.object({ tab: z.string(), since: z.number() });

/** Two tabs of a browser never play at once: the one that began last goes on, the others pause and say so. */
export function soundInOneTab(): void {
  const { change } = joinTabs(() => dispatch({ type: 'elsewhere' }));
  const look = () => {
    const { status } = playerState();
    change(status === 'playing' || status === 'ad');
  };
  look();
  onPlayerChange(look);
}

/**
 * Has something that sounds take turns with all else of this browser that does, in this tab too.
 * @param yieldTo something else sounds now, and this may not
 */
export function joinTabs(yieldTo: () => void): Pick<Tabs, 'change'> & { leave: () => void } {
  if (!('BroadcastChannel' in globalThis)) return { change: () => {}, leave: () => {} };
  const channel = new BroadcastChannel('player');
  const tabs = createTabs({
    // Not randomUUID, which an installation without HTTPS does not have.
    tab: String(Math.random()),
    now: () => Date.now(),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
    post: (sounding) => channel.postMessage(sounding),
    yieldTo,
  });
  channel.addEventListener('message', ({ data }) => {
    const message = z.safeParse(TabMessage, data);
    if (message.success) tabs.hear(message.data);
  });
  return { change: tabs.change, leave: () => channel.close() };
}
