import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '../../platform/lib/query.ts';
import { toast } from '../../platform/ui/toasts.ts';
import { sendRejection } from './curation.calls.ts';
import { invalidateMedia } from '../../catalogue/media/media.calls.ts';
import { showVerdictFailure } from './verdict-failure.ts';

/**
 * Rejects one song or video and shows the outcome. Always resolves: to true if the dialog can close, to false if the
 * rejection may be tried again.
 */
export function useReject() {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const reject = async (media: Media, reason: string): Promise<boolean> => {
    setBusy(true);
    try {
      await sendRejection(media.id, reason);
      toast('success', sentence`${media.title} was rejected.`);
      return true;
    } catch (error) {
      return showVerdictFailure(error, media, productName, 'Failed to reject media.');
    } finally {
      await invalidateMedia(client);
      setBusy(false);
    }
  };
  return { busy, reject };
}
