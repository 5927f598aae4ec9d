import { type RefObject, useEffect, useRef, useState } from 'react';
import { dispatch, onPlayerChange, playerState } from '../player/player.ts';
import { joinTabs } from '../player/queue/one-tab.ts';

/** Does the product's own player of this page sound? */
const isSounding = () => ['playing', 'ad'].includes(playerState().status);

interface AudioFocus {
  /** Whether another tab took over. */
  isElsewhere: boolean;
  /** Whether it should play. True also while it waits for new addresses, when the element itself is silent. */
  isWanted: () => boolean;
  want: () => void;
  /** Pauses the product's player and other tabs, because the element plays. */
  take: () => void;
  /** Reports that the element is silent for now. */
  release: () => void;
  /** Reports that the element was paused. */
  giveUp: () => void;
}

/** Lets an element take turns with the product's player and with other tabs: no two of them sound at once. */
export function useAudioFocus(host: RefObject<HTMLMediaElement | null>): AudioFocus {
  const isWanted = useRef(false);
  const [isElsewhere, setElsewhere] = useState(false);
  const tabs = useRef<ReturnType<typeof joinTabs>>(null);

  useEffect(() => {
    const stop = onPlayerChange(() => {
      if (isSounding()) host.current?.pause();
    });
    const joined = joinTabs(() => {
      if (!isWanted.current) return;
      isWanted.current = false;
      host.current?.pause();
      setElsewhere(!isSounding());
    });
    tabs.current = joined;
    return () => {
      stop();
      joined.leave();
    };
  }, [host]);

  const want = () => {
    isWanted.current = true;
  };
  const release = () => tabs.current?.change(false);
  return {
    isElsewhere,
    isWanted: () => isWanted.current,
    want,
    take: () => {
      want();
      setElsewhere(false);
      if (playerState().status === 'playing') dispatch({ type: 'pause' });
      tabs.current?.change(true);
    },
    release,
    giveUp: () => {
      isWanted.current = false;
      release();
    },
  };
}
