import { login, logout } from '@scoville/contract/auth.ts';
import { type Me, signUp } from '@scoville/contract/users.ts';
import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { meQuery, settingsQuery } from '../lib/query.ts';

/** The signed-in account; null for a visitor, undefined while nobody knows yet. */
export const useMe = (): Me | null | undefined => useQuery(meQuery()).data;

/** Everything that was fetched belonged to whoever was signed in before: it goes, and what is on screen loads anew. */
async function becomes(client: QueryClient, me: Me | null): Promise<void> {
  const settings = client.getQueryData(settingsQuery().queryKey);
  await client.cancelQueries();
  client.clear();
  if (settings) client.setQueryData(settingsQuery().queryKey, settings);
  client.setQueryData(meQuery().queryKey, me);
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof login>) => call(login, { body }),
    onSuccess: (me) => becomes(client, me),
  });
}

export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof signUp>) => call(signUp, { body }),
    onSuccess: (me) => becomes(client, me),
  });
}

/** Ends the session; the route of /logout calls it before it goes home. */
export async function signOut(client: QueryClient): Promise<void> {
  await call(logout, {});
  await becomes(client, null);
}
