import { SubscribeButton } from '../../community/follows/subscribe-button.tsx';
import { Cover } from '../../pipeline/images/cover.tsx';
import { MusicianName } from '../../catalogue/media/musician-name.tsx';
import { ScoreRing } from '../../catalogue/media/score-ring.tsx';
import { classNames } from '../../platform/ui/class-names.ts';
import { Picture } from '../../catalogue/player/picture.tsx';
import { currentTrack } from '../../catalogue/player/player-state.ts';
import { usePlayer } from '../../catalogue/player/player.ts';
import { OtherTabNotice } from './queue/other-tab-notice.tsx';
import { StillProcessing } from './still-processing.tsx';
import { isUnfinished } from '../../catalogue/player/growing-playlist.ts';
import type { CurrentTrack } from './use-current.ts';

interface NowPlayingProps {
  track: CurrentTrack;
  accountId: string | null;
  onOpen: () => void;
}

/** The track in the bar: its artwork or video, title, musician, and its error. */
export function NowPlaying({ track, accountId, onOpen }: NowPlayingProps) {
  const error = usePlayer((state) => state.error);
  const isElsewhere = usePlayer((state) => state.elsewhere);
  const isPrepared = usePlayer((state) => {
    const playing = currentTrack(state);
    return playing !== null && isUnfinished(playing);
  });
  return (
    <div className="relative flex min-w-0 items-center gap-3">
      {/* On a phone this whole area opens the display. */}
      <button
        type="button"
        aria-label={`Open ${track.title} in the player`}
        onClick={onOpen}
        className={classNames(
          'flex-none after:absolute after:inset-0 md:after:hidden',
          track.mediaType === 'video' ? 'h-13 w-[92px] md:h-16 md:w-[114px]' : 'size-13',
        )}
      >
        <span className="relative block size-full overflow-hidden rounded-[10px]">
          <Cover media={track} sizes="114px" className="h-full" />
          {track.mediaType === 'video' && <Picture place="corner" className="absolute inset-0 not-empty:bg-black" />}
        </span>
      </button>
      <div className="min-w-0">
        <p dir="auto" className="truncate font-[600]">
          {track.title}
        </p>
        {error && (
          <p role="alert" className="truncate text-error md:hidden">
            {error}
          </p>
        )}
        <OtherTabNotice className="truncate" />
        {isPrepared && <StillProcessing id={track.id} className="truncate text-caption" />}
        <span className={error || isElsewhere || isPrepared ? 'contents max-md:hidden' : 'contents'}>
          <MusicianName musician={track.musician} className="relative text-muted" />
        </span>
      </div>
      <span className="contents max-lg:hidden">
        <ScoreRing score={track.score} band={track.band} />
      </span>
      <span className="contents max-xl:hidden">
        <SubscribeButton key={accountId} musician={track.musician} size="small" quiet />
      </span>
    </div>
  );
}
