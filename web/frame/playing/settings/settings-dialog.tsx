import { useEffect, useState } from 'react';
import { showCaptions, useCaptionsShown } from '../../../catalogue/timed-text/captions-choice.ts';
import { pluralize } from '../../../platform/lib/format.ts';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { Select } from '../../../platform/ui/select.tsx';
import { timeText } from '../../../catalogue/player/clock.ts';
import { canSetVolume } from '../../../catalogue/player/settings/can-set-volume.ts';
import { FADES, chooseCrossfade, useCrossfade } from '../../../catalogue/player/settings/crossfade-choice.ts';
import { chooseKeepPlaying, useKeepsPlaying } from '../../../catalogue/player/settings/keep-playing-choice.ts';
import { chooseHeight, usePreferredHeight, useQuality } from '../../../catalogue/player/settings/picture-quality.ts';
import { SLEEP_MINUTES, setSleepTimer, useSleepTimer } from '../../../catalogue/player/settings/sleep-timer.ts';
import { SPEEDS, chooseSpeed, speedText, useSpeed } from '../../../catalogue/player/settings/speed.ts';

/** Settings of playback: speed, sleep timer, automatic continuation, crossfade, and the picture of a video. */
export default function SettingsDialog({ isVideo, onClose }: { isVideo: boolean; onClose: () => void }) {
  const speed = useSpeed();
  return (
    <Dialog title="Playback settings" onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Select
          label="Speed"
          hint="The pitch stays as it is."
          value={String(speed)}
          onChange={({ target }) => chooseSpeed(Number(target.value))}
          options={SPEEDS.map((one) => ({ value: String(one), label: speedText(one) }))}
        />
        <SleepTimer what={isVideo ? 'video' : 'song'} />
        <KeepPlaying />
        <Crossfade />
        {isVideo && <PictureQuality />}
        {isVideo && <CaptionsShown />}
      </div>
    </Dialog>
  );
}

function SleepTimer({ what }: { what: string }) {
  const timer = useSleepTimer();
  const now = useNow();
  const hint =
    timer.kind === 'at'
      ? `Playback stops in ${timeText((timer.until - now) / 1000)}.`
      : timer.kind === 'end'
        ? `Playback stops when this ${what} ends.`
        : 'Stops playback automatically.';
  return (
    <Select
      label="Sleep timer"
      hint={hint}
      value={timer.kind === 'at' ? String(timer.minutes) : timer.kind}
      onChange={({ target: { value } }) =>
        setSleepTimer(value === 'off' ? null : value === 'end' ? 'end' : Number(value))
      }
      options={[
        { value: 'off', label: 'Off' },
        { value: 'end', label: `End of this ${what}` },
        ...SLEEP_MINUTES.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
      ]}
    />
  );
}

function KeepPlaying() {
  const isOn = useKeepsPlaying();
  return (
    <Select
      label="Keep playing"
      hint="When the queue ends, recommendations follow. Saved on this device."
      value={isOn ? 'on' : 'off'}
      onChange={({ target }) => chooseKeepPlaying(target.value === 'on')}
      options={[
        { value: 'on', label: 'On' },
        { value: 'off', label: 'Off' },
      ]}
    />
  );
}

function Crossfade() {
  const seconds = useCrossfade();
  const isPossible = canSetVolume();
  return (
    <Select
      label="Crossfade"
      hint={
        isPossible
          ? 'Songs crossfade, except consecutive songs of an album. Saved on this device.'
          : 'This browser cannot fade songs.'
      }
      disabled={!isPossible}
      value={isPossible ? String(seconds) : '0'}
      onChange={({ target }) => chooseCrossfade(Number(target.value))}
      options={[
        { value: '0', label: 'Off' },
        ...FADES.map((one) => ({ value: String(one), label: pluralize(one, 'second', 'seconds') })),
      ]}
    />
  );
}

function CaptionsShown() {
  const isShown = useCaptionsShown();
  return (
    <Select
      label="Captions"
      hint="For videos that have any. Saved on this device."
      value={isShown ? 'on' : 'off'}
      onChange={({ target }) => showCaptions(target.value === 'on')}
      options={[
        { value: 'on', label: 'On' },
        { value: 'off', label: 'Off' },
      ]}
    />
  );
}

function PictureQuality() {
  const { heights, shown } = useQuality();
  const preference = usePreferredHeight();
  const automatic = preference === null && shown !== null ? `Automatic (now ${shown}p)` : 'Automatic';
  // A preference from another video selects the nearest height that this video has.
  const value =
    preference === null ? '' : String(heights.find((height) => height <= preference) ?? heights.at(-1) ?? '');
  return (
    <Select
      label="Picture quality"
      hint={
        heights.length > 1
          ? 'Saved on this device.'
          : heights.length === 1
            ? `This video has one quality, ${heights[0]}p.`
            : 'Can be chosen once the video has begun to load, where the browser allows it.'
      }
      disabled={heights.length < 2}
      value={heights.length < 2 ? '' : value}
      onChange={({ target }) => chooseHeight(target.value === '' ? null : Number(target.value))}
      options={[
        { value: '', label: automatic },
        ...heights.map((height) => ({ value: String(height), label: `${height}p` })),
      ]}
    />
  );
}

/** The current time in milliseconds, updated every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const interval = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(interval);
  }, []);
  return now;
}
