import {
  cancelEmailChange,
  confirmEmailChange,
  undoEmailChange,
} from '@scoville/contract/community/own-account/email-change.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { meQuery } from '../../platform/lib/query.ts';

/** Confirms a new email address with the token that was mailed to it. The server finds the account by the token. */
export function useConfirmEmail(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(confirmEmailChange, { params: { token } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}

/**
 * Undoes a change of email address by the token mailed to the former address. This ends all sessions of the account,
 * also in this browser.
 */
export function useUndoEmail(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(undoEmailChange, { params: { token } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}

/** Cancels the pending change of email address. */
export function useCancelEmailChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelEmailChange, {}),
    onSuccess: (me) => cacheAnswer(client, meQuery().queryKey, me),
  });
}
