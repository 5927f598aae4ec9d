import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { useState } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';

/** Asks for the optional reason of a rejection. */
export function RejectDialog({
  title,
  busy,
  onReject,
  onClose,
}: {
  /** The title of the song or video to reject; for several, their number, such as `3 media`. */
  title: string;
  busy: boolean;
  onReject: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={sentence`Reject ${title}`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={busy} onClick={() => onReject(reason)}>
            Reject
          </Button>
        </>
      }
    >
      <p className="mb-5">It stays published and can be played, but gets no score and is labelled Chopped.</p>
      <TextArea
        label="Reason"
        hint="Optional. The musician receives it by email."
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
