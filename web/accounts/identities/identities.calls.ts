import { identities, linkIdentity, unlinkIdentity } from '@scoville/contract/accounts/identities/identities.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { queryOf } from '../../platform/lib/query.ts';

export const identitiesQuery = () => queryOf(identities, {});

/** Leaves the page for the provider, which sends the browser back to the account screen. */
export const useLink = () =>
  useMutation({
    mutationFn: ({ provider, ...body }: { provider: string; password: string }) =>
      call(linkIdentity, { params: { provider }, body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, ...body }: { provider: string; password: string }) =>
      call(unlinkIdentity, { params: { provider }, body }),
    onSuccess: (left) => cacheAnswer(client, identitiesQuery().queryKey, left),
  });
}
