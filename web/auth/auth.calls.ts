import { login, logout } from '@scoville/contract/auth.ts';
import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { signUp } from '@scoville/contract/sign-up.ts';
import type { Me } from '@scoville/contract/users.ts';
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { meQuery, settingsQuery } from '../lib/query.ts';

/**
 * Everything that was fetched belonged to whoever was signed in before. What no screen shows goes at once; what one
 * still shows is asked for again when the next screen needs it, not now: a visitor would get a 401 for it.
 */
async function switchAccount(client: QueryClient, me: Me | null): Promise<void> {
  const everybodys = [settingsQuery().queryKey[0], meQuery().queryKey[0]];
  const predicate = ({ queryKey }: { queryKey: QueryKey }) => !everybodys.includes(queryKey[0]);
  client.removeQueries({ type: 'inactive', predicate });
  await client.invalidateQueries({ predicate, refetchType: 'none' });
  client.setQueryData(meQuery().queryKey, me);
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof login>) => call(login, { body }),
    onSuccess: (me) => switchAccount(client, me),
  });
}

export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof signUp>) => call(signUp, { body }),
    onSuccess: (me) => switchAccount(client, me),
  });
}

/** Ends the session; the route of /logout calls it before it goes home. */
export async function signOut(client: QueryClient): Promise<void> {
  await call(logout, {});
  await switchAccount(client, null);
}
