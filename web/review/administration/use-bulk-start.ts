import type { BulkAction } from '@scoville/contract/review/bulk/bulk-runs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NO_DETAILS } from '../../platform/lib/bulk.ts';
import { showFailure } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { createBulkStarter } from './bulk.calls.ts';

/**
 * Starts bulk actions; resolves to false if the action may be tried again.
 * @param dialog the state of the open dialog, if any: a repeated action from the same dialog is a retry of the same
 * run. The same action from a later dialog is a new run.
 */
export function useBulkStart(dialog: unknown) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const ofDialog = useMemo(() => (dialog ? createBulkStarter(client) : null), [client, dialog]);
  return async (action: BulkAction, ids: readonly string[]): Promise<boolean> => {
    try {
      await (ofDialog ?? createBulkStarter(client))(action, ids);
      return true;
    } catch (error) {
      showFailure(error, productName, NO_DETAILS);
      return false;
    }
  };
}
