import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { icon } from '../../../platform/ui/icon.tsx';
import { toggleFullScreen, useFullScreen } from './full-screen.ts';

const EnterIcon = icon(<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />);
const LeaveIcon = icon(<path d="M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5" />);

/** Toggles full screen for the video in the player. */
export function FullScreenButton({ className }: { className?: string }) {
  const isFull = useFullScreen();
  return (
    <IconButton label={isFull ? 'Exit full screen' : 'Full screen'} className={className} onClick={toggleFullScreen}>
      {isFull ? <LeaveIcon /> : <EnterIcon />}
    </IconButton>
  );
}
