import type { MusicianRef } from '@scoville/contract/users.ts';
import { useState } from 'react';
import { useMe } from '../lib/query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { GuestChoices } from './guest-choices.tsx';
import { GuestForm } from './guest-form.tsx';
import { MemberForm } from './member-form.tsx';

interface SubscribeDialogProps {
  musician: MusicianRef;
  onClose: () => void;
}

/** Subscribes to a musician: members choose what they want to hear about; guests first, how. */
export function SubscribeDialog({ musician, onClose }: SubscribeDialogProps) {
  const me = useMe();
  const [isByEmail, setByEmail] = useState(false);
  return (
    <Dialog title={`Subscribe to ${musician.displayName}`} onClose={onClose}>
      {me ? (
        <MemberForm musician={musician} onClose={onClose} />
      ) : isByEmail ? (
        <GuestForm musician={musician} onClose={onClose} />
      ) : (
        <GuestChoices musicianId={musician.id} onEmail={() => setByEmail(true)} />
      )}
    </Dialog>
  );
}
