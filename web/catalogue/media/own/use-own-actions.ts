import { errorText } from '@scoville/contract/platform/http/errors.ts';
import type { Media } from '@scoville/contract/catalogue/media/media.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/lib/call.ts';
import { isSignedOut, showFailure } from '../../../platform/lib/fail.ts';
import { useSettings } from '../../../platform/lib/query.ts';
import { toast } from '../../../platform/ui/toasts.ts';
import { type BulkResult, bulkFailure, runOneByOne } from '../../../platform/lib/bulk.ts';
import { type MediaChange, changeMedia, invalidateMedia, removeMedia } from '../media.calls.ts';

const DONE = 'Successfully updated!';
const mediaCount = (n: number): string => `${n} media`;

/** The actions on own media, each with its toast; `busy` is true while one of them runs. */
export function useOwnActions() {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [busy, setBusy] = useState(false);

  const whileBusy = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      await invalidateMedia(client);
    } finally {
      setBusy(false);
    }
  };

  /** Shows how many items succeeded and how many failed. */
  const report = (verb: string, past: string, result: BulkResult): void => {
    if (result.done > 0) toast('success', `${past} ${mediaCount(result.done)}.`);
    const failure = bulkFailure(verb, result, productName);
    if (failure !== null) toast('error', failure);
  };

  const change = (media: Media, body: MediaChange) =>
    whileBusy(async () => {
      try {
        await changeMedia(media.id, body);
        toast('success', DONE);
      } catch (error) {
        showFailure(error, productName, `Failed to ${body.published === false ? 'un' : ''}publish media.`);
      }
    });

  const publishAll = (selected: readonly Media[]) =>
    whileBusy(async () => {
      const able = selected.filter(({ status, published }) => status === 'complete' && !published);
      const incomplete = selected.filter(({ status }) => status !== 'complete').length;
      report(
        'publish',
        'Successfully published',
        await runOneByOne(able, ({ id }) => changeMedia(id, { published: true })),
      );
      if (incomplete > 0)
        toast(
          'info',
          `${mediaCount(incomplete)} not complete, so left as ${incomplete === 1 ? 'it was' : 'they were'}.`,
        );
      else if (able.length === 0) toast('info', `${mediaCount(selected.length)} already published.`);
    });

  const unpublishAll = (selected: readonly Media[]) =>
    whileBusy(async () => {
      const able = selected.filter(({ published }) => published);
      const work = ({ id }: Media) => changeMedia(id, { published: false });
      report('unpublish', 'Successfully unpublished', await runOneByOne(able, work));
      if (able.length === 0) toast('info', `${mediaCount(selected.length)} not published, so nothing to unpublish.`);
    });

  const remove = (selected: readonly Media[]) =>
    whileBusy(async () => {
      const result = await runOneByOne(selected, ({ id }) => removeMedia(id));
      const [failure] = result.failures;
      if (selected.length > 1 || failure === undefined) return report('remove', 'Removed', result);
      if (isSignedOut(failure)) return;
      const shown = failure instanceof ApiError ? failure : { message: 'This media could not be removed.' };
      toast('error', `Error removing media: ${errorText(shown, productName)}`);
    });

  return { busy, change, publishAll, unpublishAll, remove };
}
