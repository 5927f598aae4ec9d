import type { BulkAction } from '@scoville/contract/bulk-runs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { NO_DETAILS } from '../lib/bulk.ts';
import { showFailure } from '../lib/fail.ts';
import { useSettings } from '../lib/query.ts';
import { startingBulk } from './bulk.calls.ts';

/**
 * Starts actions on several; resolves to false when it may be tried again.
 * @param dialog that asks before one, as long as it is open: the same again from the same one is the same run. A later one
 * that says the same means it anew.
 */
export function useBulkStart(dialog: unknown) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const ofDialog = useMemo(() => (dialog ? startingBulk(client) : null), [client, dialog]);
  return async (action: BulkAction, ids: readonly string[]): Promise<boolean> => {
    try {
      await (ofDialog ?? startingBulk(client))(action, ids);
      return true;
    } catch (error) {
      showFailure(error, productName, NO_DETAILS);
      return false;
    }
  };
}
