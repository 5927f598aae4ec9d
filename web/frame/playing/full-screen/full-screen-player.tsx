import { type CSSProperties, type MouseEvent, Suspense, useEffect, useRef } from 'react';
import { CaptionsButton } from '../../../catalogue/timed-text/captions-button.tsx';
import { CaptionedVideo } from '../../../catalogue/timed-text/captioned-video.tsx';
import { classNames } from '../../../platform/ui/class-names.ts';
import { latePart } from '../../../platform/ui/lazy-part.tsx';
import { useModal } from '../../../platform/ui/use-modal.ts';
import { timeText, useClock } from '../../../catalogue/player/clock.ts';
import { dispatch, usePlayer } from '../../../catalogue/player/player.ts';
import { OtherTabNotice } from '../queue/other-tab-notice.tsx';
import { QueueButton } from '../queue/queue-button.tsx';
import { SeekPlace } from '../seek-place.tsx';
import { SettingsButton } from '../settings/settings-button.tsx';
import { Transport } from '../transport.tsx';
import type { CurrentTrack } from '../use-current.ts';
import { VolumeControl } from '../volume-control.tsx';
import { FullScreenButton } from '../../../catalogue/player/full-screen/full-screen-button.tsx';
import { leaveFullScreen } from '../../../catalogue/player/full-screen/full-screen.ts';
import { useControlsShown } from './use-controls-shown.ts';

const AdOverlay = latePart(async () => ({ default: (await import('../ad-overlay.tsx')).AdOverlay }));

/** Messages are placed above the controls; the part not yet played is visible over any picture. */
const STYLE = { '--toasts-bottom': '150px', '--line': '#ffffff66' } as CSSProperties;

/** The video over the whole screen. Its controls are hidden when there is no input. */
export default function FullScreenPlayer({ track }: { track: CurrentTrack }) {
  const modal = useModal(leaveFullScreen);
  // Focus the dialog and not the first control, because a focused control stays visible.
  useEffect(() => modal.ref.current?.focus(), [modal.ref]);
  const status = usePlayer((state) => state.status);
  const error = usePlayer((state) => state.error);
  const [isShown, hide] = useControlsShown(modal.ref, status !== 'playing' || error !== null);
  /** Whether the controls were visible before the touch. */
  const wasShown = useRef(true);
  const press = ({ nativeEvent }: MouseEvent) => {
    if ((nativeEvent as PointerEvent).pointerType !== 'touch') return dispatch({ type: 'toggle' });
    if (wasShown.current) hide();
  };
  const controls = classNames(
    'absolute inset-x-0 transition-opacity focus-within:opacity-100',
    !isShown && 'pointer-events-none opacity-0',
  );
  return (
    <dialog
      {...modal}
      data-player=""
      data-theme="dark"
      aria-label={`Full screen, ${track.title}`}
      tabIndex={-1}
      style={STYLE}
      className={classNames(
        'm-0 size-full max-h-none max-w-none overflow-hidden bg-black p-0 text-text outline-none',
        !isShown && 'cursor-none',
      )}
    >
      {/* The keyboard has shortcuts for everything that the picture does. */}
      <div
        role="presentation"
        onPointerDownCapture={() => (wasShown.current = isShown)}
        onClick={press}
        className="size-full"
      >
        <CaptionedVideo id={track.id} place="screen" className="size-full" />
      </div>
      <p dir="auto" className={classNames(controls, 'top-0 truncate bg-black/75 px-6 py-4 text-lead font-[600]')}>
        {track.title}
      </p>
      <div data-controls="" className={classNames(controls, 'bottom-0 bg-black/75 px-6 pt-3 pb-5')}>
        {error ? (
          <p role="alert" className="py-3 break-words text-error">
            {error}
          </p>
        ) : (
          <Seek track={track} />
        )}
        <OtherTabNotice className="text-center" />
        <div className="mt-1 flex flex-wrap items-center gap-1">
          <Transport whole />
          <VolumeControl className="ml-2" />
          <div className="ml-auto flex gap-1">
            <CaptionsButton id={track.id} />
            <QueueButton />
            <SettingsButton isVideo />
            <FullScreenButton />
          </div>
        </div>
      </div>
      {status === 'ad' && (
        <Suspense>
          <AdOverlay />
        </Suspense>
      )}
    </dialog>
  );
}

function Seek({ track }: { track: CurrentTrack }) {
  const { position, duration } = useClock();
  return (
    <div className="flex items-center gap-3">
      <span className="tabular text-caption">{timeText(position)}</span>
      <SeekPlace track={track} className="h-10 min-w-0 flex-1" />
      <span className="tabular text-caption">{timeText(duration)}</span>
    </div>
  );
}
