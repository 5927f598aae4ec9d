import { type KeptPlayer, keptPlayer } from '@scoville/contract/catalogue/player/player.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SmallCover } from '../../../pipeline/images/small-cover.tsx';
import { queryOf } from '../../../platform/lib/query.ts';
import { Button } from '../../../platform/ui/button.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { CloseIcon } from '../../../platform/ui/icons.tsx';
import { setClock, timeText } from '../../../catalogue/player/clock.ts';
import { dispatch } from '../../../catalogue/player/player.ts';
import { deviceName } from '../../../catalogue/player/queue/device-name.ts';
import { clearPlayerState } from '../../../catalogue/player/queue/save-player-state.ts';

interface ContinueOfferProps {
  /** The account whose player this is; the parent sets it as `key`, so that another account starts with fresh state. */
  accountId: string;
  /** Whether to offer only what another device saved last, because this one has something in its player. */
  fromElsewhere: boolean;
}

/**
 * Offers, at the bottom edge, to continue what the account listened to last on any device. Playback never starts
 * automatically.
 */
export function ContinueOffer({ accountId, fromElsewhere }: ContinueOfferProps) {
  const { queryKey, queryFn } = queryOf(keptPlayer, {});
  // Newer states are loaded with the next page load.
  const { data } = useQuery({ queryKey: [...queryKey, accountId], queryFn, staleTime: Infinity, retry: false });
  const [isDismissed, setDismissed] = useState(false);
  const saved = data?.player ?? null;
  const track = saved?.queue[saved.index];
  if (saved === null || track === undefined || isDismissed) return null;
  if (fromElsewhere && saved.device === deviceName()) return null;
  const dismiss = () => {
    setDismissed(true);
    clearPlayerState();
  };
  return (
    <section
      aria-label="Continue where you left off"
      className="appear fixed inset-x-3 bottom-[calc(var(--player-height,0px)+12px)] z-30 flex items-center gap-3 rounded-hero border border-line bg-surface p-3 shadow-[0_20px_60px_-20px_#000a] md:right-auto md:left-1/2 md:w-[520px] md:-translate-x-1/2"
    >
      <SmallCover media={track} size={200} className="size-13 flex-none" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-caption text-muted">Where you left off</p>
        <p dir="auto" className="truncate font-[600]" title={track.title}>
          {track.title}
        </p>
        <p className="truncate text-caption text-muted">
          <bdi>{track.musician.displayName}</bdi>
          {saved.at >= 1 && (
            <>
              , at <span className="tabular">{timeText(saved.at)}</span>
            </>
          )}
        </p>
      </div>
      <Button variant="main" size="small" onClick={() => continueQueue(saved)}>
        Continue
      </Button>
      <IconButton label="Dismiss" onClick={dismiss}>
        <CloseIcon />
      </IconButton>
    </section>
  );
}

function continueQueue({ queue, index, at, repeat, shuffle }: KeptPlayer): void {
  setClock(at, queue[index]?.length ?? 0);
  dispatch({ type: 'restore', queue, index, at, repeat, shuffle });
  dispatch({ type: 'resume' });
}
