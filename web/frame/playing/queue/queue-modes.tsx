import { classNames } from '../../../platform/ui/class-names.ts';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import type { Repeat } from '../../../catalogue/player/player-state.ts';
import { dispatch, usePlayer } from '../../../catalogue/player/player.ts';
import { RepeatIcon, RepeatOneIcon, ShuffleIcon } from '../../../catalogue/player/queue/queue-icons.tsx';

const AFTER: Record<Repeat, Repeat> = { off: 'all', all: 'one', one: 'off' };
const REPEATS: Record<Repeat, string> = { off: 'Repeat: off', all: 'Repeat: all', one: 'Repeat: this track' };

/** Shuffles the queue around the current track, or restores its order. */
export function ShuffleButton({ className }: { className?: string }) {
  const isOn = usePlayer((state) => state.shuffle !== null);
  return (
    <IconButton
      label="Shuffle"
      aria-pressed={isOn}
      className={classNames(isOn ? 'bg-raised text-ember' : 'text-muted', className)}
      onClick={() => dispatch({ type: 'shuffle', on: !isOn, seed: Math.floor(Math.random() * 2 ** 31) })}
    >
      <ShuffleIcon />
    </IconButton>
  );
}

/** Selects the repeat mode: off, the whole queue, or this track. */
export function RepeatButton({ className }: { className?: string }) {
  const repeat = usePlayer((state) => state.repeat);
  return (
    <IconButton
      label={REPEATS[repeat]}
      className={classNames(repeat === 'off' ? 'text-muted' : 'bg-raised text-ember', className)}
      onClick={() => dispatch({ type: 'repeat', repeat: AFTER[repeat] })}
    >
      {repeat === 'one' ? <RepeatOneIcon /> : <RepeatIcon />}
    </IconButton>
  );
}
