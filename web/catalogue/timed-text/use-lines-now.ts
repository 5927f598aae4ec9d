import { type TimedLine, linesAt } from '@scoville/contract/catalogue/timed-text/timed-text.ts';
import { useEffect, useState } from 'react';
import { playerElement, trackTime } from '../player/player-element.ts';

const NONE: readonly number[] = [];

/**
 * The indexes of the lines for the current moment of the player. Checked on every animation frame, because the player's
 * own clock may be a quarter of a second late.
 */
export function useLinesNow(lines: readonly TimedLine[], isInPlayer: boolean): readonly number[] {
  const [now, setNow] = useState(NONE);
  useEffect(() => {
    if (!isInPlayer) return undefined;
    const element = playerElement();
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      // While the media is loading, it has no current moment.
      const next = element.readyState === HTMLMediaElement.HAVE_NOTHING ? NONE : linesAt(lines, trackTime());
      setNow((shown) => (shown.length === next.length && shown.every((one, n) => one === next[n]) ? shown : next));
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [lines, isInPlayer]);
  return isInPlayer ? now : NONE;
}
