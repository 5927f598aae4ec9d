import * as z from 'zod/mini';
import { joinTabChannel } from '../../lib/tab-channel.ts';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { type Sounding, type Tabs, createTabs } from './tabs.ts';

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
  const channel = joinTabChannel<Sounding>('player', (message) => {
    const parsed = z.safeParse(TabMessage, message);
    if (parsed.success) tabs.hear(parsed.data);
  });
  const tabs = createTabs({
    // Not randomUUID, which an installation without HTTPS does not have.
    tab: String(Math.random()),
    now: () => Date.now(),
    post: channel.post,
    yieldTo,
  });
  return { change: tabs.change, leave: channel.close };
}
