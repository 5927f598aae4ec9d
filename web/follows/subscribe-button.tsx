import type { MusicianRef } from '@scoville/contract/users.ts';
import { Suspense, lazy, useState } from 'react';
import { useMe } from '../lib/query.ts';
import { Button, type ButtonSize } from '../ui/button.tsx';

const SubscribeDialog = lazy(() =>
  import('./subscribe-dialog.tsx').then((module) => ({ default: module.SubscribeDialog })),
);

interface SubscribeButtonProps {
  musician: MusicianRef;
  /** The dialog is open from the start. */
  opened?: boolean;
  size?: ButtonSize;
}

/** The way to a subscription; nothing for the musician's own eyes. */
export function SubscribeButton({ musician, opened = false, size }: SubscribeButtonProps) {
  const me = useMe();
  const [isOpen, setOpen] = useState(opened);
  if (me?.id === musician.id) return null;
  const follows = me?.following.includes(musician.id) ?? false;
  return (
    <>
      <Button size={size} variant={follows ? 'outline' : 'main'} onClick={() => setOpen(true)}>
        {follows ? 'Subscribed' : 'Subscribe'}
      </Button>
      {isOpen && (
        <Suspense>
          <SubscribeDialog musician={musician} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
