import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { type ComponentType, Suspense, useState } from 'react';
import { SmallCover } from '../../pipeline/images/small-cover.tsx';
import { useMe, useSettings } from '../../platform/lib/query.ts';
import { timeText, useClock } from '../player/clock.ts';
import { useIsInPlayer } from '../player/player.ts';
import { Avatar } from '../../platform/ui/avatar.tsx';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { neededPart } from '../../platform/ui/needed-part.tsx';
import { Loading, Skeleton } from '../../platform/ui/states.tsx';
import { type During, useUnderway } from '../../platform/ui/use-underway.ts';
import { countShare } from './count-share.ts';
import { ShareElsewhere } from './share-elsewhere.tsx';
import { ShareLink } from './share-link.tsx';
import type { ShareToPeopleProps } from './people-port.ts';
import type { Shareable } from './shareable.ts';
import { useAccess } from './use-access.ts';

/** Loaded for owners only. */
const PrivateLink = neededPart(async () => ({ default: (await import('./private-link.tsx')).PrivateLink }));

interface ShareDialogProps {
  what: Shareable;
  ShareToPeople: ComponentType<ShareToPeopleProps>;
  onClose: () => void;
}

/**
 * All ways to share something: its link, a message to members, other networks, other sites. None of these would open
 * something that isn't public, so only its private link is offered, and only to its owner.
 */
export function ShareDialog({ what, ShareToPeople, onClose }: ShareDialogProps) {
  const me = useMe() ?? null;
  const access = useAccess(me, what.media);
  const [isSending, during] = useUnderway();
  return (
    <Dialog title={`Share this ${what.kind}`} busy={isSending} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <Card what={what} />
        {access === 'unknown' ? (
          <Loading label="Loading">
            <Skeleton className="h-20" />
          </Loading>
        ) : access === 'public' ? (
          <Ways what={what} me={me} during={during} ShareToPeople={ShareToPeople} onClose={onClose} />
        ) : access === 'by link' && what.media ? (
          <Suspense>
            <PrivateLink mediaId={what.media.id} during={during} />
          </Suspense>
        ) : (
          <p className="text-muted">{`This ${what.kind} isn’t public. You can share it once it is.`}</p>
        )}
      </div>
    </Dialog>
  );
}

interface WaysProps extends ShareDialogProps {
  me: Me | null;
  during: During;
}

function Ways({ what, me, during, ShareToPeople, onClose }: WaysProps) {
  const { share, productName } = useSettings();
  const { position } = useClock();
  const isInPlayer = useIsInPlayer(what.media?.id ?? '');
  // The current second when the dialog was opened, because the track continues to play.
  const [second] = useState(() => (isInPlayer ? Math.floor(position) : 0));
  const [fromHere, setFromHere] = useState(false);
  const url = new URL(what.path + (fromHere ? `?t=${second}` : ''), window.location.origin).href;
  const text = share.defaultText.replaceAll('{mediaType}', what.kind);
  return (
    <>
      <div className="flex flex-col gap-2">
        <ShareLink url={url} />
        {second > 0 && (
          <Checkbox
            label={`Start at ${timeText(second)}`}
            checked={fromHere}
            onChange={(event) => setFromHere(event.target.checked)}
          />
        )}
      </div>
      {(what.media ?? what.zone) !== null && (
        <ShareToPeople me={me} what={what} productName={productName} during={during} onShared={onClose} />
      )}
      <ShareElsewhere what={what} url={url} text={text} onShared={() => countShare(what)} onClose={onClose} />
    </>
  );
}

function Card({ what: { media, zone, name } }: { what: Shareable }) {
  if (media === null && zone === null) return null;
  return (
    <article className="flex items-center gap-3 rounded-control bg-raised p-3">
      {media ? (
        <SmallCover media={media} size={200} className="size-16 flex-none" />
      ) : (
        <Avatar name={name} image={zone?.profileImg ?? null} className="size-16 flex-none text-title" />
      )}
      <div className="min-w-0">
        <p dir="auto" className="truncate font-[600]">
          {name}
        </p>
        {media && (
          <p dir="auto" className="truncate text-muted">
            {media.musician.displayName}
          </p>
        )}
      </div>
    </article>
  );
}
