import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Dialog } from '../../platform/ui/dialog.tsx';
import { TextArea } from '../../platform/ui/text-area.tsx';
import { toast } from '../../platform/ui/toasts.ts';
import { invalidateMedia } from '../../catalogue/media/media.calls.ts';
import { sendHandOver } from './curation.calls.ts';
import { showVerdictFailure } from './verdict-failure.ts';

/** Asks why a reviewer hands a review over, and has another reviewer drawn for it. */
export function HandOverDialog({ media, onClose }: { media: Media; onClose: () => void }) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendHandOver(media.id, reason);
      toast('success', sentence`Another reviewer was drawn for ${media.title}.`);
      onClose();
    } catch (error) {
      if (showVerdictFailure(error, media, productName, 'Failed to hand over the review.')) onClose();
    } finally {
      setBusy(false);
      await invalidateMedia(client);
    }
  };
  return (
    <Dialog
      title={sentence`Hand over ${media.title}`}
      busy={busy}
      unsaved={reason !== ''}
      onClose={onClose}
      actions={
        <>
          <Button variant="plain" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" busy={busy} disabled={reason.trim() === ''} onClick={() => void send()}>
            Hand over
          </Button>
        </>
      }
    >
      <p className="mb-5">Another reviewer is drawn. The time in which the musician gets a verdict stays the same.</p>
      <TextArea
        label="Reason"
        hint="Only administrators see it."
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  );
}
