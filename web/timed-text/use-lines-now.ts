import { type TimedLine, linesAt } from '@scoville/contract/timed-text.ts';
import { useEffect, useState } from 'react';
import { mediaElement, trackTime } from '../player/media-element.ts';

const NONE: readonly number[] = [];

/**
 * The places of the lines that hold at this moment of what is in the player, looked at with every picture of the screen
 * that is drawn: the clock of the player is a quarter of a second late.
 */
export function useLinesNow(lines: readonly TimedLine[], isInPlayer: boolean): readonly number[] {
  const [now, setNow] = useState(NONE);
  useEffect(() => {
    if (!isInPlayer) return undefined;
    const element = mediaElement();
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      // What is loading has no moment yet.
      const next = element.readyState === HTMLMediaElement.HAVE_NOTHING ? NONE : linesAt(lines, trackTime());
      setNow((shown) => (shown.length === next.length && shown.every((one, n) => one === next[n]) ? shown : next));
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [lines, isInPlayer]);
  return isInPlayer ? now : NONE;
}
