import { changeEmailSettings } from '@scoville/contract/community/notifications/change-email-settings.ts';
import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { updateUser } from '@scoville/contract/community/profiles/profile-edit.ts';
import { unsubscribe } from '@scoville/contract/community/notifications/unsubscribe.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { meQuery } from '../../platform/lib/query.ts';

const ONE_AFTER_THE_OTHER = 'email-settings';

/**
 * Changes the kinds of mail that the user gets. The switches move immediately, and back if the server refuses the
 * change.
 */
export function useEmailSettings({ id }: Me) {
  const client = useQueryClient();
  const { queryKey } = meQuery();
  return useMutation({
    mutationKey: [ONE_AFTER_THE_OTHER],
    scope: { id: ONE_AFTER_THE_OTHER },
    mutationFn: (emailSettings: Partial<EmailSettings>) =>
      call(updateUser, { params: { id }, body: { emailSettings } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (me) => me && { ...me, emailSettings: changeEmailSettings(me.emailSettings, change) },
      );
    },
    onSettled: async () => {
      if (client.isMutating({ mutationKey: [ONE_AFTER_THE_OTHER] }) === 1) await client.invalidateQueries({ queryKey });
    },
  });
}

export const useUnsubscribe = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof unsubscribe>) => call(unsubscribe, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
};
