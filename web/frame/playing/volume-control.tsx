import { classNames } from '../../platform/ui/class-names.ts';
import { icon } from '../../platform/ui/icon.tsx';
import { Slider } from '../../platform/ui/slider.tsx';
import { canSetVolume } from '../../catalogue/player/settings/can-set-volume.ts';
import { isSilent, setVolume, toggleMute, useVolume } from '../../catalogue/player/settings/volume.ts';

const SPEAKER = 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500z';
const VolumeIcon = icon(<path d={`${SPEAKER}M15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11`} />);
const MutedIcon = icon(<path d={`${SPEAKER}M16 9.500l5 5m0-5-5 5`} />);

interface VolumeControlProps {
  /** For places without room beside the button: shows the slider above it while the button is hovered or focused. */
  narrow?: boolean;
  className?: string;
}

/** The volume of everything on this device. Hidden at full volume on touch devices, which have hardware keys for it. */
export function VolumeControl({ narrow = false, className }: VolumeControlProps) {
  const volume = useVolume();
  const canSet = canSetVolume();
  const silent = isSilent(volume);
  // Shown on every device while muted, because a keyboard can mute any device.
  const isFull = volume.percent === 100 && !silent;
  if (isFull && !canSet) return null;
  return (
    <div className={classNames('group relative flex items-center gap-1', isFull && 'pointer-coarse:hidden', className)}>
      <button
        type="button"
        aria-label={silent ? 'Unmute' : 'Mute'}
        onClick={toggleMute}
        className="grid size-[42px] flex-none place-items-center rounded-control hover:bg-raised"
      >
        {silent ? <MutedIcon /> : <VolumeIcon />}
      </button>
      {canSet && (
        <div className={classNames('flex', narrow && NARROW)}>
          <Slider
            min={0}
            max={100}
            step={5}
            value={volume.percent}
            onChange={setVolume}
            aria-label="Volume"
            aria-valuetext={`${volume.percent}%${volume.muted ? ', muted' : ''}`}
            className={classNames('w-24', volume.muted && 'opacity-50')}
          />
        </div>
      )}
    </div>
  );
}

/** The slider touches the button, so that the pointer crosses no gap. It can be focused even while it is invisible. */
const NARROW =
  'max-2xl:pointer-events-none max-2xl:absolute max-2xl:bottom-full max-2xl:left-1/2 max-2xl:-translate-x-1/2 max-2xl:rounded-control max-2xl:border max-2xl:border-line max-2xl:bg-surface max-2xl:px-4 max-2xl:py-1 max-2xl:opacity-0 max-2xl:group-hover:pointer-events-auto max-2xl:group-hover:opacity-100 max-2xl:group-active:pointer-events-auto max-2xl:group-active:opacity-100 max-2xl:group-has-[:focus-visible]:opacity-100';
