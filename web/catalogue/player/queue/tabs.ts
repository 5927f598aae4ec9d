/** The message that a tab sends to the others when it begins to sound. */
export interface Sounding {
  /** The tab; each page load has a new value. */
  tab: string;
  /** Milliseconds of the clock that all tabs share. */
  since: number;
}

export interface Tabs {
  /** Reports that this tab begins or stops to sound. */
  change: (isSounding: boolean) => void;
  /** Handles the message of another tab that it sounds. */
  hear: (other: Sounding) => void;
}

interface TabsOf {
  tab: string;
  now: () => number;
  /** Sends to all other tabs. */
  post: (sounding: Sounding) => void;
  /** Called when another tab plays, so that this tab must be silent. */
  yieldTo: () => void;
}

/**
 * Of the tabs of one browser only the one that started last sounds. Each tab sends a message when it starts. A tab that
 * receives the message of a later start gives way, and if two start at once, both decide in the same way which is
 * later.
 */
export function createTabs({ tab, now, post, yieldTo }: TabsOf): Tabs {
  let own: Sounding | null = null;
  /** The latest start seen so far. Without it, a clock that was set back would make a new start look older. */
  let latest = 0;
  return {
    change(isSounding) {
      if (isSounding === (own !== null)) return;
      if (!isSounding) {
        own = null;
        return;
      }
      own = { tab, since: Math.max(now(), latest + 1) };
      latest = own.since;
      post(own);
    },
    hear(other) {
      latest = Math.max(latest, other.since);
      if (own !== null && !isLater(other, own)) return;
      own = null;
      // Called even when this tab is silent, because it may be waiting for the network to continue automatically.
      yieldTo();
    },
  };
}

const isLater = (one: Sounding, other: Sounding): boolean =>
  one.since === other.since ? one.tab > other.tab : one.since > other.since;
