import type { BodyInput } from '@scoville/contract/platform/http/endpoint.ts';
import {
  SECOND_FACTOR_ASKED,
  type SecondFactor,
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  finishSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactor,
  secondFactorChoice,
} from '@scoville/contract/accounts/second-factor.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateSessions, switchAccount } from '../auth/auth.calls.ts';
import { withSessionLock } from '../auth/session-lock.ts';
import { ApiError, call } from '../../platform/lib/call.ts';
import { cacheAnswer } from '../../platform/lib/cache-answer.ts';
import { meQuery, queryOf } from '../../platform/lib/query.ts';

/** Whether the password was right and a second factor is required. */
export const asksSecondFactor = (error: unknown): boolean =>
  error instanceof ApiError && error.fields.some(({ code }) => code === SECOND_FACTOR_ASKED);

/** Requested each time, because a passkey's challenge can be answered only once. */
export const choiceQuery = () => ({ ...queryOf(secondFactorChoice, {}), staleTime: 0, gcTime: 0, retry: false });

export function useFinishSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof finishSecondFactor>) =>
      withSessionLock(() => call(finishSecondFactor, { body })),
    onSuccess: (me) => switchAccount(client, me),
  });
}

/** Lets the browser's own dialog answer a passkey's challenge. Throws if the user or the browser refuses. */
export async function answerByPasskey(options: object): Promise<Record<string, unknown>> {
  // Loaded only for users of a passkey.
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return { ...(await startAuthentication({ optionsJSON: options as never })) };
}

export const secondFactorQuery = () => queryOf(secondFactor, {});

/**
 * Stores the new state. Also refetches the account, whose lack of a second factor may have blocked administration, and
 * the list of sessions, because adding the first factor ends all others.
 */
async function changed(client: QueryClient, { totp, passkeys, recoveryCodesLeft, required }: SecondFactor) {
  cacheAnswer(client, secondFactorQuery().queryKey, { totp, passkeys, recoveryCodesLeft, required });
  await Promise.all([client.invalidateQueries({ queryKey: meQuery().queryKey }), invalidateSessions(client)]);
}

export const useBeginTotp = () =>
  useMutation({ mutationFn: (body: BodyInput<typeof beginTotp>) => call(beginTotp, { body }) });

export function useConfirmTotp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof confirmTotp>) => call(confirmTotp, { body }),
    onSuccess: (state) => changed(client, state),
  });
}

export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password: string }) => {
      const { options } = await call(beginPasskey, { body: { password } });
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON: options as never });
      return call(addPasskey, { body: { name, response: { ...response } } });
    },
    onSuccess: (state) => changed(client, state),
  });
}

export function useRemoveFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof removeSecondFactor>) => call(removeSecondFactor, { body }),
    onSuccess: (state) => changed(client, state),
  });
}

export function useRenewCodes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof renewRecoveryCodes>) => call(renewRecoveryCodes, { body }),
    onSuccess: (state) => changed(client, state),
  });
}
