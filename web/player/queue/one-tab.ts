import { joinTabChannel } from '../../lib/tab-channel.ts';
import { fieldsOf, isNumber } from '../settings/kept.ts';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { type Sounding, type Tabs, createTabs } from './tabs.ts';

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
    const { tab, since } = fieldsOf(message);
    if (typeof tab === 'string' && isNumber(since)) tabs.hear({ tab, since });
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
