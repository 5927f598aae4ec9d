import { classNames } from '../../ui/class-names.ts';
import { usePlayer } from '../../player/player.ts';

/** Says why it is silent when it gave way to another tab. The region stands there before it has words, so that they are read out. */
export function Elsewhere({ className }: { className: string }) {
  const isElsewhere = usePlayer((state) => state.elsewhere);
  return (
    <p role="status" className={classNames('text-caption text-muted empty:hidden', className)}>
      {isElsewhere && 'Paused: playing in another tab'}
    </p>
  );
}
