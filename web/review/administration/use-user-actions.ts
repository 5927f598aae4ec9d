import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { type UserSummary, users as usersEndpoint } from '@scoville/contract/accounts/users/user-list.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isSignedOut } from '../../platform/lib/fail.ts';
import { isObsolete } from '../../platform/lib/conflicts.ts';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { toast } from '../../platform/ui/toasts.ts';
import { errorMessage } from './error-message.ts';
import { useBulkStart } from './use-bulk-start.ts';
import type { UserAction, UserInput } from './user-actions.ts';

/** An action whose dialog is open. */
export interface PendingUserAction {
  action: UserAction;
  chosen: readonly UserSummary[];
}

function showDone({ done }: UserAction, { name }: UserSummary, input: UserInput): void {
  toast('success', sentence`${name} ${typeof done === 'string' ? done : done(input)}`);
}

/** Runs actions on accounts. An action with a dialog is `pending` while that dialog is open. */
export function useUserActions(isMe: (user: UserSummary) => boolean) {
  const client = useQueryClient();
  const { productName } = useSettings();
  const [pending, setPending] = useState<PendingUserAction | null>(null);
  const [busy, setBusy] = useState(false);
  const startBulk = useBulkStart(pending);
  const close = () => setPending(null);

  const runOne = async (action: UserAction, user: UserSummary, input: UserInput): Promise<boolean> => {
    try {
      await action.run(user, input);
      showDone(action, user, input);
      return true;
    } catch (error) {
      if (!isSignedOut(error))
        toast('error', `${action.failure ?? 'Error updating user: '}${errorMessage(error, productName)}`);
      return isObsolete(error);
    } finally {
      // The administrator's own rights and plan are shown elsewhere, too.
      if (isMe(user)) void client.invalidateQueries({ queryKey: meQuery().queryKey });
      await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
    }
  };
  /** For a dialog that shows the server's errors at its fields. */
  const runInDialog = async ({ action, chosen }: PendingUserAction, input: UserInput): Promise<void> => {
    const [user] = chosen;
    if (user === undefined) return;
    await action.run(user, input);
    showDone(action, user, input);
    close();
    await client.invalidateQueries({ queryKey: [usersEndpoint.path] });
  };
  const run = async ({ action, chosen }: PendingUserAction, input: UserInput = {}): Promise<void> => {
    setBusy(true);
    let isDone = true;
    const [first, ...more] = chosen;
    if (first !== undefined && more.length === 0) isDone = await runOne(action, first, input);
    else if (first !== undefined && action.bulk)
      isDone = await startBulk(
        action.bulk(input),
        chosen.map(({ id }) => id),
      );
    setBusy(false);
    // If the call failed, the dialog stays open with the typed text for a retry.
    if (isDone) close();
  };
  const start = (action: UserAction, chosen: readonly UserSummary[]): void => {
    const able = chosen.filter((user) => action.when(user, isMe(user)));
    if (action.confirm || action.dialog) setPending({ action, chosen: able });
    else void run({ action, chosen: able });
  };

  return { pending, busy, start, run, runInDialog, close };
}
