import { IconButton } from '../../platform/ui/icon-button.tsx';
import { PauseIcon, PlayIcon } from '../../platform/ui/first-icons.tsx';
import { NextIcon, PreviousIcon } from '../../platform/ui/icons.tsx';
import { readClock } from '../../catalogue/player/clock.ts';
import { dispatch, usePlayer } from '../../catalogue/player/player.ts';
import { hasNext } from '../../catalogue/player/queue/queue-transitions.ts';

/**
 * The buttons for previous, play or pause, and next. On a phone the bar only has room for play; `whole` shows all of
 * them.
 */
export function Transport({ whole = false }: { whole?: boolean }) {
  const isPlaying = usePlayer((state) => state.status === 'playing');
  const isAd = usePlayer((state) => state.status === 'ad');
  const canGoOn = usePlayer(hasNext);
  const side = whole ? 'rounded-full' : 'rounded-full max-md:hidden';
  return (
    <div className="flex items-center gap-1.5">
      <IconButton
        label="Previous"
        className={side}
        disabled={isAd}
        onClick={() => dispatch({ type: 'previous', position: readClock().position })}
      >
        <PreviousIcon />
      </IconButton>
      <IconButton
        label={isPlaying ? 'Pause' : 'Play'}
        className="size-[46px]! rounded-full! bg-text text-bg hover:bg-text!"
        disabled={isAd}
        onClick={() => dispatch({ type: 'toggle' })}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <IconButton label="Next" className={side} disabled={!canGoOn} onClick={() => dispatch({ type: 'next' })}>
        <NextIcon />
      </IconButton>
    </div>
  );
}
