import type { Media } from '@scoville/contract/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bulkFailure, inTurn } from '../lib/bulk.ts';
import { mediaChanged } from '../media/media.calls.ts';
import { isSignedOut, showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { toast } from '../ui/toasts.tsx';
import type { ActionInput, MediaAction } from './media-actions.ts';
import { errorMessage } from './error-message.ts';

type Run = Pick<MediaAction, 'when' | 'run' | 'verb' | 'past' | 'failure'>;

/** Runs an action on the media it applies to, one after the other, and shows how many succeeded and how many did not. */
export function useActionRunner() {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);

  const showActionFailure = (action: Run, error: unknown): void => {
    if (!action.failure.endsWith(': ')) return showFailure(error, productName, action.failure);
    if (!isSignedOut(error)) toast('error', action.failure + errorMessage(error, productName));
  };

  const run = async (action: Run, chosen: readonly Media[], input: ActionInput = {}): Promise<void> => {
    setBusy(true);
    try {
      const able = chosen.filter(action.when);
      const leftOut = chosen.length - able.length;
      const result = await inTurn(able, (media) => action.run(media, input));
      if (chosen.length === 1 && result.failures.length === 1) return showActionFailure(action, result.failures[0]);
      if (result.done > 0) toast('success', `${action.past} ${titleOrCount(result.done, able)}.`);
      const failure = bulkFailure(action.verb, result, productName);
      if (failure !== null) toast('error', failure);
      if (leftOut > 0) toast('info', `${leftOut} of ${chosen.length} left unchanged: this does not apply to them.`);
    } finally {
      setBusy(false);
      await mediaChanged(client);
    }
  };

  return { busy, run };
}

/** One by its title, several by their number. */
const titleOrCount = (done: number, able: readonly Media[]): string =>
  done === 1 && able.length === 1 ? (able[0]?.title ?? '') : `${done} media`;
