import { login, logout } from '@scoville/contract/accounts/auth/auth.ts';
import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import { media } from '@scoville/contract/catalogue/media/media.ts';
import { forgotPassword, resetPassword, setPassword } from '@scoville/contract/accounts/auth/passwords.ts';
import { endOneSession, endOtherSessions, sessions } from '@scoville/contract/accounts/auth/sessions.ts';
import { signUp } from '@scoville/contract/accounts/auth/sign-up.ts';
import { sendVerification, verifyEmail } from '@scoville/contract/accounts/auth/verification.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { announceAccountSwitch } from '../../platform/lib/account-switch.ts';
import { call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { keyOf, meQuery } from '../../platform/lib/query.ts';
import { keepDraftsOf } from '../../platform/lib/drafts.ts';
import { forgetFormer } from './former-account.ts';
import { withSessionLock } from './session-lock.ts';

/**
 * Discards the data fetched for the former account. Media items on the screen are refetched at once: the player
 * continues to show them, and must show whether the new user has favorited them. All other data on the screen waits
 * until it is needed, because visitors may request media items, but would get a 401 for much of the rest.
 */
export async function switchAccount(client: QueryClient, me: Me | null): Promise<void> {
  keepDraftsOf(me?.id ?? null);
  announceAccountSwitch(me?.id ?? null);
  await forgetFormer(client);
  client.setQueryData(meQuery().queryKey, me);
  const shown = { queryKey: [media.path], type: 'active' } as const;
  // A running request of the former account would otherwise be kept in the cache.
  await client.cancelQueries(shown);
  void client.refetchQueries(shown);
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof login>) => withSessionLock(() => call(login, { body })),
    onSuccess: (me) => switchAccount(client, me),
  });
}

export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof signUp>) => withSessionLock(() => call(signUp, { body })),
    onSuccess: (me) => switchAccount(client, me),
  });
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body }),
  });

/** Sets a new password by a mailed token. This ends all sessions of the account, also in this browser. */
export function useResetPassword(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ password }: BodyInput<typeof resetPassword>) =>
      call(resetPassword, { params: { token }, body: { password } }),
    // The refetch is not awaited, because the password is already set, and the screen reports that at once. The refetch
    // then shows whether this browser is signed out.
    onSuccess: () => void client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}

/** Sets the first password of the signed-in account, or changes it. */
export function useSetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof setPassword>) => call(setPassword, { body }),
    onSuccess: (me) => cacheAnswer(client, meQuery().queryKey, me),
  });
}

export const useSendVerification = () => useMutation({ mutationFn: () => call(sendVerification, {}) });

/** Confirms an email address by a mailed token, which identifies the account on the server. */
export function useVerifyEmail(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(verifyEmail, { params: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}

/** Refetches the list of sessions. */
export const invalidateSessions = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(sessions) });

/** Ends one other session by its id, or all others (null), after the password was entered. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, password }: { id: string | null; password: string }) => {
      const body = { password };
      await (id === null ? call(endOtherSessions, { body }) : call(endOneSession, { params: { id }, body }));
    },
    onSettled: () => invalidateSessions(client),
  });
}

/** Ends the session; the route /logout calls it before it redirects to Home. */
export async function signOut(client: QueryClient): Promise<void> {
  await withSessionLock(async () => {
    await call(logout, {});
    await switchAccount(client, null);
  });
}
