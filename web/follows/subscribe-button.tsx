import type { MusicianRef } from '@scoville/contract/users.ts';
import { useState } from 'react';
import { useMe } from '../lib/query.ts';
import { Button, type ButtonSize } from '../ui/button.tsx';
import { openedPart } from '../ui/opened-part.tsx';

const SubscribeDialog = openedPart(() => import('./subscribe-dialog.tsx').then((module) => module.SubscribeDialog));

interface SubscribeButtonProps {
  musician: MusicianRef;
  /** The dialog is open from the start. */
  opened?: boolean;
  size?: ButtonSize;
  /** Beside other things that one may want more: never the screen's main action. */
  quiet?: boolean;
}

/** The way to a subscription; nothing for the musician's own eyes. */
export function SubscribeButton({ musician, opened = false, size, quiet = false }: SubscribeButtonProps) {
  const me = useMe();
  /** To whom, as it was when that was asked for: in the player, the next song may begin meanwhile. */
  const [asked, setAsked] = useState(opened ? musician : null);
  const close = () => setAsked(null);
  const follows = me?.following.includes(musician.id) ?? false;
  return (
    <>
      {me?.id !== musician.id && (
        <Button size={size} variant={follows || quiet ? 'outline' : 'main'} onClick={() => setAsked(musician)}>
          {follows ? 'Subscribed' : 'Subscribe'}
        </Button>
      )}
      {asked && <SubscribeDialog musician={asked} onClose={close} onFailed={close} />}
    </>
  );
}
