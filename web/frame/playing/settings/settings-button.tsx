import { useCallback, useState } from 'react';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { icon } from '../../../platform/ui/icon.tsx';
import { openedPart } from '../../../platform/ui/opened-part.tsx';
import { useSleepTimer } from '../../../catalogue/player/settings/sleep-timer.ts';
import { speedText, useSpeed } from '../../../catalogue/player/settings/speed.ts';

const SettingsDialog = openedPart(() => import('./settings-dialog.tsx'));
const SlidersIcon = icon(<path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 4.500v5M9 14.500v5" />);

/** Opens the playback settings. Its label names the settings that differ from the defaults. */
export function SettingsButton({ isVideo }: { isVideo: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const speed = useSpeed();
  const sleeps = useSleepTimer().kind !== 'off';
  const set = [speed !== 1 && speedText(speed), sleeps && 'sleep timer on'].filter(Boolean);
  return (
    <>
      <IconButton label={['Playback settings', ...set].join(', ')} onClick={() => setOpen(true)}>
        <SlidersIcon className={set.length > 0 ? 'size-[22px] text-ember' : 'size-[22px]'} />
      </IconButton>
      {isOpen && <SettingsDialog isVideo={isVideo} onClose={close} onFailed={close} />}
    </>
  );
}
