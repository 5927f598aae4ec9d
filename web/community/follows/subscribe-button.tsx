import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { useState } from 'react';
import { useMe } from '../../platform/lib/query.ts';
import { Button, type ButtonSize } from '../../platform/ui/button.tsx';
import { openedPart } from '../../platform/ui/opened-part.tsx';

const SubscribeDialog = openedPart(async () => ({ default: (await import('./subscribe-dialog.tsx')).SubscribeDialog }));

interface SubscribeButtonProps {
  musician: MusicianRef;
  /** True to open the dialog immediately. */
  opened?: boolean;
  size?: ButtonSize;
  /** True beside other actions, where the button must not look like the screen's main action. */
  quiet?: boolean;
}

/** The button that opens the dialog for a subscription to a musician's news. Hidden from the musician. */
export function SubscribeButton({ musician, opened = false, size, quiet = false }: SubscribeButtonProps) {
  const me = useMe();
  /** The musician at the time of the click, because the player may have moved on to the next song since. */
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
