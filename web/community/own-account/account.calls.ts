import { deleteAccount } from '@scoville/contract/community/own-account/account-deletion.ts';
import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { switchAccount } from '../../accounts/auth/auth.calls.ts';
import { call } from '../../platform/lib/call.ts';
import { meQuery } from '../../platform/lib/query.ts';
import { forgetDraft } from '../profiles/edit/forget-draft.ts';

/**
 * Deletes the account and signs the browser out. Requests of the account that are still open are cancelled first,
 * because their 401 responses would send the user to the sign-in screen.
 */
export function useDeleteAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof deleteAccount>) => call(deleteAccount, { body }),
    onSuccess: async () => {
      await client.cancelQueries();
      const me = client.getQueryData(meQuery().queryKey);
      if (me) forgetDraft(me.id);
      await switchAccount(client, null);
    },
  });
}
