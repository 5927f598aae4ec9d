import { errorText } from '@scoville/contract/errors.ts';
import type { Media } from '@scoville/contract/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../lib/call.ts';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { toast } from '../ui/toasts.tsx';
import { bulkFailure, inTurn } from './bulk.ts';
import { type MediaChange, changeMedia, removeMedia } from './own-media.calls.ts';
import { mediaChanged } from '../media/media-changed.ts';

const DONE = 'Successfully updated!';
const counted = (n: number): string => `${n} media`;

/** What can be done with own media, each with its toast; `busy` while something goes on. */
export function useOwnActions() {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);

  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await mediaChanged(client);
    } finally {
      setBusy(false);
    }
  };

  const change = (media: Media, body: MediaChange) =>
    during(async () => {
      try {
        await changeMedia(media.id, body);
        toast('success', DONE);
      } catch (error) {
        showFailure(error, productName, `Failed to ${body.published === false ? 'un' : ''}publish media.`);
      }
    });

  const publishAll = (selected: readonly Media[]) =>
    during(async () => {
      const able = selected.filter(({ status, published }) => status === 'complete' && !published);
      const processing = selected.filter(({ status }) => status !== 'complete');
      const result = await inTurn(able, ({ id }) => changeMedia(id, { published: true }));
      if (result.done > 0) toast('success', `Successfully published ${counted(result.done)}.`);
      if (result.failures.length > 0) toast('error', bulkFailure('publish', result));
      if (processing.length > 0) toast('info', `${counted(processing.length)} not processed yet, so left as it was.`);
    });

  const unpublishAll = (selected: readonly Media[]) =>
    during(async () => {
      const result = await inTurn(
        selected.filter(({ published }) => published),
        ({ id }) => changeMedia(id, { published: false }),
      );
      if (result.done > 0) toast('success', `Successfully unpublished ${counted(result.done)}.`);
      if (result.failures.length > 0) toast('error', bulkFailure('unpublish', result));
    });

  const remove = (selected: readonly Media[]) =>
    during(async () => {
      const result = await inTurn(selected, ({ id }) => removeMedia(id));
      if (result.done > 0) toast('success', `Removed ${counted(result.done)}.`);
      const [failure] = result.failures;
      // A session that ended is said by the login screen.
      if (failure === undefined || (failure instanceof ApiError && failure.status === 401)) return;
      const said = failure instanceof ApiError ? failure : { message: 'It could not be removed.' };
      const reason = errorText(said, productName);
      toast(
        'error',
        selected.length === 1 ? `Error removing media: ${reason}` : `${bulkFailure('remove', result)} ${reason}`,
      );
    });

  return { busy, change, publishAll, unpublishAll, remove };
}
