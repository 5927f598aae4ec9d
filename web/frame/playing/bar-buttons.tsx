import { Heart } from '../../catalogue/favorites/heart.tsx';
import { pluralize } from '../../platform/lib/format.ts';
import { ShareButton } from '../../catalogue/sharing/share-button.tsx';
import { IconButton } from '../../platform/ui/icon-button.tsx';
import { ChevronUpIcon, CloseIcon } from '../../platform/ui/icons.tsx';
import { dispatch } from '../../catalogue/player/player.ts';
import { QueueButton } from './queue/queue-button.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import type { CurrentTrack } from './use-current.ts';
import { VolumeControl } from './volume-control.tsx';

interface BarButtonsProps {
  track: CurrentTrack;
  accountId: string | null;
  onOpen: () => void;
}

/**
 * The track's number of plays, and the bar's buttons for the track and for the player. Hidden on phones for lack of
 * space.
 */
export function BarButtons({ track, accountId, onOpen }: BarButtonsProps) {
  return (
    <div className="flex items-center justify-end gap-1 max-md:hidden">
      <p className="tabular mr-3 text-caption whitespace-nowrap text-muted max-xl:hidden">
        <span>{pluralize(track.playCount, 'play', 'plays')}</span>
        <span className="ml-3">{pluralize(track.rememberCount, 'fav', 'favs')}</span>
      </p>
      <Heart media={track} className="size-[42px] rounded-control hover:bg-raised" />
      <span className="contents max-lg:hidden">
        <ShareButton key={accountId} media={track} className="size-[42px] rounded-control hover:bg-raised" />
      </span>
      <VolumeControl narrow />
      <QueueButton key={accountId} />
      <SettingsButton isVideo={track.mediaType === 'video'} />
      <IconButton label="Expand the player" onClick={onOpen}>
        <ChevronUpIcon />
      </IconButton>
      <IconButton label="Close the player" onClick={() => dispatch({ type: 'close' })}>
        <CloseIcon />
      </IconButton>
    </div>
  );
}
