import type { Media } from '@scoville/contract/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { toast } from '../ui/toasts.tsx';
import { sendRejection } from './curation.calls.ts';
import { mediaChanged } from '../media/media.calls.ts';

/** Rejects one media and says how it went; resolves either way. */
export function useReject() {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const reject = async ({ id, title }: Media, reason: string): Promise<void> => {
    setBusy(true);
    try {
      await sendRejection(id, reason);
      toast('success', `${title} was rejected.`);
    } catch (error) {
      showFailure(error, productName, 'Failed to reject media.');
    } finally {
      setBusy(false);
      await mediaChanged(client);
    }
  };
  return { busy, reject };
}
