import { classNames } from '../../../platform/ui/class-names.ts';
import { usePlayer } from '../../../catalogue/player/player.ts';

/**
 * Explains the silence after the player gave way to another tab. The region is rendered before it has text, so that
 * screen readers announce the text.
 */
export function OtherTabNotice({ className }: { className: string }) {
  const isElsewhere = usePlayer((state) => state.elsewhere);
  return (
    <p role="status" className={classNames('text-caption text-muted empty:hidden', className)}>
      {isElsewhere && 'Paused: playing in another tab'}
    </p>
  );
}
