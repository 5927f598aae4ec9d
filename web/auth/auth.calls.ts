import { login, logout } from '@scoville/contract/auth.ts';
import type { BodyInput } from '@scoville/contract/endpoint.ts';
import { media } from '@scoville/contract/media.ts';
import { forgotPassword, resetPassword, setPassword } from '@scoville/contract/passwords.ts';
import { endOneSession, endOtherSessions, sessions } from '@scoville/contract/sessions.ts';
import { signUp } from '@scoville/contract/sign-up.ts';
import { sendVerification, verifyEmail } from '@scoville/contract/verification.ts';
import type { Me } from '@scoville/contract/users.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { accountSwitched } from '../lib/account-switch.ts';
import { call } from '../lib/call.ts';
import { keepAnswer } from '../lib/keep-answer.ts';
import { keyOf, meQuery } from '../lib/query.ts';
import { keepDraftsOf } from '../messages/drafts.ts';
import { forgetFormer } from './former-account.ts';
import { changingSession } from './session-lock.ts';

/**
 * Forgets what was fetched for whoever was signed in before (`forgetFormer`). Only a media is asked for at once: the player
 * goes on showing it, with the heart of its viewer, and anybody may ask.
 */
export async function switchAccount(client: QueryClient, me: Me | null): Promise<void> {
  keepDraftsOf(me?.id ?? null);
  accountSwitched(me?.id ?? null);
  await forgetFormer(client);
  client.setQueryData(meQuery().queryKey, me);
  const shown = { queryKey: [media.path], type: 'active' } as const;
  // An answer to the former account that is still on its way would be kept.
  await client.cancelQueries(shown);
  void client.refetchQueries(shown);
}

export function useLogin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof login>) => changingSession(() => call(login, { body })),
    onSuccess: (me) => switchAccount(client, me),
  });
}

export function useSignUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof signUp>) => changingSession(() => call(signUp, { body })),
    onSuccess: (me) => switchAccount(client, me),
  });
}

export const useForgotPassword = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body }),
  });

/** Chooses a new password by a mailed token: nobody is signed in afterwards, in this browser either. */
export function useResetPassword(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ password }: BodyInput<typeof resetPassword>) =>
      call(resetPassword, { params: { token }, body: { password } }),
    // Not waited for: the screen says at once that it is done, also where nobody is signed in any more then.
    onSuccess: () => void client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}

/** Gives the signed-in account its first password, or another one. */
export function useSetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof setPassword>) => call(setPassword, { body }),
    onSuccess: (me) => keepAnswer(client, meQuery().queryKey, me),
  });
}

export const useSendVerification = () => useMutation({ mutationFn: () => call(sendVerification, {}) });

/** Confirms an address by a mailed token; whose it is, the server knows. */
export function useVerifyEmail(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(verifyEmail, { params: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery().queryKey }),
  });
}

/** Has the list of sessions read again. */
export const sessionsChanged = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(sessions) });

/** Signs one other browser out (its session's id), or all others (null), by the password. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, password }: { id: string | null; password: string }) => {
      const body = { password };
      await (id === null ? call(endOtherSessions, { body }) : call(endOneSession, { params: { id }, body }));
    },
    onSettled: () => sessionsChanged(client),
  });
}

/** Ends the session; the route of /logout calls it before it goes home. */
export async function signOut(client: QueryClient): Promise<void> {
  await changingSession(async () => {
    await call(logout, {});
    await switchAccount(client, null);
  });
}
