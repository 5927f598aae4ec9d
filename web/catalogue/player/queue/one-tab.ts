import { joinTabChannel } from '../../../platform/lib/tab-channel.ts';
import { fieldsOf, isNumber } from '../settings/browser-storage.ts';
import { dispatch, onPlayerChange, playerState } from '../player.ts';
import { type Sounding, type Tabs, createTabs } from './tabs.ts';

/** Two tabs of a browser never play at once: the one that started last plays on, and the others pause and show why. */
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
 * Lets a sound source take turns with all others in this browser, including those in this tab.
 * @param yieldTo called when another source sounds and this one must be silent
 */
export function joinTabs(yieldTo: () => void): Pick<Tabs, 'change'> & { leave: () => void } {
  const channel = joinTabChannel<Sounding>('player', (message) => {
    const { tab, since } = fieldsOf(message);
    if (typeof tab === 'string' && isNumber(since)) tabs.hear({ tab, since });
  });
  const tabs = createTabs({
    // The id of this tab doesn't use `randomUUID`, because that is missing without HTTPS.
    tab: String(Math.random()),
    now: () => Date.now(),
    post: channel.post,
    yieldTo,
  });
  return { change: tabs.change, leave: channel.close };
}
