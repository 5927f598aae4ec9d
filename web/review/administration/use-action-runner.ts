import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateMedia } from '../../catalogue/media/media.calls.ts';
import { isSignedOut, showFailure } from '../../platform/lib/fail.ts';
import { isObsolete } from '../../platform/lib/conflicts.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { toast } from '../../platform/ui/toasts.ts';
import type { ActionInput, MediaAction } from './media-actions.ts';
import { errorMessage } from './error-message.ts';
import { useBulkStart } from './use-bulk-start.ts';

type Run = Pick<MediaAction, 'when' | 'run' | 'past' | 'failure' | 'bulk'>;

/**
 * Runs an action on the media items that it applies to: on one by its own call, on several by a job, whose progress and
 * result `BulkRuns` shows in the frame of the screen. Resolves to true if the dialog can close, to false if the action
 * may be tried again.
 * @param dialog the state of the open dialog before the action, if any
 */
export function useActionRunner(dialog: unknown) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);
  const startBulk = useBulkStart(dialog);

  const showActionFailure = (action: Run, error: unknown): void => {
    if (!action.failure.endsWith(': ')) return showFailure(error, productName, action.failure);
    if (!isSignedOut(error)) toast('error', action.failure + errorMessage(error, productName));
  };

  const runOne = async (action: Run, media: Media, input: ActionInput): Promise<boolean> => {
    try {
      await action.run(media, input);
      toast('success', sentence`${action.past} ${media.title}.`);
      return true;
    } catch (error) {
      showActionFailure(action, error);
      return isObsolete(error);
    } finally {
      await invalidateMedia(client);
    }
  };

  const run = async (action: Run, chosen: readonly Media[], input: ActionInput = {}): Promise<boolean> => {
    setBusy(true);
    let isDone = true;
    const able = chosen.filter(action.when);
    const leftOut = chosen.length - able.length;
    const [first, ...more] = able;
    if (first !== undefined && (more.length === 0 || action.bulk === null)) isDone = await runOne(action, first, input);
    else if (action.bulk !== null && able.length > 0)
      isDone = await startBulk(
        action.bulk(input),
        able.map(({ id }) => id),
      );
    if (leftOut > 0) toast('info', `${leftOut} of ${chosen.length} left unchanged: this does not apply to them.`);
    setBusy(false);
    return isDone;
  };

  return { busy, run };
}
