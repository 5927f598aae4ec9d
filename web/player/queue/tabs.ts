/** What a tab tells the others when it begins to sound. */
export interface Sounding {
  /** A tab, anew at each load of its page. */
  tab: string;
  /** Milliseconds of the clock that all tabs share. */
  since: number;
}

export interface Tabs {
  /** This tab sounds, or does no more. */
  change: (isSounding: boolean) => void;
  /** Another tab said that it sounds. */
  hear: (other: Sounding) => void;
}

interface TabsOf {
  tab: string;
  now: () => number;
  /** Tells all other tabs. */
  post: (sounding: Sounding) => void;
  /** Another tab sounds now, and this one may not. */
  yieldTo: () => void;
}

/**
 * Of the tabs of one browser the one that began last sounds. Each tells when it begins; who hears of one that began
 * later gives way, and of two that began at once each comes to the same judgement.
 */
export function createTabs({ tab, now, post, yieldTo }: TabsOf): Tabs {
  let own: Sounding | null = null;
  /** The latest that was heard of: a clock that was set back must not make a newcomer the older one. */
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
      // Also where it is silent: it may wait for the network, to sound by itself.
      yieldTo();
    },
  };
}

const isLater = (one: Sounding, other: Sounding): boolean =>
  one.since === other.since ? one.tab > other.tab : one.since > other.since;
