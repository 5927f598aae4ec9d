import { isolated } from '@scoville/contract/platform/lib/isolated.ts';
import type { MusicianRef } from '@scoville/contract/accounts/users/users.ts';
import { useState } from 'react';
import { useMe } from '../../platform/lib/query.ts';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { useUnderway } from '../../platform/ui/use-underway.ts';
import { GuestChoices } from './guest-choices.tsx';
import { GuestForm } from './guest-form.tsx';
import { MemberForm } from './member-form.tsx';

interface SubscribeDialogProps {
  musician: MusicianRef;
  onClose: () => void;
}

/** Subscribes to a musician's news. Members choose the kind of news; guests first choose how to subscribe. */
export function SubscribeDialog({ musician, onClose }: SubscribeDialogProps) {
  const me = useMe();
  const [isByEmail, setByEmail] = useState(false);
  const [isSending, during] = useUnderway();
  return (
    <Dialog title={`Subscribe to ${isolated(musician.displayName)}`} busy={isSending} onClose={onClose}>
      {me ? (
        <MemberForm musician={musician} during={during} onClose={onClose} />
      ) : isByEmail ? (
        <GuestForm musician={musician} during={during} onClose={onClose} />
      ) : (
        <GuestChoices musicianId={musician.id} onEmail={() => setByEmail(true)} />
      )}
    </Dialog>
  );
}
