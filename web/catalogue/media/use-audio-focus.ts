import { type RefObject, useEffect, useRef, useState } from 'react';
import { dispatch, onPlayerChange, playerState } from '../player/player.ts';
import { joinTabs } from '../player/queue/one-tab.ts';

/** Whether the product's own player sounds on this page. */
const isSounding = () => ['playing', 'ad'].includes(playerState().status);

interface AudioFocus {
  /** Whether another tab took over. */
  isElsewhere: boolean;
  /** Whether the element should play. Also true while it is silent because it waits for new addresses. */
  isWanted: () => boolean;
  want: () => void;
  /** Pauses the product's player and other tabs, because the element plays. */
  take: () => void;
  /** Reports that the element is silent for now. */
  release: () => void;
  /** Reports that the element was paused. */
  giveUp: () => void;
}

/** Coordinates an element with the product's player and with other tabs, so that only one of them sounds at a time. */
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
